"""Which cells are to blame for each value that failed, in any run of one-cell reasons.

Plays a recorded run again and keeps the books of `search_with_blame` (core/jumping.py) beside
it, also where the search itself did not: so a run without jumps can say where one would have gone.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Set
from dataclasses import dataclass, field

from futoshiki_lab.core import Board, Variable, Verb
from futoshiki_lab.core.jumping import culprits, searched
from futoshiki_lab.trace.replay import BRANCH, FAILURE, SKIPPED, Replay

Culprits = frozenset[Variable]


@dataclass
class ConflictSet:
    """The visit of a cell below a node: its conflict set as it grows.

    Attributes
    ----------
    cell : the cell whose values are tried.
    steps, sets : when the conflict set became what; the last one is handed over.
    jumped : whether a set came back that does not hold the cell: no other value can help.
    """

    cell: Variable
    steps: list[int] = field(default_factory=list)
    sets: list[Culprits] = field(default_factory=list)
    jumped: bool = False

    def becomes(self, conflicts: Set[Variable], step: int) -> None:
        """Note the conflict set from a step on."""
        if not self.sets or conflicts != self.sets[-1]:
            self.steps.append(step)
            self.sets.append(frozenset(conflicts))

    def take(self, below: Set[Variable], branch: bool, step: int) -> None:
        """Take the culprits of a value that came to nothing; `branch`: it survived its look."""
        if self.jumped:
            return
        self.jumped = branch and self.cell not in below
        self.becomes(below if self.jumped else self.sets[-1] | (below - {self.cell}), step)


class Blame:
    """The culprits of every node and the conflict set of every visit.

    Attributes
    ----------
    of_node : for each node that was taken back, the cells to blame for it.
    visits : for each node below which values were tried, by its number, the visit there.

    ValueError is raised for a run that prunes for reasons of more than one assigned cell.
    """

    def __init__(self, replay: Replay, verbs: Iterable[int]):
        self.of_node: dict[int, Culprits] = {}
        self.visits: dict[int, ConflictSet] = {}
        self._replay, self._tree = replay, replay.tree
        board = replay.fresh_board()
        for step, verb in enumerate(verbs, 1):
            self._note(board, step, verb)
            replay.play(board, step)

    def _note(self, board: Board, step: int, verb: int) -> None:
        """Keep the books for an event that has not been played yet."""
        if verb == Verb.ASSIGN:
            node = self._tree[self._replay.node_at(step)]
            self._visit(board, node.parent, node.cell, step)
        elif verb == Verb.BACKTRACK:
            self._visit(board, self._replay.node_at(step), self._replay.cell_at(step), step)
        elif verb == Verb.RESTORE:
            number = self._replay.node_at(step - 1)
            while number and self._tree[number].last == step:
                self._take_back(board, number, step)
                number = self._tree.parent(number)

    def _visit(self, board: Board, parent: int, cell: Variable | None, step: int) -> None:
        known = self.visits.get(parent)
        if cell is not None and (known is None or known.cell != cell):
            self.visits[parent] = ConflictSet(cell)
            self.visits[parent].becomes(board.removers(cell), step)

    def _take_back(self, board: Board, number: int, step: int) -> None:
        node, visit = self._tree[number], self.visits.get(number)
        below: Set[Variable]
        if node.kind == FAILURE:
            below = culprits(board)
        else:
            below = visit.sets[-1] if visit else searched(board)
        self.of_node[number] = frozenset(below)
        self.visits[node.parent].take(below, node.kind in (BRANCH, SKIPPED), step)

    def conflicts(self, step: int) -> dict[Variable, Culprits]:
        """The conflict set of each cell that is being visited at a step, the first visit first."""
        path = [node.number for node in self._tree.path(self._replay.node_at(step))]
        found = {}
        for visit in (self.visits[number] for number in path if number in self.visits):
            known = bisect_right(visit.steps, step)
            if known:
                found[visit.cell] = visit.sets[known - 1]
        return found

    def in_order(self, culprits: Set[Variable], node: int) -> tuple[Variable, ...]:
        """Those of the culprits that lie on the path to a node, in the order of the path."""
        path = self._tree.path(node)
        return tuple(at.cell for at in path if at.cell is not None and at.cell in culprits)

    def jump_to(self, node: int) -> Variable | None:
        """Where the cell tried below a node hands its conflict set: the last cell to blame, or None
        if no cell is: then there is no other solution."""
        at_fault = self.in_order(self.visits[node].sets[-1], node)
        return at_fault[-1] if at_fault else None
