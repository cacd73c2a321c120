"""Notebooks and boards as pages of the site: what the package exports, in the site's own frame."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import shelf
import tomorrow
from bs4 import BeautifulSoup, Tag
from kept import Kept, run_of
from matplotlib.figure import Figure
from nbconvert import HTMLExporter

from futoshiki_lab import Stepper, Trace, draw_board, load, record
from futoshiki_lab.classroom.pages.slides import SLIDES
from futoshiki_lab.stepper import export

REPO = Path(__file__).resolve().parents[2]
RUN = "../lite/notebooks/index.html?path=notebooks/{name}.ipynb"
SPECIAL = re.compile(r"([\\`*_{}\[\]<>#$~|])")
LINK = re.compile(r'(href="(?![a-z]+:)[^"#?]*)\.(?:ipynb|md)(?=["#])')
# Of the welcome's list the first two columns: a notebook, and its question.
ASKED = re.compile(r"^\| \[(\d+)[^|]*\]\(([^|]+)\.ipynb\) \| ([^|]+) \|", re.MULTILINE)
# What only a kernel can do.
KEYS = re.compile(r"Shift\+Enter|Run All|[Rr]un the (?:next )?cell|put a file|•••")
SENTENCE = re.compile(rf"[^.]*(?:{KEYS.pattern})[^.]*\.")
NOTE = """<p class="run"><a href="{run}">Run it here</a> This page shows the notebook after a run.
Its boards play: click into one and press <kbd>→</kbd>, or use its buttons. To change the code, run
it: Python then starts in your browser, which takes up to a minute.</p>"""


def write_notebooks(
    notebooks: list[Path], to: Path, exported: Path, lessons: Path, jobs: int
) -> None:
    """Write every notebook as a source for Sphinx; those that are named are run for it first.

    Parameters
    ----------
    exported : where their pages stay for the next time.
    lessons : where the slides of some stay; a notebook runs once for both.
    """
    to.mkdir(parents=True)
    kept = Kept(exported), Kept(lessons)
    with ThreadPoolExecutor(jobs) as pool:
        for path, *made in pool.map(lambda one: _run(one, *kept), notebooks):
            for folder, names in zip(kept, made, strict=True):
                folder.note(run_of(path), *names)
    print()  # after the names of those that were run
    every = list_notebooks()
    for path in every:
        page = exported / f"{path.stem}.html"
        _write_notebook(path, lead(page) if path in notebooks else _unrun(path), to)
    lines = [f"- [{' · '.join(titled)}]({path.stem}.md)" for path, *titled in titles(every)]
    start = "# Notebooks\n\nEach page shows a notebook after a run: its boards play here.\n\n"
    (to / "index.md").write_text(start + "\n".join(lines) + "\n")


def list_notebooks() -> list[Path]:
    """Every notebook, in the order in which a reader meets them."""
    return sorted(REPO.glob("notebooks/*.ipynb"), key=_place)


def _place(notebook: Path) -> tuple[bool, bool, str]:
    """The welcome comes first, then the numbered ones."""
    return notebook.stem != "welcome", not notebook.stem[0].isdigit(), notebook.stem


def titles(notebooks: list[Path]) -> Iterator[tuple[Path, *tuple[str, ...]]]:
    """Each notebook with its title, and with its question if the welcome lists one."""
    cells = json.loads(notebooks[0].read_text("utf-8"))["cells"]
    text = "\n".join("".join(cell["source"]) for cell in cells)
    asked = {name: [question] for _, name, question in ASKED.findall(text)}
    for path in notebooks:
        title = json.loads(path.read_text("utf-8"))["cells"][0]["source"][0]
        yield path, title.strip("# \n"), *asked.get(path.stem, [])


def lead(page: Path) -> str:
    """A page that was made in a folder of `build/site`, with links for a folder of the site."""
    here = os.path.relpath(REPO, page.parent).replace(os.sep, "/")
    return LINK.sub(r"\1.html", page.read_text("utf-8").replace(f'href="{here}/', 'href="../'))


def _unrun(notebook: Path) -> str:
    """The page of a notebook with its code and text alone."""
    return LINK.sub(r"\1.html", HTMLExporter().from_filename(str(notebook))[0])


def _run(notebook: Path, exported: Kept, lessons: Kept) -> tuple[Path, list[str], list[str]]:
    """Run a notebook if its page or its slides are not those of the notebook as it is now; with
    the names of both."""
    page, slides, source = f"{notebook.stem}.html", f"{notebook.stem}{SLIDES}", run_of(notebook)
    shown = [slides] * (notebook.stem in tomorrow.stems(SLIDES))
    if not exported.has(page, source) or not all(lessons.has(one, source) for one in shown):
        outs = [exported.folder / page, *(lessons.folder / one for one in shown)]
        tomorrow.export(notebook, *outs)
        print(notebook.stem, end=" ", flush=True)
    return notebook, [page], shown


def _write_notebook(notebook: Path, page: str, to: Path) -> None:
    body = BeautifulSoup(page, "html.parser").main
    parts = [part for cell in body.find_all(class_="jp-Cell") for part in _cell(cell)]
    parts.insert(1, _raw(NOTE.format(run=RUN.format(name=notebook.stem))))
    text = "\n\n".join(parts) + "\n"
    if notebook.stem == "play":  # the menu has its board, on a page of its own
        text = f"---\norphan: true\n---\n\n{text}"
    (to / f"{notebook.stem}.md").write_text(text, encoding="utf-8")


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
    for paragraph in text.find_all("p"):
        if KEYS.search(paragraph.get_text()):
            kept = SENTENCE.sub("", paragraph.decode_contents()).strip()
            paragraph.replace_with(BeautifulSoup(f"<p>{kept}</p>" if kept else "", "html.parser"))
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
    return f"{fence}{{raw}} html\n{html.strip()}\n{fence}"


def write_boards(source: Path, each: int) -> None:
    """The stepper of the front page, the game's page, and the scripts and styles of all players."""
    static = source / "static"
    static.mkdir()
    (static / "players.css").write_text(export.styles())
    (static / "players.js").write_text(export.script("alone"))
    trace = record(load("nyu/Input1"), "fc")
    step = trace.steps("wipe-out")[19]
    _write_share(trace, step, static / "share.png")
    stepper = Stepper(trace, step=step, hide_ahead=True)
    (source / "stepper.html").write_text(stepper.as_html(), encoding="utf-8")
    shelf.write(source, source.parent / "boards", RUN.format(name="play"), each)


def _write_share(trace: Trace, step: int, to: Path) -> None:
    """The picture that goes with a link to the site: 1200 by 630, as other sites ask for it."""
    figure = Figure(figsize=(12, 6.3), dpi=100, facecolor="white")
    draw_board(trace, step, ax=figure.add_axes((0.46, 0.09, 0.52, 0.88)), title="")
    figure.text(
        0.05, 0.62, "How does\na computer\nsearch?", fontsize=42, weight="bold", va="center"
    )
    figure.text(0.05, 0.22, "futoshiki_lab: watch it,\nwrite it, take it apart", fontsize=21)
    figure.savefig(to)
