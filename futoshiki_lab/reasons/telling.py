"""What follows from a few facts, one step at a time, up to a contradiction: for a sentence.

Only what a person sees at once is done here: an entry, a sign or a filled cell of the same line
takes values away, and the last place of a value in a line is filled.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from futoshiki_lab.core import Cell, Sign
from futoshiki_lab.reasons.facts import Entry, Fact, Left, Line

Values = frozenset[int]
Absent = tuple[tuple[Cell, Values], ...]  # values that cells do not have


class Step(NamedTuple):
    """Values that a cell loses, and the absent values that this follows from.

    Attributes
    ----------
    fixed : the only value that is left, if the cell had more before; else 0.
    """

    cell: Cell
    gone: Values
    because: Absent
    fixed: int


class Dead(NamedTuple):
    """The contradiction at the end, and the absent values that it follows from."""

    text: str
    because: Absent


def consequences(
    size: int, facts: Sequence[Fact], claim: tuple[Cell, Iterable[int]] | None
) -> tuple[list[Entry], str] | None:
    """The values that follow on the way to a contradiction, and the contradiction in words.

    Parameters
    ----------
    claim : a cell, and the values that it is said to have; None if nothing is claimed.

    Returns
    -------
    Only what the contradiction needs; None if these steps do not lead to one.
    """
    board = _Board(size)
    if claim:
        board.take(claim[0], board.all - set(claim[1]), ())
    rest = []
    for fact in facts:
        if isinstance(fact, Entry | Left):
            left = [fact.value] if isinstance(fact, Entry) else fact.values
            board.take(fact.cell, board.all.difference(left), ())
        else:
            rest.append(fact)
    start = len(board.history)
    while not board.dead and sum(board.use(fact) for fact in rest):
        pass
    return (_needed(board.history, start, board.dead), board.dead.text) if board.dead else None


class _Board:
    """The values left in each cell, and how the others were lost."""

    def __init__(self, size: int):
        self.size, self.all = size, frozenset(range(1, size + 1))
        self.left: defaultdict[Cell, Values] = defaultdict(lambda: self.all)
        self.history: list[Step] = []
        self.dead: Dead | None = None

    def take(self, cell: Cell, gone: Values, because: Absent) -> bool:
        """Take values from a cell. Returns whether it had one of them."""
        before = self.left[cell]
        if self.dead or not before & gone:
            return False
        after = self.left[cell] = before - gone
        fixed = min(after) if len(after) == 1 else 0
        self.history.append(Step(cell, before & gone, because, fixed))
        if not after:
            self.dead = Dead(f"{cell} has no value left", ((cell, self.all),))
        return True

    def use(self, fact: Sign | Line) -> bool:
        """Take all that a sign or a line takes. Returns whether that was anything."""
        by = self._by_line(fact) if isinstance(fact, Line) else self._by_sign(fact)
        return sum(self.take(*found) for found in by) > 0

    def _by_sign(self, sign: Sign) -> Iterator[tuple[Cell, Values, Absent]]:
        low, high = sign
        least = min(self.left[low], default=1)
        below = frozenset(range(1, least))
        yield high, below | {least}, ((low, below),)
        most = max(self.left[high], default=self.size)
        above = frozenset(range(most + 1, self.size + 1))
        yield low, above | {most}, ((high, above),)

    def _clash(self, cell: Cell, cells: Sequence[Cell], line: Line) -> None:
        """Note that a later cell of a line is filled with the same value, if one is."""
        same = [other for other in cells if other > cell and self.left[other] == self.left[cell]]
        if same and not self.dead:
            absent = self.all - self.left[cell]
            text = f"{min(self.left[cell])} stands twice in {line}"
            self.dead = Dead(text, ((cell, absent), (same[0], absent)))

    def _by_line(self, line: Line) -> Iterator[tuple[Cell, Values, Absent]]:
        cells = line.cells(self.size)
        for cell in cells:
            if len(self.left[cell]) == 1:
                self._clash(cell, cells, line)
                because = ((cell, self.all - self.left[cell]),)
                yield from ((other, self.left[cell], because) for other in cells if other != cell)
        for value in sorted(self.all):
            places = [cell for cell in cells if value in self.left[cell]]
            absent = tuple((cell, frozenset({value})) for cell in cells if cell not in places)
            if not places and not self.dead:
                self.dead = Dead(f"{value} has no place left in {line}", absent)
            if len(places) == 1:
                yield places[0], self.all - {value}, absent


def _needed(history: list[Step], start: int, dead: Dead) -> list[Entry]:
    """The values that were fixed on the way, in order; not those of before the start.

    Nor that of a cell which has no value left in the end, if nothing else followed from it.
    """
    needs: defaultdict[Cell, Values] = defaultdict(frozenset, dead.because)
    used = {cell for cell, gone in dead.because if len(dead.because) > 1}
    found = []
    for number, step in reversed(list(enumerate(history))):
        if not needs[step.cell] & step.gone:
            continue
        needs[step.cell] -= step.gone
        if step.fixed and step.cell in used and number >= start:
            found.append(Entry(step.cell, step.fixed))
        for cell, gone in step.because:
            needs[cell] |= gone
            used.add(cell)
    return found[::-1]
