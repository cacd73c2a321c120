"""What a picture of a board shows, and where: a trace at a step; nothing is drawn yet.

The unit is a cell with the gap to its neighbour; row 0 is at the top.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import ceil, sqrt
from operator import index
from typing import Any

from futoshiki_lab.core import Cell, Constraint, Counts, Domain, Sign, Variable, Verb
from futoshiki_lab.core.problem import Group
from futoshiki_lab.draw.ink import Point
from futoshiki_lab.trace import Event, State, Trace

GAP = 0.29  # between two cells; it contains the signs
SIDE = 1 - GAP
APART = 1.3  # from one node of a graph to the next, for a distance of 1
MARGIN = 0.08  # below and to the right, where frames are wider than cells


@dataclass(frozen=True)
class Scene:
    """One board as a picture shows it.

    Attributes
    ----------
    values : the cells that have a value; a given that is not placed yet is missing.
    domains : for each cell the values left; empty to show no pencil marks.
    pruned : the values that were just pruned, each with its cell.
    current : the current cell of the search, or None.
    checked : the cells that the search compares it with.
    constraint : the constraint in play, or None; `fails` tells whether it was found violated.
    looked_at : the values that are compared, by cell.
    faults : the cells of each fault of a wrong solution: one cell, or two with a constraint.
    lit_cells, lit_signs, lit_lines : what matters; of a row or a column its two ends.
    asked : the value that the current cell is asked about, and whether it is struck through.
    strike : whether values that are gone stay, struck through; else they leave a gap.
    moved : of the cells whose values do not stand in the problem's order: all values, by place.
    title, place : the text above: the run, and the step in it.
    sentence, counters : the text below.
    view : "graph" for the graph of the constraints; "" for the problem's own picture.
    """

    puzzle: Any  # a Problem, most often a Puzzle
    values: Mapping[Cell, int]
    domains: Mapping[Cell, Domain] = field(default_factory=dict)
    pruned: frozenset[tuple[Cell, int]] = frozenset()
    current: Cell | None = None
    checked: tuple[Cell, ...] = ()
    constraint: Constraint | None = None
    fails: bool = False
    looked_at: Mapping[Cell, int] = field(default_factory=dict)
    faults: tuple[tuple[Cell, ...], ...] = ()
    lit_cells: tuple[Cell, ...] = ()
    lit_signs: tuple[Sign, ...] = ()
    lit_lines: tuple[tuple[Cell, Cell], ...] = ()
    asked: tuple[str, bool] | None = None
    strike: bool = True
    moved: Mapping[Cell, Domain] = field(default_factory=dict)
    title: str = ""
    place: str = ""
    sentence: str = ""
    counters: str = ""
    view: str = ""

    @property
    def wiped_out(self) -> list[Cell]:
        """The cells that have no value left."""
        return [cell for cell, domain in self.domains.items() if not domain]

    @property
    def picture(self) -> str:
        """How it is drawn: with "signs", as a "board", on a "chess" board or as a "graph"."""
        return self.view or self.puzzle.view

    def corner(self, cell: Variable) -> Point:
        """The upper left corner of a cell."""
        if self.picture == "signs":
            return cell.column, cell.row
        from futoshiki_lab.draw.places import places_of  # few boards need it

        x, y = places_of(self.puzzle, self.picture)[cell]
        scale = {"graph": APART, "chess": SIDE}.get(self.picture, 1)
        return x * scale, y * scale

    @property
    def span(self) -> float:
        """How many cells wide and high it is, each with a gap."""
        wide = len(self.puzzle.values) * SIDE + GAP if self.picture == "chess" else 1
        return max(max(x + wide, y + 1) for x, y in map(self.corner, self.puzzle.cells))

    def margin(self, unit: float, labels: bool) -> float:
        """The room before the first cell, in points: for names of rows and columns, if any."""
        names = 0.16 * unit + 0.62 * len(f"r{int(self.span)}") * label_size(unit)
        return names if labels else MARGIN * unit

    def side(self, unit: float, labels: bool = True) -> float:
        """How wide and high it is, in points."""
        return self.margin(unit, labels) + (self.span - GAP + MARGIN) * unit


def trace_scene(trace: Trace, step: int | None = None) -> Scene:
    """A recorded run right after a step; by default the last one.

    Raises
    ------
    IndexError : there is no such step.
    """
    state = trace.state(len(trace) if step is None else step)
    step = index(state.step)
    scene = Scene(
        trace.puzzle,
        state.values,
        state.domains,
        moved=state.moved,
        title=f"{trace.puzzle.name or 'puzzle'}: {trace.run.settings}",
        place=f"step {step:,} of {len(trace):,}",
        sentence=trace.reason(step),
        counters=counters(state.counts),
    )
    if step == 0:
        return scene
    event, faults = trace.event(step), tuple[Group, ...]()
    if event.verb == Verb.SOLUTION:
        grid = trace.puzzle.solution_of(state.values)
        faults = tuple(cells for cells, _ in trace.puzzle.faults(grid))
    current, played = _current(event, state), event.constraint
    if played and event.verb == Verb.CHECK:
        value, other_value = event.value, event.other_value
        looked_at = {played.cell: value, played.other: other_value}
        scene = replace(scene, looked_at=looked_at, fails=not played.holds(value, other_value))
    # What a prune removed; a wipe-out comes right after the prune that caused it.
    prune = trace.event(step - 1) if event.verb == Verb.WIPE_OUT and step > 1 else event
    gone: list[Any] = [(prune.cell, prune.value)] * (prune.verb == Verb.PRUNE)
    return replace(
        scene,
        pruned=frozenset(gone),
        current=current,
        checked=tuple(cell for cell in event.in_play if cell != current),
        constraint=played,
        faults=faults,
    )


def _current(event: Event, state: State) -> Cell | None:
    """The algorithm's current cell: the last one assigned, or the one it just left."""
    if event.verb in (Verb.BEGIN, Verb.SOLUTION):
        return None
    if not event.in_play:
        return event.cell
    if event.node and state.path:
        return state.path[-1]
    # In the setup, a prune may be far from the given that was placed last.
    placed = next(reversed(state.values), None)
    return placed if placed in event.in_play else None


def counters(counts: Counts) -> str:
    """The most useful counters, in one line."""
    looked = {"checks": counts.checks, "prunes": counts.prunes}
    if not any((counts.nodes, *looked.values())):
        looked = {"setup checks": counts.setup_checks, "setup prunes": counts.setup_prunes}
    tree = {"wipe-outs": counts.wipeouts, "backtracks": counts.backtracks}
    more = ("skipped", "learned", "reused")
    used = {name: count for name in more if (count := getattr(counts, name))}
    shown = {"nodes": counts.nodes, **looked, **tree, **used}
    return "  ·  ".join(f"{name} {count:,}" for name, count in shown.items())


def label_size(unit: float) -> float:
    """The font size of `r1` and `c1` in the margin."""
    return unit * (0.17 if unit > 40 else 0.2 if unit > 30 else 0.28)


def slots(size: int) -> dict[int, Point]:
    """The place of each value's pencil mark in a cell, in units from its upper left corner.

    The places are fixed, ceil(sqrt(n)) in a row, so that a removed value leaves a gap.
    """
    columns = ceil(sqrt(size))
    wide, high = SIDE / columns, SIDE / ceil(size / columns)
    steps = (divmod(at, columns) for at in range(size))
    return {at: (wide * (x + 0.5), high * (y + 0.5)) for at, (y, x) in enumerate(steps, 1)}
