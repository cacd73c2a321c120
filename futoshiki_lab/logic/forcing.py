"""The rule of forcing chains."""

from __future__ import annotations

from collections.abc import Iterator

from futoshiki_lab.logic.kinds import EXTREME, FORCING
from futoshiki_lab.logic.marks import Bits, Found, Marks, bits
from futoshiki_lab.logic.rules import Rule, traced_back


class ForcingChain(Rule):
    """Cells with two values in a chain: whichever value the first one has, one end has the value v.

    If the first cell is not v, it is its other value; the next cell on the chain, in line with it,
    loses that value and is its own other one; and so on until a cell must be v. So one of the two
    ends is v, and whatever is in line with both is not.
    """

    level = EXTREME

    def everywhere(self, marks: Marks) -> int:
        return 1

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        return 1

    def find(self, marks: Marks, scope: int) -> Iterator[Found]:
        twos = [mask.bit_count() == 2 for mask in marks.masks]
        for start, two in enumerate(twos):
            if two:
                for value in bits(marks.masks[start]):
                    found = self._from(marks, start, 1 << value, twos)
                    if found:
                        yield found
                        return

    def _from(self, marks: Marks, start: int, bit: Bits, twos: list[bool]) -> Found | None:
        """Walk breadth first from a cell that is not `bit`; stop at the first value ruled out."""
        masks, around, size = marks.masks, marks.shape.around, marks.shape.size
        row, column = divmod(start, size)
        forced, came_from, queue = {start: masks[start] ^ bit}, {start: -1}, [start]
        for cell in queue:
            now = forced[cell]
            for other in around[cell]:
                if other in forced or not masks[other] & now:
                    continue
                if twos[other]:
                    queue.append(other)
                    came_from[other] = cell
                    forced[other] = masks[other] ^ now
                if now == bit and (other // size == row or other % size == column):
                    chain = tuple(reversed(traced_back(cell, came_from)))
                    values = tuple(forced[link] for link in chain)
                    return Found(FORCING, ((other, bit),), (), (chain, values, bit))
        return None
