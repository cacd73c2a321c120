"""The search state and its verbs.

A `Board` holds what a search knows: which cells are assigned, which values every domain still has,
and the trail of the changes, so that they can be undone. An algorithm changes the board only
through its verbs, which verbs.py lists. Each verb tells the observer (if there is one), acts, and
counts itself; a prune that empties a domain also tells it of the wipe-out. No other line of the
core counts anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any

from futoshiki_lab.core.errors import true_or_false
from futoshiki_lab.core.problem import Constraint, Domain, Problem, Value, Variable, plain
from futoshiki_lab.core.verbs import Because, Deduced, Mark, Nogood, Observer, Reason, Verb, Where

# Reading a global name is quicker than reading a member of an enumeration, and check is called
# millions of times.
PLACE, ASSIGN, CHECK, PRUNE, WIPE_OUT, ACCEPT, RESTORE, BACKTRACK, SOLUTION, BEGIN, *_ = Verb


@dataclass(slots=True)
class Counts:
    """The counters, as docs/COUNTING.md defines them; all integers."""

    nodes: int = 0
    accepted: int = 0
    checks: int = 0
    setup_checks: int = 0
    prunes: int = 0
    setup_prunes: int = 0
    wipeouts: int = 0
    backtracks: int = 0
    max_depth: int = 0
    solutions: int = 0
    skipped: int = 0
    learned: int = 0
    reused: int = 0


class LimitReached(Exception):
    """Raised when a limit is reached, with a sentence that says which; `run` catches it."""


class _Domains(dict[Variable, Domain]):
    def __missing__(self, cell: Variable) -> Domain:
        raise ValueError(f"{cell!r} is not a cell: a cell is one of board.puzzle.cells")


limit_reached = "the {} limit of {:,} was reached".format


class Board:
    """The state of one search on one puzzle.

    Parameters
    ----------
    puzzle : its givens are not placed yet, but their domains have one value already.
    observer : called at every verb, before the verb acts; see `Observer`.
    sought : how many solutions end the search; None for all.
    node_limit : the search ends when it would count one more node; None for no limit.
    seed : of `random`, which shuffles values.

    Attributes
    ----------
    values : the assigned cells with their values (read-only; verbs change it).
    domains : for each cell the values left, ascending (read-only too). An assigned cell's domain
        is its one value.
    counts, solutions : the counters and the grids found so far.
    in_setup : whether the givens are still being placed; True until `begin`.
    blame : for each pair of cells, in both orders, how many wipe-outs their constraint caused.
    violated : the constraint of the last check that failed, or None.
    """

    def __init__(
        self,
        puzzle: Problem,
        *,
        observer: Observer | None = None,
        sought: int | None = 1,
        node_limit: int | None = None,
        seed: int = 0,
    ):
        self.puzzle = puzzle
        self.observer = observer
        self.sought, self.node_limit = sought, node_limit
        self.random = Random(seed)
        self.counts = Counts()
        self.solutions: list[Any] = []
        self.blame: Counter[tuple[Variable, Variable]] = Counter()
        self.in_setup = True
        self._values: dict[Variable, Value] = {}
        self._domains: dict[Variable, Domain] = _Domains(puzzle.domains)
        self.violated: Constraint | None = None
        # What each change took away, and why; an assignment is its own reason.
        self._trail: list[tuple[Variable, Domain, Value, Because]] = []
        self._known = frozenset(puzzle.values)  # what a check takes
        self._constraints = puzzle.constraints
        self._setup = 0  # how long the trail was when the search began
        self.values: Mapping[Variable, Value] = MappingProxyType(self._values)
        self.domains: Mapping[Variable, Domain] = MappingProxyType(self._domains)

    # -- what an algorithm may ask ---------------------------------------------------------

    @property
    def complete(self) -> bool:
        """Whether every cell is assigned."""
        return len(self._values) == len(self.puzzle.cells)

    @property
    def depth(self) -> int:
        """How many searched cells are assigned now (negative while givens wait to be placed)."""
        return len(self._values) - len(self.puzzle.givens)

    @property
    def unassigned(self) -> list[Variable]:
        """The cells without a value, in reading order."""
        return [cell for cell in self.puzzle.cells if cell not in self._values]

    def assigned_neighbours(self, cell: Variable) -> list[Variable]:
        """The cells of its row and column that have a value, in reading order."""
        return [other for other in self.puzzle.neighbours[cell] if other in self._values]

    def unassigned_neighbours(self, cell: Variable) -> list[Variable]:
        """The cells of its row and column that have no value, in reading order."""
        return [other for other in self.puzzle.neighbours[cell] if other not in self._values]

    def removers(self, cell: Variable) -> set[Variable]:
        """The searched cells whose values removed what the domain of an unassigned cell has lost.

        What the setup or a given removed has no remover; of a nogood all cells are. ValueError is
        raised if a value was removed for an unknown reason, or for another one of several cells.
        """
        searched, found = set(), set()
        for changed, _, _, because in self._trail[self._setup :]:
            if because == changed:
                searched.add(changed)
            elif changed == cell and because in searched:
                found.add(because)
            elif changed == cell and isinstance(because, Nogood):
                found.update(because.cells)
            elif changed == cell and because not in self.puzzle.givens:
                raise ValueError(
                    f"a value of {cell} was removed, but not because of one assigned cell, so "
                    "it is not known which cells are to blame: a search that jumps back needs that"
                )
        return found

    # -- the verbs -------------------------------------------------------------------------

    def place(self, cell: Variable, value: Value) -> None:
        """Put a given on the board."""
        if self.observer:
            self.observer(PLACE, cell, value, 0)
        self._set(cell, value)

    def begin(self) -> None:
        """End the setup: what follows is counted as search. Later on, a restart is noted."""
        if self.observer:
            self.observer(BEGIN, None, self.puzzle.empty, 0)
        self.in_setup, self._setup = False, len(self._trail)

    def assign(self, cell: Variable, value: Value) -> Mark:
        """Try a value for a cell: one node. Returns the mark that `restore` goes back to.

        LimitReached is raised if this node would exceed the node limit.
        """
        if self.node_limit is not None and self.counts.nodes == self.node_limit:
            raise LimitReached(limit_reached("node", self.node_limit))
        if self.observer:
            self.observer(ASSIGN, cell, value, 0)
        mark = Mark(len(self._trail))
        self._set(cell, plain(value))
        self.counts.nodes += 1
        if self.depth > self.counts.max_depth:
            self.counts.max_depth = self.depth
        return mark

    def check(self, cell: Variable, value: Value, other: Variable, other_value: Value) -> bool:
        """Evaluate the constraint between two neighbours on one pair of values: one check.

        ValueError is raised if the cells are not neighbours, as they have no constraint, or if
        something is no value, such as a whole domain.
        """
        try:
            constraint = self._constraints[cell][other]
        except KeyError:
            raise ValueError(f"there is no constraint between {cell} and {other}") from None
        if value not in self._known or other_value not in self._known:
            stranger = other_value if value in self._known else value
            raise ValueError(f"cannot check {stranger!r}: a check takes one value of each cell")
        if self.observer:
            self.observer(CHECK, constraint, value, other_value)
        if self.in_setup:
            self.counts.setup_checks += 1
        else:
            self.counts.checks += 1
        try:
            holds = constraint.holds(value, other_value)
        except Exception as error:
            raise constraint.no_answer(value, other_value, error) from error
        if holds is not True and holds is not False:
            holds = true_or_false(holds, f"`holds` of {constraint}")
        if not holds:
            self.violated = constraint
        return holds

    def prune(self, cell: Variable, value: Value, because: Because = None) -> None:
        """Remove a value from a cell's domain.

        Parameters
        ----------
        because : the neighbour whose constraint rules the value out, or a reason of several cells.

        ValueError is raised if the cell is assigned, if the value is not in its domain, or if
        `because` is a cell that is no neighbour.
        """
        domain = self._domains[cell]
        if cell in self._values:
            raise ValueError(f"cannot prune {value} from {cell}: it is assigned")
        if value not in domain:
            there = set(domain) or "∅"
            raise ValueError(f"cannot prune {value} from {cell}: its domain is {there}")
        alone = because is None or isinstance(because, Reason)
        if not alone and because not in self._constraints[cell]:
            raise ValueError(f"there is no constraint between {cell} and {because}")
        if self.observer:
            self.observer(PRUNE, *self._told(cell, value, because))
        self._trail.append((cell, domain, None, because))
        at = domain.index(value)
        self._domains[cell] = left = domain[:at] + domain[at + 1 :]
        if self.in_setup:
            self.counts.setup_prunes += 1
        else:
            self.counts.prunes += 1
        if isinstance(because, Nogood):
            self.counts.reused += 1
        if not left:
            self._count_wipe_out(cell, because)
            if self.observer:
                self.observer(WIPE_OUT, *self._told(cell, self.puzzle.empty, because))

    def accept(self, cell: Variable, survived: bool = True) -> bool:
        """Note that the value just tried for a cell survived its look, if it did; returns that.

        TypeError is raised if the look said neither, as where a return is missing; ValueError if
        the cell has no value: its look also undid the assignment.
        """
        if survived is not True and not true_or_false(survived):
            return False
        if cell not in self._values:
            raise ValueError(f"cannot accept {cell}: its value was taken back during the look")
        if self.observer:
            self.observer(ACCEPT, cell, self._values[cell], 0)
        self.counts.accepted += 1
        return True

    def restore(self, mark: Mark) -> None:
        """Undo exactly the changes since `mark`: pruned values and the assignment.

        ValueError is raised if the mark is negative, which `assign` never returns.
        """
        if mark < 0:
            raise ValueError(f"{mark} is not a mark: restore needs one that assign returned")
        if len(self._trail) <= mark:
            return
        if self.observer:
            cell = self._trail[mark][0]
            self.observer(RESTORE, cell, self._values.get(cell, self.puzzle.empty), mark)
        trail, values, domains = self._trail, self._values, self._domains
        while len(trail) > mark:
            cell, domains[cell], value, _ = trail.pop()
            if value is None:
                values.pop(cell, None)
            else:
                values[cell] = value

    def backtrack(self, cell: Variable) -> None:
        """Note that all values of a cell failed; counted if another cell was assigned before it."""
        if self.observer:
            self.observer(BACKTRACK, cell, self.puzzle.empty, 0)
        if self.depth > 0:
            self.counts.backtracks += 1

    def skip(self, cell: Variable) -> None:
        """Note that a cell is left, with values untried: none of them would help."""
        if self.observer:
            self.observer(Verb.SKIP, cell, self.puzzle.empty, 0)
        self.counts.skipped += 1

    def learn(self, nogood: Nogood) -> None:
        """Note that the values of these cells lead to no solution together."""
        if self.observer:
            self.observer(Verb.LEARN, Deduced(nogood.cells[-1], nogood), self.puzzle.empty, 0)
        self.counts.learned += 1

    def solution(self) -> bool:
        """Keep the complete assignment. Returns whether enough solutions have been found."""
        if self.observer:
            self.observer(SOLUTION, None, self.puzzle.empty, 0)
        self.solutions.append(self.puzzle.solution_of(self._values))
        self.counts.solutions += 1
        return self.counts.solutions == self.sought

    # -- inside ----------------------------------------------------------------------------

    def _set(self, cell: Variable, value: Value) -> None:
        self._trail.append((cell, self._domains[cell], self._values.get(cell), cell))
        self._values[cell] = value
        self._domains[cell] = (value,)

    def _told(self, cell: Variable, value: Value, because: Because) -> tuple[Where, Value, Value]:
        """What an observer receives about a prune, after the verb."""
        if because is None:
            return cell, value, 0
        if isinstance(because, Reason):
            return Deduced(cell, because), value, 0
        other_value = self._values.get(because, self.puzzle.empty)
        return self.puzzle.constraints[cell][because], value, other_value

    def _count_wipe_out(self, cell: Variable, because: Because) -> None:
        self.counts.wipeouts += 1
        to_blame = because.cells if isinstance(because, Reason) else (because,)
        for other in self.puzzle.neighbours[cell]:
            if other in to_blame:
                self.blame[cell, other] += 1
                self.blame[other, cell] += 1

    def __repr__(self) -> str:
        left = f"{len(self.unassigned)} {self.puzzle.unit}s unassigned"
        return f"<Board {self.puzzle.label}, {left}, {self.counts}>"
