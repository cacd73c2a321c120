"""Puzzles from texts, files and short names, and to texts and files."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from futoshiki_lab.core import Problem, Puzzle, PuzzleError
from futoshiki_lab.formats.detection import HEADING, recognise
from futoshiki_lab.formats.origin import picked, puzzle_name, text_from
from futoshiki_lab.formats.registry import READERS, format_for, known
from futoshiki_lab.formats.sketch import Reading
from futoshiki_lab.formats.text import clean, end_of
from futoshiki_lab.support.phrases import printable, shown

if TYPE_CHECKING:
    from futoshiki_lab.support.writing import FileName

MODEL = "futoshiki.essence"  # the name of the model's file, here and beside a parameter file


def loads(text: str, format: str | None = None, name: str = "", *, strict: bool = True) -> Puzzle:
    """Read the one puzzle of a text.

    Parameters
    ----------
    text : the puzzle, in any format.
    format : the format's name, one of `FORMATS`, or None to detect it from the text.
    name : what to call the puzzle.
    strict : False to take a text with one line too many at its end, with a warning that shows it.

    Raises
    ------
    PuzzleError : the text cannot be read (with line and column), or holds several puzzles.
    """
    return _only(loads_all(text, format, name, strict=strict))


def loads_all(
    text: str, format: str | None = None, name: str = "", *, strict: bool = True
) -> list[Puzzle]:
    """Read all puzzles of a text; where there are several, each is called `name#k`, k from 1.

    Parameters
    ----------
    text, format, name, strict : as for `loads`.

    Raises
    ------
    PuzzleError : the text cannot be read.
    """
    return _puzzles(_entries(text, format, name, strict))


def load(source: FileName, format: str | None = None, *, strict: bool = True) -> Puzzle:
    """Read one puzzle from a file, from standard input or from the bundled puzzles.

    Parameters
    ----------
    source : a path; `-` for standard input; or the short name of a bundled puzzle, `nyu/Input2`
        (a path that exists goes first). `#k` at its end picks one of several puzzles, k from 1.
    format : the format's name, or None to detect it from the text.
    strict : False to take a file with one line too many at its end, with a warning that shows it.

    Raises
    ------
    PuzzleError : there is no such file, it cannot be read, or it holds several puzzles and none is
        picked.
    """
    return _only(load_all(source, format, strict=strict), printable(os.fspath(source)))


def load_all(source: FileName, format: str | None = None, *, strict: bool = True) -> list[Puzzle]:
    """Read all puzzles from a file, from standard input or from the bundled puzzles.

    Parameters
    ----------
    source, format, strict : as for `load`; with `#k` the list has the one puzzle that is picked.

    Raises
    ------
    PuzzleError : there is no such file, or it cannot be read.
    """
    return _puzzles(load_entries(source, format, strict))


def load_entries(
    source: FileName, format: str | None = None, strict: bool = True
) -> list[Puzzle | PuzzleError]:
    """Read what a file has for each of its puzzles: the puzzle, or why it cannot be read, where the
    text still shows where the next one begins (a line of IDs, a board of `lists`).

    Parameters, Raises: as for `load_all`.
    """
    if not isinstance(source, str | os.PathLike):
        raise PuzzleError(f"expected a file, such as 'nyu/Input1', found {source!r:.60}")
    where, pick = picked(os.fspath(source))
    file = printable(where)
    try:
        entries = _entries(text_from(where), format, puzzle_name(where), strict)
    except PuzzleError as error:
        error.file = file
        raise
    for entry in entries:
        if isinstance(entry, PuzzleError):
            entry.file = file
    if pick is None:
        return entries
    if not 1 <= pick <= len(entries):
        last = f"#1 to #{len(entries)}" if len(entries) > 1 else "#1"
        raise PuzzleError(f"expected {last}, found #{pick}", file=file)
    return [entries[pick - 1]]


def _entries(text: str, format: str | None, name: str, strict: bool) -> list[Puzzle | PuzzleError]:
    text = clean(text)
    try:
        entries = _read(text, format)
    except PuzzleError as error:
        entries = _without_last_line(text, format, error) if not strict else ()
        if not entries:
            raise
    if isinstance(entries[-1], PuzzleError) and not strict:
        entries = _without_last_line(text, format, entries[-1]) or entries
    alone = len(entries) == 1
    return [
        entry
        if isinstance(entry, PuzzleError)
        else entry.puzzle((name if alone else f"{name}#{k}") if name else entry.name)
        for k, entry in enumerate(entries, 1)
    ]


def _read(text: str, format: str | None) -> Sequence[Reading]:
    if not HEADING.search(text):
        return _read_part(text, format)
    from futoshiki_lab.formats.headings import read_parts  # few files have them

    return read_parts(text, lambda part: _read_part(part, format))


def _read_part(text: str, format: str | None) -> Sequence[Reading]:
    taken, begins = (format, "") if format else recognise(text)
    entries: Sequence[Reading] = ()
    try:
        entries = known(taken, READERS).function("read")(text)
        errors = [entry for entry in entries if isinstance(entry, PuzzleError)]
    except PuzzleError as error:
        errors = [error]
    if errors:
        from futoshiki_lab.formats.headings import help_with_signs  # few files have any

        help_with_signs(text, errors)
    for wrong in errors:
        if len(errors) >= len(entries) and not format:  # it may be another format
            wrong.message += f" (read as {taken}, since it begins with {begins})"
    if not entries:
        raise errors[0]
    return entries


def _without_last_line(text: str, format: str | None, wrong: PuzzleError) -> Sequence[Reading]:
    """What the text holds without its last line, if only that is wrong; nothing otherwise."""
    before, _, last = text.rstrip().rpartition("\n")
    try:
        entries = _read(before, format) if wrong.line == end_of(text).line else ()
    except PuzzleError:
        return ()
    if not entries or isinstance(entries[-1], PuzzleError):
        return ()
    left_out = f"line {wrong.line}, the last one, cannot be read and is left out: {shown(last)}"
    warnings.warn(left_out, stacklevel=5)
    return entries


def _puzzles(entries: list[Puzzle | PuzzleError]) -> list[Puzzle]:
    if wrong := [entry for entry in entries if isinstance(entry, PuzzleError)]:
        raise wrong[0]
    return [entry for entry in entries if isinstance(entry, Puzzle)]


def _only(puzzles: list[Puzzle], file: str | None = None) -> Puzzle:
    if len(puzzles) == 1:
        return puzzles[0]
    many = f"{len(puzzles)} puzzles: pick one with #k, k from 1 to {len(puzzles)}, or read them all"
    raise PuzzleError(f"expected one puzzle, found {many}", file=file)


def dumps(puzzles: Problem | Iterable[Puzzle], format: str = "grids") -> str:
    """Write puzzles as text.

    Parameters
    ----------
    puzzles : one puzzle, or several where the format has room for them (`id`, `pairs`). The clauses
        of `cnf` can say any other `Problem`, too.
    format : the format's name, one of `FORMATS`.

    Raises
    ------
    PuzzleError : the format is unknown, has room for one puzzle only, or cannot say what the puzzle
        says (`lists`: vertical signs).
    """
    form = known(format)
    given: list[Any] = [puzzles]
    if isinstance(puzzles, Iterable) and not isinstance(puzzles, Problem):
        given = [*puzzles]
    if not given:
        raise PuzzleError("expected a puzzle to write, found none")
    for one in given:
        if not isinstance(one, Problem if format == "cnf" else Puzzle):
            only = "; the format cnf can say any problem" * isinstance(one, Problem)
            raise PuzzleError(f"expected a Puzzle to write as {format}, found {one!r:.60}{only}")
    if len(given) > 1 and not form.many:
        expected = f"expected one puzzle, as the format {format} has room for"
        raise PuzzleError(f"{expected}, found {len(given)}")
    text: str = form.function("write")(given if form.many else given[0])
    return text


def save(
    puzzles: Problem | Iterable[Puzzle],
    path: FileName,
    format: str | None = None,
    *,
    model: bool = False,
) -> None:
    """Write puzzles to a file, whole or not at all.

    Parameters
    ----------
    puzzles : one puzzle, or several where the format has room for them.
    path : where to; a file that is there is replaced.
    format : the format's name, or None to go by the suffix: `.param` is essence, `.dat` pairs,
        `.txt` grids, and each format's own name is a suffix too (`.picture`, `.id`, `.csv`, ...;
        not `.essence`, which is a model's). Any other means grids.
    model : with the essence format, whether to write the model beside it, as `futoshiki.essence`.

    Raises
    ------
    PuzzleError : as for `dumps`, or the file cannot be written; it then stays as it was.
    """
    from futoshiki_lab.support.writing import write_file  # only who writes needs it

    path = Path(path)
    format = known(format or format_for(path.suffix)).name
    if model and format != "essence":
        raise PuzzleError(f"expected the format essence to write a model for, found {format}")
    write_file(path, dumps(puzzles, format))
    if model:
        write_file(path.with_name(MODEL), essence_model())


def essence_model() -> str:
    """The Essence model of Futoshiki that reads the parameter files, for Conjure."""
    return Path(__file__).with_name(MODEL).read_text(encoding="utf-8")
