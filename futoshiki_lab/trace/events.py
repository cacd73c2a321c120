"""What a trace shows: an event, the board at a step, and what happened and why, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from futoshiki_lab.core import Constraint, Counts, Domain, Problem, Reason, Value, Variable, Verb
from futoshiki_lab.support.phrases import listed
from futoshiki_lab.trace.recorder import SourceLine


@dataclass(frozen=True)
class Jump:
    """Where a search jumps from, and which cells are to blame.

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
    jump : of a backtrack or skip in a search that jumps: where it jumps from, and the culprits.
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
    domains : for each cell the values left, in the order in which they stand.
    counts : the counters so far.
    path : the searched cells that are assigned, in order: the choices that led here.
    node : the deepest node that is still assigned; 0 is the root.
    moved : of the cells whose values do not stand in the problem's order: all values, by place.
    """

    step: int
    values: dict[Variable, Value]
    domains: dict[Variable, Domain]
    counts: Counts
    path: tuple[Variable, ...]
    node: int
    moved: Mapping[Variable, Domain] = field(default_factory=dict)


# -- in words ------------------------------------------------------------------------------------


def describe(event: Event, before: State, after: State, puzzle: Problem) -> str:
    """Say what an event does, and why.

    Parameters
    ----------
    event : the event.
    before, after : the board just before it and right after it.
    puzzle : whose rules a solution must satisfy.
    """
    value = event.value
    match event:
        case Event(verb=Verb.BEGIN) if before.path:
            return f"restart: every {puzzle.unit} begins anew, with a random value"
        case Event(verb=Verb.BEGIN):
            return "the setup is done"
        case Event(verb=Verb.SOLUTION):
            return _solution(after, puzzle)
        case Event(verb=Verb.CHECK, constraint=Constraint() as constraint):
            verdict = "holds" if constraint.holds(value, event.other_value) else "fails"
            return f"check {constraint}: {constraint.say(value, event.other_value)} {verdict}"
        case Event(verb=Verb.CHECK, deduction=Reason() as several):
            return f"check {event.cell} = {value}: {several.text}"
        case Event(verb=Verb.PLACE, cell=cell):
            return f"place the given {cell} = {value}"
        case Event(verb=Verb.ASSIGN, cell=cell) if cell in before.values:
            had, at = before.values[cell], after.values
            pairs = (pair for pair in puzzle.pairs if {pair.cell, pair.other} <= at.keys())
            n = sum(not pair.holds(at[pair.cell], at[pair.other]) for pair in pairs)
            done = f"{cell} {'stays' if had == value else f'changes from {had} to'} {value}"
            # A board that is not full is that of a search which has not given a value back.
            return done + f": {n} conflict{'s' * (n != 1)} left" * (len(at) == len(after.domains))
        case Event(verb=Verb.ASSIGN, cell=cell):
            return f"try {cell} = {value} (node {event.node})"
        case Event(verb=Verb.PRUNE, cell=cell):
            return f"remove {value} from {cell}{_because(event, before.domains, puzzle)}"
        case Event(verb=Verb.WIPE_OUT, cell=cell):
            return f"wipe-out: {cell} has no value left"
        case Event(verb=Verb.ACCEPT, cell=cell):
            return f"{cell} = {value} survives its look"
        case Event(verb=Verb.LEARN, deduction=Reason() as nogood):
            return f"learn: {nogood.text}"
        case Event(verb=Verb.SKIP, cell=cell, jump=Jump() as jump):
            skipped = listed(jump.skipped)
            return f"{jump.dead_end} has no value left; {_to_blame(jump)}; skip {skipped}"
        case Event(verb=Verb.SKIP, cell=cell):
            return f"skip {cell}: its other values would not help"
        case Event(verb=Verb.BACKTRACK, cell=cell, jump=Jump() as jump):
            back = f"back to {jump.culprits[-1]}" if jump.culprits else "the search ends"
            return f"no value of {cell} is left to try; {_to_blame(jump)}: {back}"
        case Event(verb=Verb.BACKTRACK, cell=cell):
            back = f"no {puzzle.unit} comes before it, the search ends"
            back = f"back to {before.path[-1]}" if before.path else back
            return f"no value of {cell} is left to try: {back}"
        case _:
            return _restore(event, before, after, puzzle)


def _solution(at: State, puzzle: Problem) -> str:
    wrong = list(puzzle.violations(puzzle.solution_of(at.values)))
    if not wrong:
        return f"solution {at.counts.solutions}: every {puzzle.unit} has a value"
    more = f" (and {len(wrong) - 1} more)" * (len(wrong) > 1)
    return f"solution {at.counts.solutions} is wrong: {wrong[0]}{more}"


def _to_blame(jump: Jump) -> str:
    are = "are" if len(jump.culprits) > 1 else "is"
    return f"{listed(jump.culprits) or 'no cell'} {are} to blame"


def _because(event: Event, domains: Mapping[Variable, Domain], puzzle: Problem) -> str:
    if event.deduction:
        return f": {event.deduction.text}"
    if event.constraint is None:
        return ""
    other = event.constraint.other
    rule = puzzle.constraints[other][event.cell]
    if event.other_value != puzzle.empty:
        return f": {rule} and {other} = {event.other_value}"
    left = ", ".join(map(str, domains[other]))
    return f": {rule} and no value of {other} in {{{left}}} supports it"


def _restore(event: Event, before: State, after: State, puzzle: Problem) -> str:
    # A broken search may restore to a prune.
    taken_back = event.cell if event.value != puzzle.empty else None
    given_back = sum(
        len(after.domains[cell]) - len(before.domains[cell])
        for cell in before.domains
        if cell != taken_back
    )
    parts = [f"take back {event.cell} = {event.value}"] * (taken_back is not None)
    parts += [f"give back {given_back} pruned value{'s' * (given_back != 1)}"] * (given_back > 0)
    return " and ".join(parts)
