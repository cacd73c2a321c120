"""The table of formats: who uses each, how it is read and how it is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType

from futoshiki_lab.core import Puzzle, PuzzleError
from futoshiki_lab.formats import csv_format, essence, game_id, grids, lists, pairs, picture, rel
from futoshiki_lab.formats.text import shown


@dataclass(frozen=True)
class Format:
    """One way to write puzzles down.

    Parameters
    ----------
    name : what `format=` calls it.
    used_by : who writes files like this.
    read : text to all the puzzles in it.
    write : the puzzles (one where `many` is False) to text; reading it again gives the same.
    many : whether one text can hold several puzzles.
    suffixes : the file suffixes that mean this format when a puzzle is saved.
    """

    name: str
    used_by: str
    read: Callable[[str], list[Puzzle]]
    write: Callable[[Sequence[Puzzle]], str]
    many: bool = False
    suffixes: tuple[str, ...] = ()


def _alone(write: Callable[[Puzzle], str]) -> Callable[[Sequence[Puzzle]], str]:
    """Let a writer of one puzzle take a sequence of one."""
    return lambda puzzles: write(puzzles[0])


_ALL = (
    Format("grids", "NYU course files", grids.read, _alone(grids.write), suffixes=(".txt",)),
    Format("picture", "people, and this package's own output", picture.read, _alone(picture.write)),
    Format("id", "Simon Tatham's Unequal", game_id.read, game_id.write, many=True),
    Format("pairs", "USP course files", pairs.read, pairs.write, many=True, suffixes=(".dat",)),
    Format(
        "essence",
        "Conjure",
        essence.read,
        _alone(essence.write),
        suffixes=(".param", ".essence-param"),
    ),
    Format("csv", "HCMUS course files", csv_format.read, _alone(csv_format.write)),
    Format("rel", "Wrocław course files", rel.read, _alone(rel.write)),
    Format("lists", "Toronto CSC384 boards", lists.read, _alone(lists.write)),
)

FORMATS: Mapping[str, Format] = MappingProxyType({form.name: form for form in _ALL})
"""The formats by name; each also has its own name as a suffix, `puzzle.rel`."""

VARIANTS: Mapping[str, Callable[[str], list[Puzzle]]] = MappingProxyType(
    {"pairs-constraints-first": pairs.read_constraints_first}
)
"""Readers that have to be asked for, because detection takes their texts for another format's."""


def reader(name: str) -> Callable[[str], list[Puzzle]]:
    """The reader of a format or variant."""
    return VARIANTS[name] if name in VARIANTS else known(name, (*FORMATS, *VARIANTS)).read


def known(name: str, names: Sequence[str] = tuple(FORMATS)) -> Format:
    """The format of a name.

    Raises
    ------
    PuzzleError : there is none; the message lists them.
    """
    if name not in FORMATS:
        close = get_close_matches(str(name)[:40], names, 1)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise PuzzleError(f"expected a format ({', '.join(names)}), found {shown(str(name))}{hint}")
    return FORMATS[name]


def format_for(suffix: str) -> str:
    """The format that a file's suffix stands for, `grids` where it says nothing."""
    for form in FORMATS.values():
        if suffix.lower() in (f".{form.name}", *form.suffixes) and suffix.lower() != ".essence":
            return form.name
    return "grids"
