"""Sheets as files: the end of the name says how."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from futoshiki_lab.core import unknown
from futoshiki_lab.exams import asking_notebook, deck, markdown, moodle, paper, qti
from futoshiki_lab.exams.question import Items
from futoshiki_lab.support.writing import write_file

Written = Mapping[str, str | bytes]  # what is put before the end of the name, and the content
BOTH = {"": False, "-key": True}  # the sheet, and the key beside it

ENDS: dict[str, Callable[[Items], Written]] = {
    ".html": lambda sheet: {name: paper.of_sheet(sheet, key) for name, key in BOTH.items()},
    ".slides.html": lambda sheet: {"": deck.of_sheet(sheet)},
    ".pdf": lambda sheet: {
        name: paper.print_to_pdf(paper.of_sheet(sheet, key)) for name, key in BOTH.items()
    },
    ".md": lambda sheet: {name: markdown.of_sheet(sheet, key) for name, key in BOTH.items()},
    ".ipynb": lambda sheet: {"": asking_notebook.of_sheet(sheet)},
    ".moodle.xml": lambda sheet: {"": moodle.of_sheet(sheet)},
    ".qti.zip": lambda sheet: {"": qti.of_sheet(sheet)},
}


def end_of(path: Path) -> str:
    """The end of a name that says how to write the file; ValueError if there is none."""
    found = [end for end in ENDS if path.name.lower().endswith(end)]
    if not found:
        raise ValueError(unknown("end of a file's name", path.suffix, tuple(ENDS)))
    return max(found, key=len)


def save(sheet: Items, path: Path) -> list[Path]:
    """Write a sheet, and its key if that is a file of its own; see `Sheet.save`."""
    end = end_of(path)
    made = ENDS[end](sheet)
    stem = path.name[: -len(end)]
    paths = [path.with_name(f"{stem}{more}{path.name[len(stem) :]}") for more in made]
    for one, content in zip(paths, made.values(), strict=True):
        write_file(one, content)
    return paths
