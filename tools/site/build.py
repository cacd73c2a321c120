"""Build the site: `make site` runs this in an environment of its own.

    python tools/site/build.py [--out site] [--pyodide PATH] [--pages play] [--boards 2] [--jobs N]
        [--strict]

The site has a front page, the documentation, every notebook as a page that plays, the game and the
reference (Sphinx makes these), and JupyterLite in `lite/`, where every notebook runs.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import shutil
import subprocess
import sys
from contextlib import redirect_stderr
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))
import links
import lite
import pages
import reference
import tomorrow
from address import find_copy

from futoshiki_lab.classroom.pages.slides import SLIDES

HERE = Path(__file__).resolve().parent
REPO = HERE.parents[1]
BUILD = REPO / "build" / "site"
# What people wrote, where the links expect it.
WRITTEN = ("*.md", "docs/*.md", "data/README.md", "notebooks/small_*.py")
TO_NOTEBOOK = re.compile(r"\[([^\]]+)\]\((\S*notebooks/[\w-]+)\.ipynb(#[^)]*)?\)")
TRY_IT = re.compile(r"<!-- address -->.*?<!-- end of address -->\n", re.DOTALL)  # here it is tried
IN_TEXT = re.compile(r"\[([^\]]+)\]\(([\w./-]+)\)")
NO_WORDS = "script, style, svg, button, .headerlink, .highlight, .fsl-folded, .fsl, .run"
PICTURES = ("docs/*.png", "docs/*.gif", "docs/*.svg")


def main() -> None:
    """Build what the command line asks for."""
    options = _options()
    every = pages.list_notebooks()
    wanted = [path for path in every if path.stem.startswith(tuple(options.pages or [""]))]
    source = BUILD / "source"
    shutil.rmtree(source, ignore_errors=True)
    _say(f"Notebooks to run: {len(wanted)}, if they have changed (10 s each)")
    lessons = BUILD / "tomorrow"
    pages.write_notebooks(wanted, source / "notebooks", BUILD / "exported", lessons, options.jobs)
    _say("The front page, the game, the texts, the reference")
    _copy(REPO, source, *WRITTEN, *PICTURES)
    _copy(REPO, source / "extra", *PICTURES, "notebooks/small_*.py")
    _copy(HERE, source, "index.md", "404.md")
    _add_contents(source / "index.md", every)
    with redirect_stderr(io.StringIO()):  # progress bars
        pages.write_boards(source, options.boards)
    made_for_class = tomorrow.make(lessons, notebooks=[path.stem for path in wanted])
    (source / "extra" / "tomorrow").mkdir()
    for name in made_for_class.values():
        to = source / "extra" / "tomorrow" / name
        shutil.copy(lessons / name, to)
        if name.endswith(SLIDES):
            to.write_text(pages.lead(lessons / name), encoding="utf-8")
    lesson = source / "docs" / "tomorrow.md"
    lesson.write_text(tomorrow.link(lesson.read_text("utf-8"), made_for_class, "../tomorrow/"))
    reference.write(source / "reference")
    _say("Sphinx makes the pages (half a minute)")
    made = BUILD / "made"
    shutil.rmtree(made, ignore_errors=True)
    command = ["sphinx", "--fail-on-warning", "--keep-going", "--quiet", "-j", "auto"]
    subprocess.run([sys.executable, "-m", *command, "-c", HERE, source, made], check=True)
    _write_words(made)
    _say("JupyterLite, with Pyodide (at first 90 MB are fetched)")
    lite.build(REPO, made / "lite", BUILD, options.pyodide)
    (made / ".nojekyll").touch()  # GitHub Pages leaves out folders such as _static otherwise
    links.publish(made, options.out, options.strict)


def _say(what: str) -> None:
    print(f"-- {what}", flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Build the site.")
    parser.add_argument("--out", type=Path, default=REPO / "site", help="the folder to write")
    parser.add_argument(
        "--pyodide",
        default=os.environ.get("PYODIDE", ""),
        help="an archive of a Pyodide release, a path or an address; its folder, or addresses of "
        "folders; `published` is where Pyodide publishes it",
    )
    parser.add_argument("--pages", nargs="*", help="only notebooks whose names begin so get a page")
    parser.add_argument("--boards", type=int, default=2, help="of each file on the shelf")
    parser.add_argument("--strict", action="store_true", help="a dead link is an error")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="notebooks at a time")
    return parser.parse_args()


def _copy(start: Path, to: Path, *patterns: str) -> None:
    for path in (path for pattern in patterns for path in start.glob(pattern)):
        target = to / path.relative_to(start)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
        if path.suffix == ".md":  # a notebook is a page here, and its cells are places in it
            text = TRY_IT.sub("", path.read_text("utf-8"))
            text = TO_NOTEBOOK.sub(r'<a href="\2.html\3">\1</a>', text)
            text = IN_TEXT.sub(lambda to, at=path.parent: to[(at / to[2]).is_dir()], text)
            target.write_text(text, encoding="utf-8")


def _write_words(made: Path) -> None:
    """Beside each page, what a search quotes of it: a page that plays is megabytes."""
    for path in [*made.rglob("*.html")]:
        if text := links.read(path).find(role="main"):
            for part in text.select(NO_WORDS):
                part.decompose()
            for tag in text.find_all(True):
                if tag.get("id"):
                    tag.attrs = {"id": tag["id"]}
                else:
                    tag.unwrap()
            told = re.sub(r"\s+", " ", text.decode_contents())
            words = f'<meta charset="utf-8"><div role="main">{told}</div>'
            path.with_suffix(".words.txt").write_text(words, encoding="utf-8")


def _add_contents(index: Path, notebooks: list[Path]) -> None:
    """What stands in the sidebar, under the titles of its parts."""
    listed = [
        f"{' | '.join(titled)} <notebooks/{path.stem}>"
        for path, *titled in pages.titles(notebooks)
        if path.stem != "play"
    ]
    copy = find_copy()
    source = [f"Source code <https://github.com/{copy[0]}/{copy[1]}>"] if copy else []
    parts = {
        "Notebooks": ["All questions <notebooks/index>", *listed],
        "By hand": ["A puzzle to play <play>"],
        "Guide": [
            "docs/tomorrow",
            "docs/GUIDE",
            "docs/teaching",
            "docs/COUNTING",
            "docs/*",
        ],
        "Behind it": [
            "The project <README>",
            "reference/index",
            "data/README",
            "CONTRIBUTING",
            "CHANGELOG",
            *source,
        ],
    }
    with index.open("a", encoding="utf-8") as file:
        for caption, pages_of in parts.items():
            lines = "\n".join(pages_of)
            file.write(f"\n```{{toctree}}\n:hidden:\n:glob:\n:caption: {caption}\n\n{lines}\n```\n")


if __name__ == "__main__":
    main()
