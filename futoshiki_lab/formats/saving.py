"""From puzzles to text and files."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from futoshiki_lab.core import Puzzle, PuzzleError
from futoshiki_lab.formats.essence import essence_model
from futoshiki_lab.formats.registry import format_for, known
from futoshiki_lab.formats.source import Source, printable


def dumps(puzzles: Puzzle | Iterable[Puzzle], format: str = "grids") -> str:
    """Write puzzles as text.

    Parameters
    ----------
    puzzles : one puzzle, or several where the format has room for them (`id`, `pairs`).
    format : the format's name, one of `FORMATS`.

    Raises
    ------
    PuzzleError : the format is unknown, has room for one puzzle only, or cannot say what the puzzle
        says (`lists`: vertical signs).
    """
    form = known(format)
    puzzles = [puzzles] if isinstance(puzzles, Puzzle) else list(puzzles)
    if not puzzles:
        raise PuzzleError("expected a puzzle to write, found none")
    if len(puzzles) > 1 and not form.many:
        raise PuzzleError(
            f"expected one puzzle, as the format {format} has room for, found {len(puzzles)}"
        )
    return form.write(puzzles)


def save(
    puzzles: Puzzle | Iterable[Puzzle],
    path: Source,
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
    PuzzleError : as for `dumps`, or the file cannot be written. What stood there still does.
    """
    path = Path(path)
    format = known(format or format_for(path.suffix)).name
    if model and format != "essence":
        raise PuzzleError(f"expected the format essence to write a model for, found {format}")
    _write(path, dumps(puzzles, format))
    if model:
        _write(path.with_name("futoshiki.essence"), essence_model())


def _write(path: Path, text: str) -> None:
    """Write a file beside its place and then move it there, so that no half of it is ever seen."""
    try:
        target = Path(os.path.realpath(path))  # of a link, the file that it points to
        if target.exists() and not target.is_file():  # a terminal, a pipe: nothing to replace
            target.write_text(text, encoding="utf-8")
        else:
            _replace(target, text)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file name"
        raise PuzzleError(f"cannot write it: {reason}", file=printable(str(path))) from None


def _replace(target: Path, text: str) -> None:
    draft = target.with_name(f".{os.urandom(8).hex()}.tmp")
    try:
        with draft.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)
