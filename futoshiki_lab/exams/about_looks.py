"""Questions about one look or one state: what is removed and why, checks, arc consistency."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from futoshiki_lab.core import Cell, Verb
from futoshiki_lab.exams import misconceptions as wrong
from futoshiki_lab.exams.drafts import Draft, propagate_singletons, write_domain
from futoshiki_lab.exams.items import Answer, Shown
from futoshiki_lab.exams.moments import GONE, LookMoment, Source

PRUNING = ("fc", "fc", "mac", "gac")
LOST = range(2, 10)  # values that a look removes in a question
ROWS = range(2, 5)  # removals of which the reason is asked
CHECKS = range(2, 41)  # of a look that has to be counted


def _ask(
    at: LookMoment,
    answer: Answer,
    mistakes: Iterable[tuple[str, Answer]],
    solution: Iterable[str],
    cells: Iterable[Cell],
    **asked: Any,
) -> Draft:
    """A question about a look; `cells`: those whose values have to be looked at."""
    moves, asked = len(at.watched.steps), at.asked | asked
    return Draft(at.trace, at.shown, answer, [*mistakes], solution, moves, cells, asked)


def domain(source: Source) -> Iterator[Draft]:
    """What the domain of a cell is after a look that has changed it."""
    for at in source.looks(look=PRUNING, keep=lambda at: bool(at.accepted and at.watched.removes)):
        removes = at.watched.removes
        cell = source.one_of(*removes)
        before, after = at.shown.domains[cell], at.after.domains[cell]
        left = [(name, {*before} - {*gone.get(cell, ())}) for name, gone in wrong.mistake_look(at)]
        left += [("unchanged", {*before}), ("exchanged", {*removes[cell]})]
        left.append(("largest goes", {*before[:-1]}))
        told = zip(at.watched.because, at.watched.tell(Verb.PRUNE), strict=True)
        solution = [
            at.tell()[0],
            *(text for removed, text in told if removed.endswith(f" {cell}")),
            f"the domain of {cell} was {write_domain(before)}, and is {write_domain(after)}",
        ]
        mistakes = [(name, write_domain(values)) for name, values in left]
        yield _ask(at, write_domain(after), mistakes, solution, [cell], about=cell)


def removals(source: Source, **only: Any) -> Iterator[Draft]:
    """Which values a look removes, and from which cells."""
    offered = {"look": PRUNING} | only
    for at in source.looks(**offered, keep=lambda at: len(at.watched.because) in LOST):
        if at.settings.algorithm != "gac" or at.accepted:  # else it depends on where it stops
            mistakes, told = wrong.mistake_look(at), at.tell(*GONE)
            yield _ask(at, at.watched.removes, mistakes, told, at.shown.domains)


def singletons(source: Source) -> Iterator[Draft]:
    """The same, where domains with one value are propagated: it goes beyond forward checking."""
    for draft in removals(source, look=[propagate_singletons], jump=False):
        if "one look" in {name for name, gone in draft.wrong if gone != draft.answer}:
            yield draft


def reasons(source: Source) -> Iterator[Draft]:
    """Because of which constraint each value is removed."""
    look = ("fc", "mac", "mac")
    for at in source.looks(look=look, keep=lambda at: len(at.watched.because) in ROWS):
        because = at.watched.because
        if len({*because.values()}) < 2 or not all(" " in one for one in because.values()):
            continue
        mistakes = [(name, _mistake_reasons(at, name)) for name in OTHER_REASONS]
        named = {one for _, rows in mistakes for one in rows.values()} | {*because.values()}
        draft = _ask(at, because, mistakes, at.tell(*GONE), at.watched.removes)
        draft.asked = {**draft.asked, "options": tuple(sorted(named))}
        draft.words = {"removed": ", ".join(because)}
        yield draft


ANOTHER = {"turned": {"<": ">", ">": "<"}, "plain": {"<": "≠", ">": "≠"}}
OTHER_REASONS = ("assigned", "turned", "plain", "beside", "first")


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
        picked = {"assigned": at.cell, "beside": touching, "first": next(iter(around))}[name]
        if picked in around:
            found[removed] = str(around[picked])
    return found


def checks(source: Source) -> Iterator[Draft]:
    """How many checks a look takes."""
    look = ("bt", "fc", "fc", "mac")
    for at in source.looks(look=look, keep=lambda at: at.watched.checks in CHECKS):
        if at.settings.algorithm == "gac":  # its definition counts none
            continue
        made, around = at.watched.checks, at.trace.puzzle.neighbours[at.cell]
        mistakes = [(name, number) for name, number in wrong.miscount(at) if number > 0]
        solution = [*at.tell(Verb.CHECK, *GONE), f"these are {made} checks"]
        yield _ask(at, made, mistakes, solution, around)


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
        shown, every = at.after, at.after.arcs
        failing = [(x, y) for x, y in every if shown.list_unsupported(x, y)]
        looked_at = every[: every.index(failing[0]) + 1] if failing else every
        solution = _work_out(shown, failing, len(looked_at))
        cells = {cell for arc in looked_at for cell in arc}
        answer, mistakes = str(failing[0]) if failing else YES, _list_wrong_arcs(shown, failing)
        yield Draft(at.trace, shown, answer, mistakes, solution, len(looked_at), cells)


def _list_wrong_arcs(shown: Shown, failing: list[Arc]) -> Iterator[tuple[str, str]]:
    """Arcs that misconceptions would name."""
    domains, constraints = shown.domains, shown.puzzle.constraints
    if failing:
        x, y = failing[0]
        yield "consistent", YES
        yield "reverse", str((y, x))
        yield "any arc", str(failing[-1])

    def may_disagree(x: Cell, y: Cell) -> bool:
        holds = constraints[x][y].holds
        return not all(holds(a, b) for a in domains[x] for b in domains[y])

    for name, fails in (
        ("every pair", may_disagree),
        ("signed", lambda x, y: constraints[x][y].relation != "≠"),
        ("same values", lambda x, y: domains[x] == domains[y]),
        ("single", lambda x, y: len(domains[x]) == 1),
        ("first cell", lambda x, y: True),
    ):
        arc = next((arc for arc in shown.arcs if fails(*arc)), None)
        if arc and arc not in failing:
            yield name, str(arc)


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
        shown, free = at.after, at.after.inner_arcs
        if len(free) > source.most:  # each takes a check at least
            continue
        watched, one_round = wrong.run_ac3(shown, free), wrong.revise_once(shown, free)
        if one_round == watched.removes or len(watched.because) not in LOST:
            continue
        mistakes = [
            ("one round", one_round),
            ("fixpoint", {}),
            ("turned", wrong.run_ac3(wrong.with_signs_turned(shown), free).removes),
            ("every pair", wrong.demand_every_pair(shown, free)),
            ("plain", wrong.run_ac3(wrong.without_signs(shown), free).removes),
        ]
        moves, told, words = len(watched.steps), watched.tell(*GONE), {"label": at.node.label}
        yield Draft(
            at.trace, shown, watched.removes, mistakes, told, moves, shown.free, words=words
        )
