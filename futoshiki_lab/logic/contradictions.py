"""Contradictions that wrong values lead to, as findings; what a finding depends on."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from math import inf

from futoshiki_lab.core import Cell, Grid, Puzzle
from futoshiki_lab.logic.chain import steps_to
from futoshiki_lab.logic.closure import Closure
from futoshiki_lab.logic.explanation import Explanation
from futoshiki_lab.logic.facts import Entry, Left, facts_of
from futoshiki_lab.logic.findings import Finding
from futoshiki_lab.logic.marks import Marks
from futoshiki_lab.logic.proving import Chain
from futoshiki_lab.logic.shape import Bits, CellBits, bits_of

SOME = 12  # contradictions that are compared
CASES = 20, inf  # what a proof by contradiction may cost: cheap ones first


def _lead_nowhere(marks: Marks, cell: Cell, value: int, reason: Explanation) -> Finding:
    """A value leads to a contradiction, as a finding."""
    shape = marks.shape
    left = {fact.cell: fact.values for fact in reason.shown_facts if isinstance(fact, Left)}
    left |= {fact.cell: (fact.value,) for fact in reason.shown_facts if isinstance(fact, Entry)}
    return Finding(
        "contradiction",
        f"{cell}: try its values",
        reason.text.partition(": ")[2].rstrip("."),
        [(shape.number(at), shape.full & ~bits_of(values)) for at, values in left.items()],
        ((shape.number(cell), 1 << value - 1),),
        lit=tuple(map(shape.number, reason.cells)),
        reason=reason,
    )


def find_contradictions(marks: Marks, solution: Grid) -> list[Finding]:
    """Contradictions that wrong values lead to, the cheapest first; or a guess."""
    state = puzzle_of(marks)
    facts = list(facts_of(state, marks.remaining()))
    closure = Closure(state.size, facts)
    closure.run()
    for limit in CASES:
        found: list[Finding] = []
        cases = islice(closure.try_values(limit), SOME)
        for (_, at, value), source in sorted(cases, key=lambda case: case[1].cost):
            cell = marks.shape.cells[at]
            assert source.within
            chain = Chain(tuple(steps_to(source.within)), Entry(cell, value))
            reason = Explanation(state, cell, value, chain.facts, smallest=False, chain=chain)
            found.append(_lead_nowhere(marks, cell, value, reason))
        if found:
            return found
    at = marks.most_limited()
    cell = marks.shape.cells[at]
    left = marks.masks[at] & ~(1 << solution[cell.row][cell.column] - 1)
    value = left.bit_length()
    return [_lead_nowhere(marks, cell, value, Explanation(state, cell, value))]


def puzzle_of(marks: Marks) -> Puzzle:
    """The present state: all filled cells as givens."""
    cells = marks.shape.cells
    return Puzzle(marks.grid(), [(cells[low], cells[high]) for low, high in marks.signs])


def path_to(
    goal: Iterable[CellBits], history: list[Finding], start: list[Bits]
) -> tuple[list[Finding], dict[int, Bits]]:
    """The findings that a goal depends on, in order, and no others.

    A run of the rules does everything that is easy, and most of it has nothing to do with the goal.
    From the end to the start, the findings that removed what has to be absent are looked up.

    Parameters
    ----------
    goal : the values that have to be absent, by cell; see `Finding.premises`.
    history : what was found and applied, in order.
    start : the values that were left before all this.

    Returns
    -------
    The findings; and by cell the values that had to be absent, but that were there at the start
    and that no finding in the history removed.
    """
    needs: dict[int, Bits] = {}

    def need(premises: Iterable[CellBits]) -> None:
        for cell, absent in premises:
            needs[cell] = needs.get(cell, 0) | absent & start[cell]

    need(goal)
    path = []
    for finding in reversed(history):
        if any(needs.get(cell, 0) & gone for cell, gone in finding.removes):
            path.append(finding)
            for cell, gone in finding.removes:
                needs[cell] = needs.get(cell, 0) & ~gone
            need(finding.premises)
    return path[::-1], {cell: absent for cell, absent in needs.items() if absent}
