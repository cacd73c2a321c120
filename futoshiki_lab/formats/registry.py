"""The table of formats: how each is read and how it is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType

from futoshiki_lab.core import Puzzle, PuzzleError
from futoshiki_lab.formats import (
    csv_format,
    essence,
    fut,
    game_id,
    grids,
    lists,
    pairs,
    picture,
    rel,
)
from futoshiki_lab.formats.draft import Entry
from futoshiki_lab.support.phrases import shown

Reader = Callable[[str], Sequence[Entry]]


@dataclass(frozen=True)
class Format:
    """One way to write puzzles down.

    Parameters
    ----------
    name : what `format=` calls it.
    read : text to all that it has for puzzles: a draft, or an error where one cannot be read.
    write : the puzzles (one where `many` is False) to text; reading it again gives the same.
    many : whether one text can hold several puzzles.
    suffixes : the file suffixes that mean this format when a puzzle is saved.
    """

    name: str
    read: Reader
    write: Callable[[Sequence[Puzzle]], str]
    many: bool = False
    suffixes: tuple[str, ...] = ()


def _alone(write: Callable[[Puzzle], str]) -> Callable[[Sequence[Puzzle]], str]:
    """Make a writer of one puzzle accept a sequence of one."""
    return lambda puzzles: write(puzzles[0])


_ALL = (
    Format("grids", grids.read, _alone(grids.write), suffixes=(".txt",)),
    Format("picture", picture.read, _alone(picture.write)),
    Format("id", game_id.read, game_id.write, many=True),
    Format("pairs", pairs.read, pairs.write, many=True, suffixes=(".dat",)),
    Format("essence", essence.read, _alone(essence.write), suffixes=(".param", ".essence-param")),
    Format("csv", csv_format.read, _alone(csv_format.write)),
    Format("rel", rel.read, _alone(rel.write)),
    Format("lists", lists.read, _alone(lists.write)),
    Format("fut", fut.read, _alone(fut.write)),
)

FORMATS: Mapping[str, Format] = MappingProxyType({form.name: form for form in _ALL})
"""The formats by name; each also has its own name as a suffix, `puzzle.rel`."""

VARIANTS = {"pairs-constraints-first": pairs.read_constraints_first}
READERS = {name: form.read for name, form in FORMATS.items()} | VARIANTS
"""The readers by name: of every format, and of a variant that has to be asked for, because
detection takes its texts for another format's."""


def reader(name: str) -> Reader:
    """The reader of a format or variant; `known` says what is raised if there is none."""
    return READERS[_one_of(READERS, name)]


def known(name: str) -> Format:
    """The format of a name.

    Raises
    ------
    PuzzleError : there is none; the message lists them.
    """
    return FORMATS[_one_of(FORMATS, name)]


def _one_of(table: Mapping[str, object], name: str) -> str:
    if name in table:
        return name
    close = get_close_matches(str(name)[:40].lower(), table, 1)
    hint = f"; did you mean {close[0]}?" if close else ""
    raise PuzzleError(f"expected a format ({', '.join(table)}), found {shown(str(name))}{hint}")


def format_for(suffix: str) -> str:
    """The format that a file's suffix stands for, `grids` where it says nothing."""
    for form in FORMATS.values():
        if suffix.lower() in (f".{form.name}", *form.suffixes) and suffix.lower() != ".essence":
            return form.name
    return "grids"
