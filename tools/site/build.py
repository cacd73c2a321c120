"""Build the site: `make site` runs this in an environment of its own.

    python tools/site/build.py [--out site] [--pyodide PATH] [--pages 02 play] [--jobs 2]

The site has a front page, the documentation, every notebook as a page that plays, the game and the
reference (Sphinx makes these), and JupyterLite in `lite/`, where every notebook runs.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import lite
import pages
import reference

HERE = Path(__file__).resolve().parent
REPO = HERE.parents[1]
BUILD = REPO / "build" / "site"
WRITTEN = ("*.md", "docs/*.md", "data/README.md")  # what people wrote, where the links expect it
TO_NOTEBOOK = re.compile(r"\[([^\]]+)\]\((\S*notebooks/[\w-]+)\.ipynb(#[^)]*)?\)")
TRY_IT = re.compile(r"<!-- address -->.*?<!-- end of address -->\n", re.DOTALL)  # here it is tried
SHOWN = ("docs/*.png", "docs/*.gif", "docs/*.svg", "docs/assignments/*.ipynb")


def main() -> None:
    """Build what the command line asks for."""
    options = _options()
    notebooks = sorted((REPO / "notebooks").glob("*.ipynb"))
    wanted = [path for path in notebooks if path.stem.startswith(tuple(options.pages or [""]))]
    source = BUILD / "source"
    shutil.rmtree(source, ignore_errors=True)
    _copy(REPO, source, *WRITTEN, *SHOWN)
    _copy(HERE, source, "index.md")
    pages.write_notebooks(wanted, source / "notebooks", BUILD / "exported", options.jobs)
    pages.write_boards(source)
    reference.write(source / "reference")
    made = BUILD / "made"
    shutil.rmtree(made, ignore_errors=True)
    command = ["sphinx", "--fail-on-warning", "--keep-going", "--quiet", "-j", "auto"]
    subprocess.run([sys.executable, "-m", *command, "-c", HERE, source, made], check=True)
    lite.build(REPO, made / "lite", BUILD, options.pyodide)
    (made / ".nojekyll").touch()  # GitHub Pages leaves out folders such as _static otherwise
    shutil.rmtree(options.out, ignore_errors=True)
    shutil.copytree(made, options.out)
    size = sum(path.stat().st_size for path in options.out.rglob("*") if path.is_file())
    print(f"{options.out}: {size / 1e6:.0f} MB; python -m http.server -d {options.out} shows it")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Build the site.")
    parser.add_argument("--out", type=Path, default=REPO / "site", help="the folder to write")
    parser.add_argument(
        "--pyodide",
        default=os.environ.get("PYODIDE", ""),
        help="an archive of a Pyodide release, a path or an address; or its folder",
    )
    parser.add_argument("--pages", nargs="*", help="only notebooks whose names begin so get a page")
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
            target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
