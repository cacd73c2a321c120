"""Notebooks and boards as pages of the site: what the package exports, in the site's own frame."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import shelf
from bs4 import BeautifulSoup, Tag

from futoshiki_lab import Stepper, load, record
from futoshiki_lab.widgets import bundle
from futoshiki_lab.widgets.export import player

RUN = "../lite/notebooks/index.html?path=notebooks/{name}.ipynb"
SPECIAL = re.compile(r"([\\`*_{}\[\]<>#$~|])")
LINK = re.compile(r'(href="(?![a-z]+:)[^"#]*)\.(?:ipynb|md)(?=["#])')


def write_notebooks(notebooks: list[Path], to: Path, exported: Path, jobs: int) -> None:
    """Run every notebook and write what it shows as a source for Sphinx."""
    to.mkdir(parents=True)
    exported.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(partial(_write_notebook, to=to, exported=exported), notebooks))
    names = "\n".join(path.stem for path in sorted(notebooks, key=_place))
    start = "# Notebooks\n\nEach page shows a notebook after a run: its boards play here.\n"
    (to / "index.md").write_text(f"{start}\n```{{toctree}}\n:maxdepth: 1\n\n{names}\n```\n")


def _place(notebook: Path) -> tuple[bool, bool, str]:
    """The welcome comes first, then the numbered ones."""
    return notebook.stem != "welcome", not notebook.stem[0].isdigit(), notebook.stem


def _write_notebook(notebook: Path, to: Path, exported: Path) -> None:
    page = exported / f"{notebook.stem}.html"
    newest = max(path.stat().st_mtime for path in (notebook, *_package()))
    if not page.exists() or page.stat().st_mtime < newest:
        command = [sys.executable, "-m", "futoshiki_lab.widgets", notebook, "-o", page]
        subprocess.run(command, check=True)
    body = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser").main
    run = f'<p class="run"><a href="{RUN.format(name=notebook.stem)}">Open and run it here</a></p>'
    parts = [part for cell in body.find_all(class_="jp-Cell") for part in _cell(cell)]
    parts.insert(1, _raw(f"{run}"))
    text = "\n\n".join(parts) + "\n"
    (to / f"{notebook.stem}.md").write_text(text, encoding="utf-8")


def _package() -> list[Path]:
    return [path for path in bundle.BROWSER.parents[1].rglob("*.*") if path.suffix != ".pyc"]


def _cell(cell: Tag) -> Iterator[str]:
    """The Markdown of a cell: headings, which Sphinx lists, and HTML."""
    if "jp-MarkdownCell" in cell["class"]:
        yield from _prose(cell.find(class_="jp-MarkdownOutput"))
        return
    code = cell.find("details", class_="fsl-folded") or cell.find(class_="highlight")
    parts = [str(code)] if code else []
    for output in cell.find_all(class_="jp-OutputArea-output"):
        kind = " error" if output.get("data-mime-type", "").endswith("stderr") else ""
        parts.append(f'<div class="output{kind}">{output.decode_contents()}</div>')
    if parts:  # links lead to a cell by its id
        yield _raw("\n".join([f'<a id="{cell["id"]}"></a>', *parts]))


def _prose(text: Tag) -> Iterator[str]:
    waiting = ""
    for part in text.children:
        if part.name in ("h1", "h2", "h3", "h4"):
            if waiting.strip():
                yield _raw(waiting)
            waiting = ""
            words = SPECIAL.sub(r"\\\1", part.get_text().removesuffix("¶").strip())
            yield f"{'#' * int(part.name[1])} {words}"
        else:
            waiting += str(part)
    if waiting.strip():
        yield _raw(waiting)


def _raw(html: str) -> str:
    fence = "`" * (3 + max(map(len, re.findall(r"`+", html)), default=0))
    html = LINK.sub(r"\1.html", html).strip()
    return f"{fence}{{raw}} html\n{html}\n{fence}"


def write_boards(source: Path) -> None:
    """The stepper of the front page, the game's page, and the scripts and styles of all players."""
    static = source / "static"
    static.mkdir()
    (static / "players.css").write_text(bundle.styles("stepper", "play", "question"))
    (static / "players.js").write_text(bundle.script("alone"))
    trace = record(load("nyu/Input2"), "fc", select="mrv")
    stepper = Stepper(trace, step=64)
    html = player(stepper.get_state(), stepper.still())
    (source / "stepper.html").write_text(html, encoding="utf-8")
    newest = max(path.stat().st_mtime for path in _package() if path.suffix == ".py")
    shelf.write(source, source.parent / "boards", newest, RUN.format(name="play"))
