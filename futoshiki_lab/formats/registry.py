"""The table of formats: what each is called, and where it is read and written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import Any

from futoshiki_lab.core import PuzzleError, unknown


@dataclass(frozen=True)
class Format:
    """One way to write puzzles down.

    Parameters
    ----------
    name : what `format=` calls it.
    shows : how a text of the format begins.
    home : the file of this folder with its `read_name` and `write_name`, which is loaded when one
        of them is needed.
    many : whether one text can hold several puzzles.
    suffixes : the file suffixes that mean this format when a puzzle is saved.
    """

    name: str
    shows: str
    home: str
    many: bool = False
    suffixes: tuple[str, ...] = ()

    def function(self, verb: str) -> Any:
        """What reads a text of the format, or writes one.

        Parameters
        ----------
        verb : "read", a text to all that it has for puzzles: a sketch, or an error where one cannot
            be read; or "write", the puzzle (the puzzles where `many` is True) to text.
        """
        home = import_module(f"{__package__}.{self.home}")
        return getattr(home, f"{verb}_{self.name.replace('-', '_')}")


_ALL = (
    Format("grids", "rows of numbers", "grids", suffixes=(".txt",)),
    Format("picture", "cells such as . 0 5 and signs", "picture"),
    Format("id", "a number and a colon", "game_id", many=True),
    Format("pairs", "a number alone, then numbers", "pairs", many=True, suffixes=(".dat",)),
    Format("essence", "letting", "pairs", suffixes=(".param", ".essence-param")),
    Format("csv", "a number, then commas", "tables"),
    Format("rel", "a number, then START:", "tables"),
    Format("lists", "a bracket", "lists"),
    Format("fut", "a number alone, then cells and signs", "picture"),
    Format("cnf", "p cnf, or the answer to one", "clauses"),
)

FORMATS: Mapping[str, Format] = MappingProxyType({form.name: form for form in _ALL})
"""The formats by name; each also has its own name as a suffix, `puzzle.rel`."""

VARIANT = Format("pairs-constraints-first", "a number alone, then numbers", "pairs")
READERS: Mapping[str, Format] = {**FORMATS, VARIANT.name: VARIANT}
"""What reads, by name: every format, and a variant that has to be asked for, because detection
takes its texts for another format's. Nothing is written in a variant."""


def known(name: str, table: Mapping[str, Format] = FORMATS) -> Format:
    """The format of a name; of `READERS` it may be the variant.

    Raises
    ------
    PuzzleError : there is none; the message lists them.
    """
    if name not in table:
        raise PuzzleError(unknown("format", str(name)[:40], table))
    return table[name]


def format_for(suffix: str) -> str:
    """The format that a file's suffix stands for, `grids` where it says nothing."""
    for form in FORMATS.values():
        if suffix.lower() in (f".{form.name}", *form.suffixes) and suffix.lower() != ".essence":
            return form.name
    return "grids"
