"""Questions about one look: what it removes, why, and how many checks it takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from futoshiki_lab.core import Cell, Verb
from futoshiki_lab.exams import misconceptions
from futoshiki_lab.exams.definitions import (
    CELLS,
    among,
    losses,
    paragraphs,
    rules_of,
    search_in_words,
    situation,
)
from futoshiki_lab.exams.moments import LookMoment, Removes, Source
from futoshiki_lab.exams.question import Difficulty, Draft

GONE = (Verb.PRUNE, Verb.WIPE_OUT)
LOST = 9  # values that a look removes in a question
ROWS = 4  # removals of which the reason is asked
CHECKS = 40  # of a look that has to be counted


def text_of(at: LookMoment) -> str:
    """The situation of a look."""
    select = at.trace.run.settings.select
    assigned = f"`{at.node.label}` has just been assigned; the look comes next."
    return paragraphs(
        search_in_words(at.look, select),
        f"{situation(at.shown)} {assigned}",
    )


def wrong_losses(at: LookMoment) -> list[tuple[str, Removes]]:
    """What misconceptions about a look would remove."""
    cell, value = at.node.cell, at.node.value
    assert cell is not None
    of_look = (
        misconceptions.of_arc_consistency
        if at.look == "mac"
        else misconceptions.of_forward_checking
    )
    return of_look(at.shown, cell, value)


def effort(at: LookMoment, values: int) -> Difficulty:
    """The verbs of a look."""
    return Difficulty(len(at.steps), values)


def domain(source: Source) -> Iterator[Draft]:
    """What the domain of a cell is after a look that has changed it."""
    for at in source.looks("fc", "mac"):
        if not at.accepted or not at.removes:
            continue
        cell = source.one_of(*at.removes)
        before = at.shown.domains[cell]
        wrong = [
            (name, among(set(before) - set(gone.get(cell, ()))))
            for name, gone in [*wrong_losses(at), ("a look changes no domain", {})]
        ]
        wrong += [("what is removed and what is left are exchanged", among(at.removes[cell]))]
        yield Draft(
            text=text_of(at),
            rules=(*rules_of(at.look), CELLS),
            asks=f"What is the domain of {cell} after the look?",
            answer=among(at.after.domains[cell]),
            right=among(at.after.domains[cell]),
            wrong=wrong,
            shown=at.shown,
            asked={**at.asked, "about": cell},
            solution=[
                at.trace.reason(at.node.first),
                *(at.trace.reason(step) for step in _of_cell(at, cell)),
                f"the domain of {cell} was {among(before)}, and is {among(at.after.domains[cell])}",
            ],
            difficulty=effort(at, len(before)),
        )


def removals(source: Source) -> Iterator[Draft]:
    """Which values a look removes, and from which cells."""
    for at in source.looks("fc", "mac", keep=_countable):
        yield Draft(
            text=text_of(at),
            rules=(*rules_of(at.look), CELLS),
            asks="Which values does the look remove, and from which cells?",
            answer=at.removes,
            right=losses(at.removes),
            wrong=[(name, losses(gone)) for name, gone in wrong_losses(at)],
            shown=at.shown,
            asked=at.asked,
            solution=at.told(*GONE),
            difficulty=effort(at, sum(map(len, at.shown.domains.values()))),
        )


def _countable(at: LookMoment) -> bool:
    return 2 <= len(at.steps_of(Verb.PRUNE)) <= LOST


def reasons(source: Source) -> Iterator[Draft]:
    """Because of which constraint each value is removed."""
    for at in source.looks("mac", keep=_few):
        told = [at.trace.event(step) for step in at.steps_of(Verb.PRUNE)]
        if len({str(event.constraint) for event in told}) < 2:
            continue
        because = {f"{event.value} from {event.cell}": str(event.constraint) for event in told}
        wrong = [(name, _other_reasons(at, because, name)) for name in OTHER_REASONS]
        named = sorted({one for _, rows in wrong for one in rows.values()} | {*because.values()})
        yield Draft(
            text=text_of(at),
            rules=(*rules_of(at.look), CELLS),
            asks=(
                "Because of which constraint does the look remove each of these values: "
                f"{', '.join(because)}?"
            ),
            answer=because,
            right=in_rows(because),
            wrong=[(name, in_rows(rows)) for name, rows in wrong],
            shown=at.shown,
            asked={**at.asked, "options": tuple(named)},
            solution=at.told(*GONE),
            difficulty=effort(at, sum(len(at.shown.domains[cell]) for cell in at.removes)),
        )


def _few(at: LookMoment) -> bool:
    """Whether a look removes a few values, some of them after a change of another cell."""
    return 2 <= len(at.steps_of(Verb.PRUNE)) <= ROWS


def in_rows(because: Mapping[str, str]) -> str:
    """What belongs to each row: "3 from r1c2: r1c2 < r1c3; ..."."""
    return "; ".join(f"{row}: {text}" for row, text in because.items())


ASSIGNED, BESIDE = "the assigned cell removes everything", "the reason is a cell that touches"
FIRST = "the reason is the first neighbour"
ANOTHER = {misconceptions.TURNED: {"<": ">", ">": "<"}, misconceptions.PLAIN: {"<": "≠", ">": "≠"}}
OTHER_REASONS = (ASSIGNED, misconceptions.TURNED, misconceptions.PLAIN, BESIDE, FIRST)


def _other_reasons(at: LookMoment, because: Mapping[str, str], name: str) -> dict[str, str]:
    """The reasons with one misconception; where it says nothing, the right ones."""
    found = dict(because)
    for step in at.steps_of(Verb.PRUNE):
        event = at.trace.event(step)
        cell, right = event.cell, event.constraint
        assert cell is not None
        assert right is not None
        constraints = at.trace.puzzle.constraints[cell]
        others = {
            ASSIGNED: [_cell(at)],
            BESIDE: [x for x in constraints if misconceptions.touch(cell, x)],
        }
        other = others.get(name, [*constraints])[0]
        if name in ANOTHER:
            relation = ANOTHER[name].get(right.relation, right.relation)
            found[f"{event.value} from {cell}"] = f"{cell} {relation} {right.other}"
        elif other in constraints:
            found[f"{event.value} from {cell}"] = str(constraints[other])
    return found


def checks(source: Source) -> Iterator[Draft]:
    """How many checks a look takes."""
    for at in source.looks("bt", "fc", "fc", "mac"):
        made = at.steps_of(Verb.CHECK)
        if not 2 <= len(made) <= CHECKS:
            continue
        yield Draft(
            text=text_of(at),
            rules=(*rules_of(at.look), CELLS),
            asks="How many checks does this look take?",
            answer=len(made),
            right=str(len(made)),
            wrong=[(name, str(number)) for name, number in _miscounted(at) if number > 0],
            shown=at.shown,
            asked=at.asked,
            solution=[*at.told(Verb.CHECK, *GONE), f"these are {len(made)} checks"],
            difficulty=effort(at, sum(len(at.shown.domains[cell]) for cell in _around(at))),
        )


def _miscounted(at: LookMoment) -> list[tuple[str, int]]:
    """How many checks misconceptions would count."""
    shown, made = at.shown, len(at.steps_of(Verb.CHECK))
    free = [cell for cell in _around(at) if cell not in shown.values]
    taken = [cell for cell in _around(at) if cell in shown.values]
    signs = sum(other in at.trace.puzzle.sign_neighbours[_cell(at)] for other in _around(at))
    counted = [("every cell of the row and the column is one check", len(_around(at)))]
    if at.look == "bt":
        counted.insert(0, ("the look goes on after a violation", len(taken)))
        counted += [
            ("the given cells are not checked", made - len(_given(at))),
            ("only signs are checked", signs),
            ("the look of backtracking looks ahead", len(free)),
        ]
        return counted
    pairs = sum(len(shown.domains[cell]) for cell in free)
    return [
        ("only what is removed was checked", sum(map(len, at.removes.values()))),
        (misconceptions.GOES_ON if at.look == "fc" else misconceptions.ONE_LOOK, pairs),
        ("assigned neighbours are checked too", made + len(taken)),
        ("one check for each neighbour, not for each value", len(free)),
        *counted,
    ]


def _around(at: LookMoment) -> tuple[Cell, ...]:
    return at.trace.puzzle.neighbours[_cell(at)]


def _given(at: LookMoment) -> list[Cell]:
    givens = at.trace.puzzle.givens
    events = (at.trace.event(step) for step in at.steps_of(Verb.CHECK))
    return [event.other for event in events if event.other and event.other in givens]


def _cell(at: LookMoment) -> Cell:
    assert at.node.cell is not None
    return at.node.cell


def _of_cell(at: LookMoment, cell: Cell) -> list[int]:
    """The steps at which a cell loses values."""
    return [step for step in at.steps_of(Verb.PRUNE) if at.trace.event(step).cell == cell]
