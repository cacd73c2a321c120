"""Questions about arc consistency: whether a state has it, and where AC-3 ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from futoshiki_lab.core import Cell, Verb
from futoshiki_lab.exams import misconceptions
from futoshiki_lab.exams.about_looks import GONE
from futoshiki_lab.exams.definitions import (
    AC3,
    CELLS,
    among,
    losses,
    paragraphs,
    search_in_words,
    situation,
)
from futoshiki_lab.exams.misconceptions import all_arcs
from futoshiki_lab.exams.moments import Source, began, removed, settings_of, shown_at
from futoshiki_lab.exams.question import Difficulty, Draft, Shown
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
        shown = shown_at(trace, step)
        if len(shown.values) > len(shown.puzzle.cells) - OPEN:
            continue
        failing = [arc for arc in all_arcs(shown) if not holds(shown, arc)]
        right = told(failing[0]) if failing else YES
        settings = trace.run.settings
        yield Draft(
            text=paragraphs(
                search_in_words(settings.algorithm, settings.select),
                situation(shown),
            ),
            rules=(CONSISTENT, CELLS),
            asks="Is this state arc consistent? If not, which is the first arc that fails?",
            answer=right,
            right=right,
            wrong=_wrong_arcs(shown, failing),
            shown=shown,
            asked=settings_of(trace),
            solution=_worked(shown, failing),
            difficulty=_looked_at(shown, failing),
        )


def told(arc: Arc) -> str:
    """How an arc is written."""
    return f"({arc[0]}, {arc[1]})"


def holds(shown: Shown, arc: Arc) -> bool:
    """Whether every value of X has a support in Y."""
    return not unsupported(shown, arc)


def unsupported(shown: Shown, arc: Arc) -> list[int]:
    """The values of X without a support in Y."""
    x, y = arc
    allowed = shown.puzzle.constraints[x][y].holds
    return [
        value
        for value in shown.domains[x]
        if not any(allowed(value, other) for other in shown.domains[y])
    ]


def _wrong_arcs(shown: Shown, failing: list[Arc]) -> list[tuple[str, str]]:
    """Arcs that misconceptions would name."""
    every = all_arcs(shown)
    wrong = [("forward checking leaves every state arc consistent", YES)] if failing else []
    if failing:
        x, y = failing[0]
        wrong.append(("an arc and the reverse arc are the same", told((y, x))))
        wrong.append(("any arc that fails will do", told(failing[-1])))
    first = (arc for arc in every if not _every_pair(shown, arc))
    signed = ((x, y) for x, y in every if shown.puzzle.constraints[x][y].relation != "≠")
    same = (arc for arc in every if len({shown.domains[cell] for cell in arc}) == 1)
    ideas: list[tuple[str, Iterator[Arc]]] = [
        (misconceptions.EVERY_PAIR, first),
        ("a sign between cells with many values fails", signed),
        ("two cells with the same values are in conflict", same),
    ]
    found = [(name, next(candidates, None)) for name, candidates in ideas]
    return wrong + [(name, told(arc)) for name, arc in found if arc]


def _every_pair(shown: Shown, arc: Arc) -> bool:
    x, y = arc
    allowed = shown.puzzle.constraints[x][y].holds
    return all(allowed(one, two) for one in shown.domains[x] for two in shown.domains[y])


def _looked_at(shown: Shown, failing: list[Arc]) -> Difficulty:
    """The arcs to look at, up to the one that fails, and the values of their cells."""
    every = all_arcs(shown)
    arcs = every[: every.index(failing[0]) + 1] if failing else every
    cells = {cell for arc in arcs for cell in arc}
    return Difficulty(len(arcs), sum(len(shown.domains[cell]) for cell in cells))


def _worked(shown: Shown, failing: list[Arc]) -> list[str]:
    if not failing:
        return [f"each of the {len(all_arcs(shown))} arcs holds: every value has a support"]
    (x, y), board = failing[0], shown.domains
    before = all_arcs(shown).index(failing[0])
    relation = shown.puzzle.constraints[x][y]
    gone = ", ".join(map(str, unsupported(shown, failing[0])))
    return [
        f"the {before} arcs before it hold",
        f"{told((x, y))} fails: {relation}, {x} has {among(board[x])}, {y} has {among(board[y])}; "
        f"no value of {y} supports {gone}",
    ]


# -- AC-3 to the end -------------------------------------------------------------------------------


def ac3_to_the_end(source: Source) -> Iterator[Draft]:
    """What AC-3 over all arcs removes, after the givens are placed."""
    trace = record(source.puzzle, "fc", root="ac", node_limit=0)
    end = began(trace)
    if end is None:
        return
    verbs, start = trace.recorder.verbs, len(record(source.puzzle, "fc", node_limit=0)) - 1
    shown, after = shown_at(trace, start), shown_at(trace, end)
    gone = removed(shown.domains, after.domains)
    one_round = misconceptions.once(shown, all_arcs(shown))
    most = MANY * shown.puzzle.size
    if not FEW <= sum(map(len, gone.values())) <= most or one_round == gone:
        return
    steps = [step for step in range(start + 1, end) if verbs[step - 1] in GONE]
    yield Draft(
        text=paragraphs(
            search_in_words("fc", "reading", root="ac"),
            f"{situation(shown)} Forward checking has followed each given.",
            "Now AC-3 runs over all arcs (X, Y), X any unassigned cell: they wait in the queue in "
            "reading order of X and then of Y, and it goes on until the queue is empty.",
        ),
        rules=(AC3, CELLS),
        asks="Which values does AC-3 remove in all, and from which cells?",
        answer=gone,
        right=losses(gone),
        wrong=[(name, losses(removes(shown))) for name, removes in _WRONG_ENDS],
        shown=shown,
        asked=settings_of(trace),
        solution=[trace.reason(step) for step in steps],
        difficulty=Difficulty(end - 1 - start, sum(map(len, shown.domains.values()))),
    )


def _signs_alone(shown: Shown) -> dict[Cell, tuple[int, ...]]:
    relation = shown.puzzle.constraints
    return misconceptions.once(shown, [(x, y) for x, y in all_arcs(shown) if relation[x][y] != "≠"])


def _turned(shown: Shown) -> dict[Cell, tuple[int, ...]]:
    other = Shown(misconceptions.turned(shown.puzzle), shown.values, shown.domains)
    return misconceptions.consistent(other)


Losing = Callable[[Shown], dict[Cell, tuple[int, ...]]]
_WRONG_ENDS: list[tuple[str, Losing]] = [
    (misconceptions.ONE_ROUND, lambda shown: misconceptions.once(shown, all_arcs(shown))),
    (misconceptions.FIXPOINT, lambda shown: {}),
    (misconceptions.TURNED, _turned),
    (misconceptions.EVERY_PAIR, misconceptions.every_pair),
]
