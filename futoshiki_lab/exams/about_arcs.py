"""Questions about arc consistency: whether a state has it, and where AC-3 ends."""

from __future__ import annotations

from collections.abc import Iterator

from futoshiki_lab.core import Cell, Verb
from futoshiki_lab.exams.definitions import AC3, describe, write_domain
from futoshiki_lab.exams.items import Shown
from futoshiki_lab.exams.misconceptions import (
    EVERY_PAIR,
    FIXPOINT,
    ONE_ROUND,
    TURNED,
    demand_every_pair,
    revise_once,
    run_ac3,
    with_signs_turned,
)
from futoshiki_lab.exams.moments import GONE, Draft, Source, compare, find_begin, show
from futoshiki_lab.trace import record

YES = "it is arc consistent"
CONSISTENT = (
    "An arc (X, Y) holds if every value of X has a support in the domain of Y: a value that "
    "satisfies the constraint between them. A state is arc consistent if every arc (X, Y) holds, "
    "X any unassigned cell and Y any neighbour of X. The domain of an assigned cell is its one "
    "value. The arcs are looked at in reading order of X, and for each X in reading order of Y."
)
Arc = tuple[Cell, Cell]
FEW, MANY = 3, 3  # values that AC-3 removes in a question: at least, and for each row
OPEN = 3  # unassigned cells of a state, at least


def arcs(source: Source) -> Iterator[Draft]:
    """Whether a state is arc consistent; if not, the first arc that fails."""
    trace = source.run(source.one_of("fc", "fc", "fc", "mac"), source.one_of("reading", "mrv"))
    accepted = [step for step in trace.steps() if trace.recorder.verbs[step - 1] == Verb.ACCEPT]
    for step in source.some(accepted):
        shown = show(trace, step)
        if len(shown.free) < OPEN:
            continue
        every = shown.arcs
        failing = [(x, y) for x, y in every if shown.list_unsupported(x, y)]
        looked_at = every[: every.index(failing[0]) + 1] if failing else every
        yield Draft(
            trace,
            describe(shown),
            (CONSISTENT,),
            "Is this state arc consistent? If not, which is the first arc that fails?",
            answer=str(failing[0]) if failing else YES,
            wrong=_list_wrong_arcs(shown, failing),
            shown=shown,
            solution=_work_out(shown, failing, len(looked_at)),
            moves=len(looked_at),
            values=shown.count_values({cell for arc in looked_at for cell in arc}),
        )


def _list_wrong_arcs(shown: Shown, failing: list[Arc]) -> Iterator[tuple[str, str]]:
    """Arcs that misconceptions would name."""
    domains, constraints = shown.domains, shown.puzzle.constraints
    if failing:
        x, y = failing[0]
        yield "forward checking leaves every state arc consistent", YES
        yield "an arc and the reverse arc are the same", str((y, x))
        yield "any arc that fails will do", str(failing[-1])
    pairs = {(x, y): [(a, b) for a in domains[x] for b in domains[y]] for x, y in shown.arcs}
    disagree = [
        (x, y)
        for (x, y), values in pairs.items()
        if not all(constraints[x][y].holds(a, b) for a, b in values)
    ]
    signed = [(x, y) for x, y in shown.arcs if constraints[x][y].relation != "≠"]
    same = [(x, y) for x, y in shown.arcs if domains[x] == domains[y]]
    for name, arcs in (
        (EVERY_PAIR, disagree),
        ("a sign between cells with many values fails", signed),
        ("two cells with the same values are in conflict", same),
    ):
        yield from ((name, str(arc)) for arc in arcs[:1])


def _work_out(shown: Shown, failing: list[Arc], looked_at: int) -> list[str]:
    if not failing:
        return [f"each of the {looked_at} arcs holds: every value has a support"]
    x, y = failing[0]
    gone = ", ".join(map(str, shown.list_unsupported(x, y)))
    return [
        f"the {looked_at - 1} arcs before it hold",
        f"{failing[0]} fails: {shown.puzzle.constraints[x][y]}, {x} has "
        f"{write_domain(shown.domains[x])}, {y} has {write_domain(shown.domains[y])}; "
        f"no value of {y} supports {gone}",
    ]


def ac3(source: Source) -> Iterator[Draft]:
    """What AC-3 over all arcs removes, after the givens are placed."""
    trace = record(source.puzzle, "fc", root="ac", node_limit=0)
    end = find_begin(trace)
    if end is None:
        return
    verbs, start = trace.recorder.verbs, len(record(source.puzzle, "fc", node_limit=0)) - 1
    shown = show(trace, start)
    gone = compare(shown.domains, show(trace, end).domains)
    one_round = revise_once(shown, shown.arcs)
    if one_round == gone or not (FEW <= sum(map(len, gone.values())) <= MANY * shown.puzzle.size):
        return
    steps = range(start + 1, end)
    yield Draft(
        trace,
        f"{describe(shown)} Forward checking has followed each given.\n\nNow AC-3 runs over all "
        "arcs (X, Y), X any unassigned cell: they wait in the queue in reading order of X and then "
        "of Y, and it goes on until the queue is empty.",
        (AC3,),
        "Which values does AC-3 remove in all, and from which cells?",
        answer=gone,
        wrong=[
            (ONE_ROUND, one_round),
            (FIXPOINT, {}),
            (TURNED, run_ac3(with_signs_turned(shown))),
            (EVERY_PAIR, demand_every_pair(shown)),
        ],
        shown=shown,
        solution=[trace.reason(step) for step in steps if verbs[step - 1] in GONE],
        moves=len(steps),
        values=shown.count_values(shown.puzzle.cells),
    )
