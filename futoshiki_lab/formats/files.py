"""From a text, a file or a short name to puzzles: the functions that everybody calls."""

from __future__ import annotations

import os
from dataclasses import replace

from futoshiki_lab.core import Puzzle, PuzzleError
from futoshiki_lab.formats.detect import format_of
from futoshiki_lab.formats.registry import reader
from futoshiki_lab.formats.source import Source, name_of, picked, printable, text_from
from futoshiki_lab.formats.text import clean


def loads(text: str, format: str | None = None, name: str = "") -> Puzzle:
    """Read the one puzzle of a text.

    Parameters
    ----------
    text : the puzzle, in any format.
    format : the format's name, one of `FORMATS`, or None to tell it by what the text shows.
    name : what to call the puzzle.

    Raises
    ------
    PuzzleError : the text cannot be read (with line and column), or holds several puzzles.
    """
    return _only(loads_all(text, format, name))


def loads_all(text: str, format: str | None = None, name: str = "") -> list[Puzzle]:
    """Read all puzzles of a text; where there are several, each is called `name#k`, k from 1.

    Parameters, Raises: as for `loads`.
    """
    text = clean(text)
    puzzles = reader(format or format_of(text))(text)
    if len(puzzles) == 1:
        return [replace(puzzles[0], name=name or puzzles[0].name)]
    return [replace(p, name=f"{name}#{k}" if name else p.name) for k, p in enumerate(puzzles, 1)]


def load(source: Source, format: str | None = None) -> Puzzle:
    """Read one puzzle from a file, from standard input or from the bundled puzzles.

    Parameters
    ----------
    source : a path; `-` for standard input; or the short name of a bundled puzzle, `nyu/Input2`
        (a path that exists goes first). `#k` at its end picks one of several puzzles, k from 1.
    format : the format's name, or None to tell it by what the text shows.

    Raises
    ------
    PuzzleError : there is no such file, it cannot be read, or it holds several puzzles and none is
        picked.
    """
    return _only(load_all(source, format), printable(os.fspath(source)))


def load_all(source: Source, format: str | None = None) -> list[Puzzle]:
    """Read all puzzles from a file, from standard input or from the bundled puzzles.

    Parameters, Raises: as for `load`; with `#k` the list has the one puzzle that is picked.
    """
    where, pick = picked(os.fspath(source))
    file = printable(where)
    try:
        puzzles = loads_all(text_from(where), format, name_of(where))
    except PuzzleError as error:
        at = {"line": error.line, "column": error.column}
        raise PuzzleError(error.message, file=file, **at) from None
    if pick is None:
        return puzzles
    if not 1 <= pick <= len(puzzles):
        last = f"#1 to #{len(puzzles)}" if len(puzzles) > 1 else "#1"
        raise PuzzleError(f"expected {last}, found #{pick}", file=file)
    return [puzzles[pick - 1]]


def _only(puzzles: list[Puzzle], file: str | None = None) -> Puzzle:
    if len(puzzles) == 1:
        return puzzles[0]
    many = f"{len(puzzles)} puzzles: pick one with #k, k from 1 to {len(puzzles)}, or read them all"
    raise PuzzleError(f"expected one puzzle, found {many}", file=file)
