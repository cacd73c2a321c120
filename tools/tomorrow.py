"""Everything that docs/tomorrow.md names: slides, votes, sheets with keys, homework.

    make tomorrow                        writes build/tomorrow, with the page as index.html

What the page names in `backticks` with the end .html or .zip is made. Sheets are drawn from your
own secret; those of the site, which everybody can load, are not.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copy, make_archive, rmtree

from nbconvert.filters import markdown2html

from futoshiki_lab import questions
from futoshiki_lab.classroom.exams import KINDS, Sheet
from futoshiki_lab.classroom.exams.secret import read_secret
from futoshiki_lab.stepper.pages import page_of

REPO = Path(__file__).resolve().parents[1]
PAGE = REPO / "docs" / "tomorrow.md"
FILE = re.compile(r"`([\w-]+)((?:\.slides|\.peer)?\.html|\.zip)`")
SIZE, SEED = 4, 1
TOPICS = {
    "first": "next_node removals mrv",
    "backtracking": "next_node dead_end checks tree",
    "forward-checking": "domain removals reasons checks",
    "heuristics": "mrv mrv_degree lcv value_order",
    "consistency": "arcs ac3 singletons state",
    "jumping": "jump next_cell dom_wdeg nogood",
}
STYLE = """<style>
body { max-width: 60rem; margin: auto; padding: 0 1rem; font: 1.05rem/1.5 system-ui, sans-serif; }
td, th { padding: 0.2em 1em 0.2em 0; text-align: left; vertical-align: top; }
.anchor-link { display: none; }
</style>"""


def make(
    to: Path,
    secret: bytes = b"",
    notebooks: list[str] | None = None,
    tell: Callable[[Path], object] = lambda _: None,
) -> dict[str, str]:
    """Make the files; returns them by name, those that were made.

    Parameters
    ----------
    secret : what sheets are drawn from; without one the same for everybody.
    tell : is told of each file that was made.
    notebooks : those of which slides are made; by default all that the page names.
    """
    to.mkdir(parents=True, exist_ok=True)
    named = dict.fromkeys(FILE.findall(PAGE.read_text("utf-8")))
    sources = [PAGE, *(one for one in REPO.glob("futoshiki_lab/**/*.*") if one.suffix != ".pyc")]
    newest = max(path.stat().st_mtime for path in sources)
    sheets, homework = dict[str, Sheet](), to / "homework"
    for stem, end in named:
        path = to / f"{stem}{end}"
        notebook = REPO / "notebooks" / f"{stem}.ipynb"
        last = max(newest, notebook.stat().st_mtime) if notebook.exists() else newest
        left_out = notebook.exists() and notebooks is not None and stem not in notebooks
        if stem.endswith("-key") or left_out or (path.exists() and path.stat().st_mtime > last):
            continue  # a key is made with its sheet
        if notebook.exists():
            _run("-m", "futoshiki_lab.classroom.pages", str(notebook), "-o", str(path))
        elif end == ".zip":
            if not homework.exists():
                _run(str(REPO / "tools" / "assignments.py"), "--to", str(homework))
            _zip(homework, stem, path)
        else:
            if stem not in sheets:
                sheets[stem] = _ask(stem, secret)
            sheets[stem].save(path)
        tell(path)
    rmtree(homework, ignore_errors=True)
    return {
        f"`{stem}{end}`": f"{stem}{end}" for stem, end in named if (to / f"{stem}{end}").exists()
    }


def _ask(topic: str, secret: bytes) -> Sheet:
    kinds, minutes = TOPICS.get(topic, "").split(), 40 if topic == "exam" else None
    every = [name for name in KINDS if not KINDS[name].driven]
    title = topic.replace("-", " ").capitalize()
    return questions(
        SIZE, kinds or every, SEED, minutes=minutes, secret=secret, title=title, points=1
    )


def _zip(homework: Path, name: str, path: Path) -> None:
    """One assignment, in the folders that nbgrader and Otter look for."""
    chosen = homework / "chosen"
    rmtree(chosen, ignore_errors=True)
    for one in homework.glob(f"*/**/{name}/*"):
        target = chosen / one.relative_to(homework)
        target.parent.mkdir(parents=True, exist_ok=True)
        copy(one, target)
    make_archive(str(path.with_suffix("")), "zip", chosen)


def _run(*words: str) -> None:
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)


def link(text: str, files: dict[str, str], folder: str = "") -> str:
    """The page with a link for each file that was made."""
    for named, file in files.items():
        text = text.replace(named, f'<a href="{folder}{file}" download>{file}</a>')
    return text


def main() -> None:
    """Make all, and the page."""
    to = REPO / "build" / "tomorrow"
    files = make(to, read_secret(), tell=print)
    text = PAGE.read_text("utf-8").replace("](MARKING.md", "](../../docs/MARKING.md")
    html = markdown2html(link(text, files))
    (to / "index.html").write_text(page_of("Teach this tomorrow", html, STYLE, " "), "utf-8")
    print(to / "index.html")


if __name__ == "__main__":
    main()
