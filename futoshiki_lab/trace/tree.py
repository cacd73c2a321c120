"""The search tree of a recorded run: one node for each value that was tried."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from futoshiki_lab.core import Value, Variable

KINDS = "open", "failure", "branch", "solution", "wrong", "skipped"
OPEN, FAILURE, BRANCH, SOLUTION, WRONG, SKIPPED = KINDS


@dataclass(frozen=True)
class Node:
    """One value tried for one cell.

    Attributes
    ----------
    number, parent : 1 for the first value tried; 0 is the root, which is its own parent.
    cell, value : what was assigned; None and 0 at the root.
    first, last : the steps at which it was assigned and taken back; `last` is None if it still
        stands when the trace ends.
    kind : "failure", its look failed; "solution", it completes the board; "wrong", it does so, but
        the board breaks a rule; "branch", it survived its look; "skipped", it did so, but then a
        jump passed it; "open", the trace ends before that is known.
    depth : the number of nodes from the root to here; 0 is the root.
    children : the numbers of the nodes below it, in the order in which they were tried.
    """

    number: int
    parent: int
    cell: Variable | None
    value: Value
    first: int
    last: int | None
    kind: str
    depth: int
    children: tuple[int, ...]

    @property
    def label(self) -> str:
        """What leads here: `r2c3=4`; "start" at the root."""
        return f"{self.cell}={self.value}" if self.number else "start"


class SearchTree:
    """All nodes of a run in compact columns; `tree[number]` is a `Node`, `tree[0]` the root.

    It is filled by the replay (`grow`, `mark`, `close`) and only read afterwards.
    """

    def __init__(self) -> None:
        self._cells: list[Variable | None] = [None]
        self._values: list[Value] = [0]
        self._kinds = [BRANCH]
        self._parents, self._first, self._last = array("I", [0]), array("I", [0]), array("I", [0])
        self._depths = array("I", [0])

    def __len__(self) -> int:
        return len(self._parents)

    def __iter__(self) -> Iterator[Node]:
        return (self[number] for number in range(len(self)))

    def __getitem__(self, number: int) -> Node:
        if not 0 <= number < len(self):
            raise IndexError(f"no node {number}: the nodes are 0 to {len(self) - 1}")
        return Node(
            number,
            self._parents[number],
            self._cells[number],
            self._values[number],
            self._first[number],
            self._last[number] or None,
            self._kinds[number],
            self._depths[number],
            tuple(self._children[number]),
        )

    def __repr__(self) -> str:
        kinds = self._kinds[1:]
        counts = ", ".join(f"{kinds.count(kind):,} {kind}" for kind in KINDS if kind in kinds)
        return f"<SearchTree: {len(self) - 1:,} nodes ({counts})>"

    def path(self, number: int) -> list[Node]:
        """The nodes from the root to a node, both included."""
        path = [self[number]]
        while path[-1].number:
            path.append(self[path[-1].parent])
        return path[::-1]

    def failures(self) -> Iterator[int]:
        """The steps at which nodes were taken back because their look had failed."""
        return (last for kind, last in zip(self._kinds, self._last, strict=True) if kind == FAILURE)

    def depth(self, number: int) -> int:
        """How many nodes lie between the root and a node, the node included."""
        return self._depths[number]

    def parent(self, number: int) -> int:
        """The number of the node above."""
        return self._parents[number]

    @cached_property
    def subtree_sizes(self) -> array[int]:
        """For each node the number of nodes below it, itself not counted."""
        sizes = array("I", [0]) * len(self)
        for number in range(len(self) - 1, 0, -1):  # children have larger numbers than parents
            sizes[self._parents[number]] += sizes[number] + 1
        return sizes

    @cached_property
    def holds_solution(self) -> bytearray:
        """For each node 0 for no solution at it or below it; 1 for wrong ones, 2 right, 3 both."""
        holds = bytearray({WRONG: 1, SOLUTION: 2}.get(kind, 0) for kind in self._kinds)
        for number in range(len(self) - 1, 0, -1):
            holds[self._parents[number]] |= holds[number]
        return holds

    @cached_property
    def _children(self) -> list[list[int]]:
        children: list[list[int]] = [[] for _ in range(len(self))]
        for number in range(1, len(self)):
            children[self._parents[number]].append(number)
        return children

    # -- filling it ------------------------------------------------------------------------------

    def grow(self, parent: int, cell: Variable, value: Value, step: int) -> int:
        """Add a node below `parent`; returns its number."""
        self._cells.append(cell)
        self._values.append(value)
        self._kinds.append(OPEN)
        self._parents.append(parent)
        self._first.append(step)
        self._last.append(0)
        self._depths.append(self._depths[parent] + 1)
        return len(self) - 1

    def mark(self, number: int, kind: str) -> None:
        """Say what a node turned out to be."""
        self._kinds[number] = kind

    def skip(self, number: int, cell: Variable, step: int) -> None:
        """A cell is skipped; so is the node that has just been taken back, if it is of the cell."""
        taken_back = self._cells[number] == cell and self._last[number] == step - 1
        if taken_back and self._kinds[number] == BRANCH:
            self.mark(number, SKIPPED)

    def close(self, number: int, step: int) -> None:
        """Take a node back; if nothing else is known about it by then, its look failed."""
        self._last[number] = step
        if self._kinds[number] == OPEN:
            self.mark(number, FAILURE)
