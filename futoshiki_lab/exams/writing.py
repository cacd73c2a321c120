"""Sheets as files: the end of the name says how."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from futoshiki_lab.core import unknown
from futoshiki_lab.exams import deck, layout, markdown, moodle, notebook, page, pdf, qti
from futoshiki_lab.exams.question import Items
from futoshiki_lab.formats import write_file

Written = Mapping[str, str | bytes]  # what is put before the end of the name, and the content


def _markdown(sheet: Items) -> Written:
    return {"": markdown.of_sheet(sheet), "-key": markdown.of_sheet(sheet, key=True)}


def _html(sheet: Items) -> Written:
    return {"-key" * key: page.of_parts(layout.of_sheet(sheet, key), key) for key in (False, True)}


def _pdf(sheet: Items) -> Written:
    return {"-key" * key: pdf.of_parts(layout.of_sheet(sheet, key)) for key in (False, True)}


def _deck(sheet: Items) -> Written:
    return {"": deck.of_sheet(sheet)}


def _moodle(sheet: Items) -> Written:
    return {"": moodle.of_sheet(sheet)}


def _qti(sheet: Items) -> Written:
    return {"": qti.of_sheet(sheet)}


def _notebook(sheet: Items) -> Written:
    return {"": notebook.of_sheet(sheet)}


ENDS: dict[str, Callable[[Items], Written]] = {
    ".html": _html,
    ".slides.html": _deck,
    ".pdf": _pdf,
    ".md": _markdown,
    ".ipynb": _notebook,
    ".moodle.xml": _moodle,
    ".qti.zip": _qti,
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
