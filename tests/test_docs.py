"""The pages are right: examples run, links and files exist, lines are not too long.

`python tests/test_docs.py` draws docs/board.svg again, and counts the lines of the guide's map.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from house import PACKAGE, REPO, ROOMS, lines_of_rooms

import futoshiki_lab
from futoshiki_lab import bundled, dumps, load, solve
from futoshiki_lab.draw.puzzle_scene import puzzle_scene
from futoshiki_lab.draw.svg import board_svg

PAGES = {
    path.relative_to(REPO).as_posix(): path.read_text("utf-8")
    for pattern in ("*.md", ".github/*.md", "docs/**/*.md", "data/*.md")
    for path in REPO.glob(pattern)
}
WIDTH = 120
every_page = pytest.mark.parametrize("page", sorted(PAGES))


def lines_of(page: str) -> Iterator[tuple[int, str, str]]:
    """Number, kind and text of each line; the kinds are python, other, indented, table, prose."""
    fence = ""
    for number, line in enumerate(PAGES[page].splitlines(), 1):
        if line.startswith("```"):
            fence = "" if fence else line[3:] or "other"
        elif fence:
            yield number, fence, line
        elif line.startswith("    "):
            yield number, "indented", line[4:]
        else:
            yield number, "table" if line.startswith("|") else "prose", line


def text_of(page: str, *kinds: str) -> str:
    return "\n".join(line for _, kind, line in lines_of(page) if kind in kinds)


# -- how they look ---------------------------------------------------------------------------------


@every_page
def test_prose_wraps_at_120_characters(page):
    lines = ((number, line) for number, kind, line in lines_of(page) if kind == "prose")
    assert [number for number, line in lines if len(line) > WIDTH and " " in line] == []


# -- where they lead -------------------------------------------------------------------------------

SUFFIX = re.compile(r"\.(py|js|md|txt|toml|yml|cff|lock|csv|json|sh|svg|png|ipynb|essence|conf)$")
SPAN = re.compile(r"`([^`]+)`")
BUNDLED = set(bundled())  # `nyu/Input2` looks like a file, but is a short name
NOT_HERE = (
    "cspbase.py",
    "uv.lock",
    "pip.conf",
    ".venv",
    "build/",
    "site/",
    "names.csv",
    "exam-",
    "my_solver.py",
)  # what tools and users have


def is_path(span: str) -> bool:
    """Whether a text in backticks names a file or folder of this repository."""
    looks_so = re.fullmatch(r"[\w./-]+", span) and ("/" in span or SUFFIX.search(span))
    return bool(looks_so) and not span.startswith(("/", *NOT_HERE)) and span not in BUNDLED


@cache
def paths_of(page: str) -> list[str]:
    return [span for span in SPAN.findall(text_of(page, "prose", "table")) if is_path(span)]


def found(page: str, path: str) -> Path | None:
    """The file or folder of that name, in the page's folder, the checkout or the package, or in a
    folder of these that the page names too."""
    places = [(REPO / page).parent, REPO, PACKAGE]
    folders = [name for name in paths_of(page) if name.endswith("/")]
    places += [place / folder for place in places for folder in folders]
    return next((place / path for place in places if (place / path).exists()), None)


@every_page
def test_every_link_leads_somewhere(page):
    links = re.findall(r"\]\(([^)#]+)", text_of(page, "prose", "table"))
    near = [link for link in links if "://" not in link]
    assert [link for link in near if not ((REPO / page).parent / link).exists()] == []


@every_page
def test_every_file_that_a_page_names_exists(page):
    assert [path for path in paths_of(page) if not found(page, path)] == []


@every_page
def test_a_name_is_in_the_file_where_a_page_says_it_is(page):
    """Such as "`LOOKS` in `core/search.py`"."""
    prose = " ".join(text_of(page, "prose").split())
    for name, path in re.findall(r"`(\w+)` (?:in|of) `([\w/]+\.\w+)`", prose):
        assert re.search(rf"\b{name}\b", found(page, path).read_text("utf-8")), (name, path)


# -- what they show --------------------------------------------------------------------------------


def python_blocks(page: str) -> Iterator[str]:
    """Each block of Python, after as many empty lines as its first line has before it."""
    block: list[str] = []
    for number, kind, line in lines_of(page):
        if kind == "python":
            block = block or [""] * (number - 1)
            block.append(line)
        elif block:
            yield "\n".join(block)
            block = []


@pytest.mark.parametrize("page", [page for page in sorted(PAGES) if list(python_blocks(page))])
def test_the_python_examples_run(page, tmp_path, monkeypatch):
    """In order, as the cells of one notebook, in a folder of their own."""
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "__main__"}  # a function of one's own is sent to workers by value
    for number, block in enumerate(python_blocks(page)):
        path = tmp_path / f"cell_{number}.py"  # a stepper shows the lines of such a function
        path.write_text(block, "utf-8")
        exec(compile(block, str(path), "exec"), names)
    files = re.findall(r'"([\w-]+)(\.(?:csv|html|pdf))"', text_of(page, "python"))
    assert bool(files) == (page == "docs/GUIDE.md")
    for stem, ending in files:  # of several versions each has its number behind the stem
        made = [*tmp_path.glob(f"{stem}*{ending}")]
        assert made
        assert all(path.stat().st_size for path in made)


def commands(page: str, program: str) -> list[list[str]]:
    """The words after a program's name in each line of a page that starts it."""
    lines = (line for _, kind, line in lines_of(page) if kind == "indented")
    return [
        shlex.split(line.removeprefix(program)) for line in lines if line.startswith(program + " ")
    ]


CONSOLE = [(page, words) for page in sorted(PAGES) for words in commands(page, "futoshiki-lab")]


@pytest.mark.parametrize(
    ("page", "words"),
    CONSOLE,
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_the_console_examples_run(page, words, tmp_path, monkeypatch, run):
    monkeypatch.chdir(tmp_path)
    shutil.copy(REPO / "data" / "nyu" / "Input1.txt", tmp_path)
    puzzles = [load(f"unequal/7x7-tricky#{number}") for number in (1, 2)]
    (tmp_path / "puzzles.txt").write_text(dumps(puzzles, "id"))
    (tmp_path / "puzzle.txt").write_text(dumps(puzzles[0], "grids"))
    for name in ("names", "exam-answers", "given"):
        (tmp_path / f"{name}.csv").write_text("name,1\nAda,B\n")
    code, out, err = run(*words)
    assert (code, err) == (0, "")
    stem, _, end = (words[words.index("-o") + 1] if "-o" in words else "").partition(".")
    made = [*tmp_path.glob(f"{stem}*.{end}")] if stem else []  # of a roster's sheets each
    assert all(path.read_text("utf-8") for path in made) if made else out


# -- the map of the guide --------------------------------------------------------------------------

GUIDE = REPO / "docs" / "GUIDE.md"
MAPPED = re.compile(r"^      (\w+)(/|\.py) +(?:([\d,]+) +)?(\D.*)$", re.M)
SHOWN = [("__init__", ".py", "", ""), *ROOMS]


def measured_map() -> str:
    """The guide's rows anew: the rooms of CONTRIBUTING.md, their lines of code, and its words."""
    page, lines = GUIDE.read_text("utf-8"), lines_of_rooms()
    shown = list(MAPPED.finditer(page))
    words = {room: about for room, _, about, _ in SHOWN} | {row[1]: row[4] for row in shown}
    rows = [f"      {room + end:15} {lines[room]:6,}  {words[room]}" for room, end, *_ in SHOWN]
    return page[: shown[0].start()] + "\n".join(rows) + page[shown[-1].end() :]


def test_the_map_of_the_guide_has_every_room_in_order_and_how_many_lines_of_code_it_has():
    """To within a tenth: not every change of a line has to be a change of the page."""
    said = {
        room: lines.replace(",", "") for room, _, lines, _ in MAPPED.findall(PAGES["docs/GUIDE.md"])
    }
    again, counted = "python tests/test_docs.py writes it anew", lines_of_rooms()
    assert list(said) == [room for room, *_ in SHOWN], again
    wrong = [room for room in said if not 0.9 < int(said[room] or 0) / counted[room] < 1.1]
    assert wrong == [], again


# -- the board of the README -----------------------------------------------------------------------

BOARD = REPO / "docs" / "board.svg"
MARGIN, GAP = 20, 60


def board_picture() -> str:
    """A puzzle and its solution side by side, dark on white paper, so readable on any page."""
    puzzle = load("nyu/Input2")
    grids = puzzle.grid, solve(puzzle, engine="readable").solution
    boards = [board_svg(puzzle_scene(puzzle, grid), labels=False) for grid in grids]
    side = int(re.search(r'width="(\d+)"', boards[0])[1])
    width, height = 2 * MARGIN + GAP + 2 * side, 2 * MARGIN + side
    paper = f'<rect width="{width}" height="{height}" rx="8" fill="#ffffff"/>'
    placed = (
        board.replace("<svg ", f'<svg x="{MARGIN + k * (side + GAP)}" y="{MARGIN}" ', 1)
        for k, board in enumerate(boards)
    )
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
    return f'{opening} color="#1a1a1a">{paper}{"".join(placed)}</svg>\n'


def test_the_readme_shows_a_board_that_the_package_draws():
    assert "(docs/board.svg)" in PAGES["README.md"]
    assert BOARD.read_text("utf-8") == board_picture()


if __name__ == "__main__":
    BOARD.write_text(board_picture(), "utf-8")
    GUIDE.write_text(measured_map(), "utf-8")


# -- public names ----------------------------------------------------------------------------------


def test_a_notebook_uses_each_public_name_or_a_page_says_what_it_is_for():
    files = [*REPO.glob("notebooks/*.ipynb"), REPO / "README.md", *REPO.glob("docs/*.md")]
    words = {word for file in files for word in re.findall(r"\w+", file.read_text("utf-8"))}
    assert {*futoshiki_lab.__all__} - words == set()
