"""Questions about one look: what it removes, why, and how many checks it takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from futoshiki_lab.core import Cell, Verb
from futoshiki_lab.exams import misconceptions
from futoshiki_lab.exams.definitions import define_look, describe, write_domain
from futoshiki_lab.exams.items import Answer
from futoshiki_lab.exams.moments import GONE, Draft, LookMoment, Removes, Source

LOST = 9  # values that a look removes in a question
ROWS = 4  # removals of which the reason is asked
CHECKS = 40  # of a look that has to be counted


def _ask(
    at: LookMoment,
    asks: str,
    answer: Answer,
    wrong: Iterable[tuple[str, Answer]],
    solution: Iterable[str],
    cells: Iterable[Cell],
    **asked: Any,
) -> Draft:
    """A question about a look; `cells`: those whose values have to be looked at."""
    assigned = f"`{at.node.label}` has just been assigned; the look comes next."
    return Draft(
        at.trace,
        f"{describe(at.shown)} {assigned}",
        define_look(at.look),
        asks,
        answer,
        wrong,
        at.shown,
        solution,
        moves=len(at.steps),
        values=at.shown.count_values(cells),
        asked={**at.asked, **asked},
    )


def _list_wrong_losses(at: LookMoment) -> list[tuple[str, Removes]]:
    """What misconceptions about a look would remove."""
    return misconceptions.mistake_look(at.look, at.shown, at.cell, at.node.value)


def domain(source: Source) -> Iterator[Draft]:
    """What the domain of a cell is after a look that has changed it."""
    for at in source.looks("fc", "mac"):
        if not at.accepted or not at.removes:
            continue
        cell = source.one_of(*at.removes)
        before, after = at.shown.domains[cell], write_domain(at.after.domains[cell])
        wrong = [
            (name, write_domain({*before} - {*gone.get(cell, ())}))
            for name, gone in [*_list_wrong_losses(at), ("a look changes no domain", {})]
        ]
        exchanged = "what is removed and what is left are exchanged"
        steps = [step for step in at.steps_of(Verb.PRUNE) if at.trace.event(step).cell == cell]
        yield _ask(
            at,
            f"What is the domain of {cell} after the look?",
            after,
            [*wrong, (exchanged, write_domain(at.removes[cell]))],
            [
                *map(at.trace.reason, (at.node.first, *steps)),
                f"the domain of {cell} was {write_domain(before)}, and is {after}",
            ],
            [cell],
            about=cell,
        )


def removals(source: Source) -> Iterator[Draft]:
    """Which values a look removes, and from which cells."""
    for at in source.looks("fc", "mac", keep=lambda at: 2 <= len(at.steps_of(Verb.PRUNE)) <= LOST):
        yield _ask(
            at,
            "Which values does the look remove, and from which cells?",
            at.removes,
            _list_wrong_losses(at),
            at.tell(*GONE),
            at.shown.domains,
        )


def reasons(source: Source) -> Iterator[Draft]:
    """Because of which constraint each value is removed."""
    for at in source.looks("mac", keep=lambda at: 2 <= len(at.steps_of(Verb.PRUNE)) <= ROWS):
        events = [at.trace.event(step) for step in at.steps_of(Verb.PRUNE)]
        because = {f"{event.value} from {event.cell}": str(event.constraint) for event in events}
        if len({*because.values()}) < 2:
            continue
        wrong = [(name, _mistake_reasons(at, because, name)) for name in OTHER_REASONS]
        named = {one for _, rows in wrong for one in rows.values()} | {*because.values()}
        yield _ask(
            at,
            "Because of which constraint does the look remove each of these values: "
            f"{', '.join(because)}?",
            because,
            wrong,
            at.tell(*GONE),
            at.removes,
            options=tuple(sorted(named)),
        )


ASSIGNED, BESIDE = "the assigned cell removes everything", "the reason is a cell that touches"
FIRST = "the reason is the first neighbour"
ANOTHER = {misconceptions.TURNED: {"<": ">", ">": "<"}, misconceptions.PLAIN: {"<": "≠", ">": "≠"}}
OTHER_REASONS = (ASSIGNED, misconceptions.TURNED, misconceptions.PLAIN, BESIDE, FIRST)


def _mistake_reasons(at: LookMoment, because: Mapping[str, str], name: str) -> dict[str, str]:
    """The reasons with one misconception; where it says nothing, the right ones."""
    found = dict(because)
    for step in at.steps_of(Verb.PRUNE):
        event = at.trace.event(step)
        cell, right = event.cell, event.constraint
        assert cell is not None
        assert right is not None
        constraints = at.trace.puzzle.constraints[cell]
        if name in ANOTHER:
            relation = ANOTHER[name].get(right.relation, right.relation)
            found[f"{event.value} from {cell}"] = f"{cell} {relation} {right.other}"
            continue
        touching = next(x for x in constraints if misconceptions.touch(cell, x))
        other = {ASSIGNED: at.cell, BESIDE: touching, FIRST: next(iter(constraints))}[name]
        if other in constraints:
            found[f"{event.value} from {cell}"] = str(constraints[other])
    return found


def checks(source: Source) -> Iterator[Draft]:
    """How many checks a look takes."""
    for at in source.looks("bt", "fc", "fc", "mac"):
        made = len(at.steps_of(Verb.CHECK))
        if 2 <= made <= CHECKS:
            yield _ask(
                at,
                "How many checks does this look take?",
                made,
                [(name, number) for name, number in _miscount(at, made) if number > 0],
                [*at.tell(Verb.CHECK, *GONE), f"these are {made} checks"],
                at.trace.puzzle.neighbours[at.cell],
            )


def _miscount(at: LookMoment, made: int) -> list[tuple[str, int]]:
    """How many checks misconceptions would count."""
    shown, puzzle = at.shown, at.trace.puzzle
    around = puzzle.neighbours[at.cell]
    free = [cell for cell in around if cell not in shown.values]
    taken = len(around) - len(free)
    all_around = ("every cell of the row and the column is one check", len(around))
    if at.look == "bt":
        events = map(at.trace.event, at.steps_of(Verb.CHECK))
        return [
            ("the look goes on after a violation", taken),
            all_around,
            (
                "the given cells are not checked",
                sum(one.other not in puzzle.givens for one in events),
            ),
            ("only signs are checked", len(puzzle.sign_neighbours[at.cell])),
            ("the look of backtracking looks ahead", len(free)),
        ]
    every = misconceptions.GOES_ON if at.look == "fc" else misconceptions.ONE_LOOK
    return [
        ("only what is removed was checked", sum(map(len, at.removes.values()))),
        (every, shown.count_values(free)),
        ("assigned neighbours are checked too", made + taken),
        ("one check for each neighbour, not for each value", len(free)),
        all_around,
    ]
