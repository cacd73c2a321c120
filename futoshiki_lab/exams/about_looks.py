"""Questions about one look or one state: what is removed and why, checks, arc consistency."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from futoshiki_lab.core import Cell, Verb
from futoshiki_lab.exams import misconceptions as wrong
from futoshiki_lab.exams.definitions import (
    AC3,
    TEXTS,
    describe_state,
    propagate_singletons,
    write_domain,
)
from futoshiki_lab.exams.items import Answer, Shown
from futoshiki_lab.exams.moments import GONE, Draft, LookMoment, Source

PRUNING = ("fc", "fc", "mac", "gac")
LOST = range(2, 10)  # values that a look removes in a question
ROWS = range(2, 5)  # removals of which the reason is asked
CHECKS = range(2, 41)  # of a look that has to be counted


def _ask(
    at: LookMoment,
    asks: str,
    answer: Answer,
    mistakes: Iterable[tuple[str, Answer]],
    solution: Iterable[str],
    cells: Iterable[Cell],
    **asked: Any,
) -> Draft:
    """A question about a look; `cells`: those whose values have to be looked at."""
    assigned = f"`{at.node.label}` has just been assigned; the look comes next."
    return Draft(
        at.trace,
        f"{describe_state(at.shown)} {assigned}",
        at.shown,
        asks,
        answer,
        [*mistakes],
        solution,
        moves=len(at.watched.steps),
        cells=cells,
        about=("look",),
        asked={**at.asked, **asked},
    )


def domain(source: Source) -> Iterator[Draft]:
    """What the domain of a cell is after a look that has changed it."""
    for at in source.looks(look=PRUNING, keep=lambda at: bool(at.accepted and at.watched.removes)):
        cell = source.one_of(*at.watched.removes)
        before, after = at.shown.domains[cell], write_domain(at.after.domains[cell])
        told = zip(at.watched.because, at.watched.tell(Verb.PRUNE), strict=True)
        mistakes = [
            (name, write_domain({*before} - {*gone.get(cell, ())}))
            for name, gone in wrong.mistake_look(at)
        ]
        largest = [value for value in before if value != before[-1]]
        mistakes += [
            ("a look changes no domain", write_domain(before)),
            (
                "what is removed and what is left are exchanged",
                write_domain(at.watched.removes[cell]),
            ),
            ("a look removes the largest value", write_domain(largest)),
        ]
        yield _ask(
            at,
            f"What is the domain of {cell} after the look?",
            after,
            mistakes,
            [
                at.tell()[0],
                *(text for removed, text in told if removed.endswith(f" {cell}")),
                f"the domain of {cell} was {write_domain(before)}, and is {after}",
            ],
            [cell],
            about=cell,
        )


def removals(source: Source, **only: Any) -> Iterator[Draft]:
    """Which values a look removes, and from which cells."""
    offered = {"look": PRUNING} | only
    for at in source.looks(**offered, keep=lambda at: len(at.watched.because) in LOST):
        if at.settings.algorithm != "gac" or at.accepted:  # else it depends on where it stops
            yield _ask(
                at,
                "Which values does the look remove, and from which cells?",
                at.watched.removes,
                wrong.mistake_look(at),
                at.tell(*GONE),
                at.shown.domains,
            )


def singletons(source: Source) -> Iterator[Draft]:
    """The same, where domains with one value are propagated: it goes beyond forward checking."""
    for draft in removals(source, look=[propagate_singletons], jump=False):
        if wrong.ONE_LOOK in {name for name, gone in draft.wrong if gone != draft.answer}:
            yield draft


def reasons(source: Source) -> Iterator[Draft]:
    """Because of which constraint each value is removed."""
    for at in source.looks(
        look=("fc", "mac", "mac"), keep=lambda at: len(at.watched.because) in ROWS
    ):
        because = at.watched.because
        if len({*because.values()}) < 2 or not all(" " in one for one in because.values()):
            continue
        mistakes = [(name, _mistake_reasons(at, name)) for name in OTHER_REASONS]
        named = {one for _, rows in mistakes for one in rows.values()} | {*because.values()}
        yield _ask(
            at,
            "Because of which constraint does the look remove each of these values: "
            f"{', '.join(because)}?",
            because,
            mistakes,
            at.tell(*GONE),
            at.watched.removes,
            options=tuple(sorted(named)),
        )


ASSIGNED, BESIDE = "the assigned cell removes everything", "the reason is a cell that touches"
FIRST = "the reason is the first neighbour"
ANOTHER = {wrong.TURNED: {"<": ">", ">": "<"}, wrong.PLAIN: {"<": "≠", ">": "≠"}}
OTHER_REASONS = (ASSIGNED, wrong.TURNED, wrong.PLAIN, BESIDE, FIRST)


def _mistake_reasons(at: LookMoment, name: str) -> dict[str, str]:
    """The reasons with one misconception; where it says nothing, the right ones."""
    found, puzzle = dict(at.watched.because), at.trace.puzzle
    for removed, reason in at.watched.because.items():
        cell = next(one for one in puzzle.cells if removed.endswith(f" {one}"))
        _, relation, other = reason.split(" ")
        if name in ANOTHER:
            found[removed] = f"{cell} {ANOTHER[name].get(relation, relation)} {other}"
            continue
        around = puzzle.constraints[cell]
        touching = next(x for x in around if wrong.touch(cell, x))
        picked = {ASSIGNED: at.cell, BESIDE: touching, FIRST: next(iter(around))}[name]
        if picked in around:
            found[removed] = str(around[picked])
    return found


def checks(source: Source) -> Iterator[Draft]:
    """How many checks a look takes."""
    for at in source.looks(
        look=("bt", "fc", "fc", "mac"), keep=lambda at: at.watched.checks in CHECKS
    ):
        if at.settings.algorithm == "gac":  # its definition counts none
            continue
        made = at.watched.checks
        yield _ask(
            at,
            "How many checks does this look take?",
            made,
            [(name, number) for name, number in wrong.miscount(at) if number > 0],
            [*at.tell(Verb.CHECK, *GONE), f"these are {made} checks"],
            at.trace.puzzle.neighbours[at.cell],
        )


# -- arc consistency -------------------------------------------------------------------------------

YES = "it is arc consistent"
Arc = tuple[Cell, Cell]
OPEN = range(3, 30)  # unassigned cells of a state


def arcs(source: Source) -> Iterator[Draft]:
    """Whether a state is arc consistent; if not, the first arc that fails."""
    for at in source.looks(
        look=("fc", "fc", "fc", "mac"),
        select=("reading", "mrv"),
        keep=lambda at: at.accepted and len(at.after.free) in OPEN,
    ):
        shown = at.after
        every = shown.arcs
        failing = [(x, y) for x, y in every if shown.list_unsupported(x, y)]
        looked_at = every[: every.index(failing[0]) + 1] if failing else every
        yield Draft(
            at.trace,
            describe_state(shown),
            shown,
            "Is this state arc consistent? If not, which is the first arc that fails?",
            answer=str(failing[0]) if failing else YES,
            wrong=_list_wrong_arcs(shown, failing),
            solution=_work_out(shown, failing, len(looked_at)),
            moves=len(looked_at),
            cells={cell for arc in looked_at for cell in arc},
            rules=(TEXTS["consistent"],),
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
    single = [(x, y) for x, y in shown.arcs if len(domains[x]) == 1]
    for name, arcs in (
        (wrong.EVERY_PAIR, disagree),
        ("a sign between cells with many values fails", signed),
        ("two cells with the same values are in conflict", same),
        ("a cell with one value left cannot keep it", single),
        ("only the arcs of the first cell matter", shown.arcs),
    ):
        yield from ((name, str(arc)) for arc in arcs[:1] if arc not in failing)


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
    """What AC-3 removes from a state that is nearly consistent."""
    for at in source.looks(
        look=("fc",), select=("reading", "mrv"), keep=lambda at: bool(at.accepted and at.after.free)
    ):
        shown = at.after
        free = shown.inner_arcs
        if len(free) > source.most:  # each takes a check at least
            continue
        watched = wrong.run_ac3(shown, free)
        one_round = wrong.revise_once(shown, free)
        if one_round == watched.removes or len(watched.because) not in LOST:
            continue
        plain, turned = wrong.without_signs(shown), wrong.with_signs_turned(shown)
        yield Draft(
            at.trace,
            f"{describe_state(shown)} The look at `{at.node.label}` is over.\n\nNow AC-3 runs over "
            "the arcs (X, Y) between unassigned neighbours: they wait in the queue in reading "
            "order of X and then of Y, and it goes on until the queue is empty.",
            shown,
            "Which values does AC-3 remove in all, and from which cells?",
            watched.removes,
            [
                (wrong.ONE_ROUND, one_round),
                (wrong.FIXPOINT, {}),
                (wrong.TURNED, wrong.run_ac3(turned, free).removes),
                (wrong.EVERY_PAIR, wrong.demand_every_pair(shown, free)),
                (wrong.PLAIN, wrong.run_ac3(plain, free).removes),
            ],
            watched.tell(*GONE),
            moves=len(watched.steps),
            cells=shown.free,
            rules=(AC3,),
        )
