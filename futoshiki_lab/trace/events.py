"""What a trace shows: an event, and the board at a step."""

from __future__ import annotations

from dataclasses import dataclass, field

from futoshiki_lab.core import Constraint, Counts, Domain, Reason, Value, Variable, Verb
from futoshiki_lab.trace.source import SourceLine


@dataclass(frozen=True)
class Jump:
    """Where a search jumps from, and who is to blame.

    Attributes
    ----------
    dead_end : the cell that has no value left.
    culprits : the cells to blame, the first one assigned first; the search goes back to the last.
    skipped : the cells skipped by now, in that order.
    """

    dead_end: Variable | None
    culprits: tuple[Variable, ...]
    skipped: tuple[Variable, ...] = ()


@dataclass(frozen=True)
class Event:
    """One verb as it was called.

    Attributes
    ----------
    step : the step that it leads to; the first event is 1.
    verb : what was done; see `futoshiki_lab.core.board`.
    cell, value : the cell and value it concerns; None and `empty` of the problem (0 in a puzzle)
        where the verb has none.
    constraint : the constraint that was checked or is the reason, as `cell` sees it; or None.
    other, other_value : the constraint's other cell and its value; 0 if it had none.
    node, parent, depth : the node the event belongs to, the node above it, its depth; 0: the root.
    line : the line of the algorithm that called the verb.
    deduction : the reason if it took several cells, else None.
    jump : of a backtrack or skip in a search that jumps: where it jumps from, and who is to blame.
    """

    step: int
    verb: Verb
    cell: Variable | None
    value: Value
    constraint: Constraint | None = field(compare=False)  # the cells identify it
    other: Variable | None
    other_value: Value
    node: int
    parent: int
    depth: int
    line: SourceLine
    deduction: Reason | None = None
    jump: Jump | None = None

    @property
    def in_play(self) -> tuple[Variable, ...]:
        """The cells that are looked at: those of the constraint, or of the deduction."""
        if self.constraint:
            return self.constraint.cell, self.constraint.other
        if self.deduction:
            return self.cell, *(cell for cell in self.deduction.cells if cell != self.cell)
        return ()


@dataclass(frozen=True)
class State:
    """The board at one step.

    Attributes
    ----------
    values : the assigned cells with their values, in the order in which they were assigned.
    domains : for each cell the values left, ascending.
    counts : the counters so far.
    path : the searched cells that are assigned, in order: the choices that led here.
    node : the deepest node that is still assigned; 0 is the root.
    """

    step: int
    values: dict[Variable, Value]
    domains: dict[Variable, Domain]
    counts: Counts
    path: tuple[Variable, ...]
    node: int
