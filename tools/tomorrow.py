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

from kept import Kept, digest, package, run_of
from nbconvert.filters import markdown2html

from futoshiki_lab import questions
from futoshiki_lab.classroom.exams import KINDS, Sheet
from futoshiki_lab.classroom.exams.secret import identify, read_secret
from futoshiki_lab.stepper.pages import page_of

REPO = Path(__file__).resolve().parents[1]
PAGE = REPO / "docs" / "tomorrow.md"
HOMEWORK = (REPO / "docs" / "assignments", REPO / "docs" / "solutions", REPO / "notebooks")
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
@media (max-width: 50rem) {
  tr, td, th { display: block; overflow-wrap: anywhere; }
  thead { display: none; }
  tr { margin: 1em 0; }
}
</style>"""


def stems(end: str) -> list[str]:
    """The names of the files with this end that the page names, without it."""
    return [
        stem for stem, own in dict.fromkeys(FILE.findall(PAGE.read_text("utf-8"))) if own == end
    ]


def make(
    to: Path,
    secret: bytes = b"",
    notebooks: list[str] | None = None,
    tell: Callable[[Path], object] = lambda _: None,
) -> dict[str, str]:
    """Make the files that are not there as they would be made now; all that are there, by name.

    Parameters
    ----------
    secret : what sheets are drawn from; without one the same for everybody.
    tell : is told of each file that was made.
    notebooks : those of which slides are made; by default all that the page names.
    """
    kept, sheets, homework = Kept(to), dict[str, Sheet](), to / "homework"
    named = dict.fromkeys(FILE.findall(PAGE.read_text("utf-8")))
    drawn = digest([Path(__file__)], package(), identify("tomorrow", secret) if secret else "")
    texts = digest(path for folder in HOMEWORK for path in folder.rglob("*.*") if path.is_file())
    for stem, end in named:
        path, notebook = to / f"{stem}{end}", REPO / "notebooks" / f"{stem}.ipynb"
        left_out = notebook.exists() and notebooks is not None and stem not in notebooks
        source = run_of(notebook) if notebook.exists() else drawn
        source += texts * (end == ".zip")
        if stem.endswith("-key") or left_out or kept.has(path.name, source):
            continue  # a key is made with its sheet
        if notebook.exists():
            export(notebook, path)
        elif end == ".zip":
            if not homework.exists():
                _run(str(REPO / "tools" / "assignments.py"), "--to", str(homework))
            _zip(homework, stem, path)
        else:
            if stem not in sheets:
                sheets[stem] = _ask(stem, secret)
            sheets[stem].save(path)
        kept.note(source, path.name)
        tell(path)
    rmtree(homework, ignore_errors=True)
    return {
        f"`{stem}{end}`": f"{stem}{end}" for stem, end in named if (to / f"{stem}{end}").exists()
    }


def export(notebook: Path, *outs: Path) -> None:
    """Run a notebook once and write its page, its slides, or both."""
    each = [word for out in outs for word in ("-o", str(out))]
    _run("-m", "futoshiki_lab.classroom.pages", str(notebook), *each)


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
    print(write_index(to, make(to, read_secret(), tell=print)))


def write_index(to: Path, files: dict[str, str]) -> Path:
    """Write the page with links to the files."""
    text = PAGE.read_text("utf-8").replace("](MARKING.md", "](../../docs/MARKING.md")
    html = markdown2html(link(text, files))
    (to / "index.html").write_text(page_of("Teach this tomorrow", html, STYLE, " "), "utf-8")
    return to / "index.html"


if __name__ == "__main__":
    main()
