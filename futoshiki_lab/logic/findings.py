"""What a rule can find: what changes on the board, what it rests on, and the words for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from futoshiki_lab.core import Cell
from futoshiki_lab.logic.shape import CellBits, Shape

if TYPE_CHECKING:  # a rule knows nothing of it
    from futoshiki_lab.logic.explanation import Explanation

TRIVIAL, EASY, TRICKY, EXTREME, RECURSIVE = range(5)
LEVELS = ("Trivial", "Easy", "Tricky", "Extreme", "Recursive")


class Kind(NamedTuple):
    """A kind of finding; all of them are in kinds.txt, those of sets with the easiest first.

    Attributes
    ----------
    level : the level of the rule, TRIVIAL to RECURSIVE.
    title : the name of the rule; `{}` stands for the size of a set.
    names : the names with sets of 2, 3 and 4.
    rule : the rule itself, a clause without a full stop.
    """

    level: int
    title: str
    names: list[str]
    rule: str


def _read_kinds() -> Iterator[Kind]:
    _, *lines = Path(__file__).with_name("kinds.txt").read_text(encoding="utf-8").splitlines()
    for line in lines:
        level, title, names, rule = map(str.strip, line.split("|"))
        yield Kind(LEVELS.index(level), title, names.split(", "), rule)


KINDS = {kind.title: kind for kind in _read_kinds()}


@dataclass(frozen=True)
class Finding:
    """What follows on a board, and why, in the numbers and bits of `futoshiki_lab.logic.shape`.

    Attributes
    ----------
    title : that of its kind, in `KINDS`.
    where : the place to look at: a cell, a line, a sign ...
    why : the reason, as a clause to write after the conclusion and a colon.
    premises : the absent values that the finding depends on: with one of them left, it might not
        hold. Together with the signs of the puzzle they imply what was found.
    removes : the values that are removed, as (cell, values).
    places : the values that are entered, as (cell, bit of the value). A finding that neither
        removes nor places anything is a contradiction.
    size : the number of cells or lines of a set.
    lit : the cells that justify it, where these are not those of the premises.
    reason : of a contradiction that a value leads to, the facts against it, and the steps.
    """

    title: str
    where: str
    why: str
    premises: list[CellBits]
    removes: tuple[CellBits, ...] = ()
    places: tuple[CellBits, ...] = ()
    size: int = 0
    lit: tuple[int, ...] = ()
    reason: Explanation | None = None

    @property
    def kind(self) -> Kind:
        """Its kind."""
        return KINDS[self.title]

    @property
    def name(self) -> str:
        """The name of the rule, with the size of a set."""
        names = dict(enumerate(self.kind.names, 2))
        return names.get(self.size) or self.title.format(self.size)

    def cells(self, shape: Shape) -> tuple[Cell, ...]:
        """The cells that justify it, in reading order."""
        numbers = {*self.lit} or {cell for cell, _ in self.premises}
        return tuple(shape.cells[number] for number in sorted(numbers))
