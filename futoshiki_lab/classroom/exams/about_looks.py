"""Questions about one look or one state: what is removed and why, checks, arc consistency."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from futoshiki_lab.classroom.exams.drafts import Draft, write_domain
from futoshiki_lab.classroom.exams.moments import (
    GONE,
    Moment,
    Removes,
    Shown,
    Source,
    Watched,
    compare,
)
from futoshiki_lab.core import Cell, Puzzle, Sign, Verb
from futoshiki_lab.core.search import ac3 as run, forward_check, look_back, maintain_arc_consistency

LOST = range(2, 10)  # values that a look removes in a question
ROWS = range(2, 5)  # removals of which the reason is asked
CHECKS = range(2, 41)  # of a look that has to be counted


def domain(source: Source) -> Iterator[Draft]:
    """What the domain of a cell is after a look that has changed it."""
    for at in source.looks(lambda at: bool(at.accepted and at.watched.removes)):
        removes = at.watched.removes
        cell = source.one_of(*removes)
        before, after = at.shown.domains[cell], at.after.domains[cell]
        left = [(name, {*before} - {*gone.get(cell, ())}) for name, gone in mistake_look(at)]
        left += [("unchanged", {*before}), ("exchanged", {*removes[cell]})]
        left.append(("largest goes", {*before[:-1]}))
        right = write_domain(after)
        told = zip(at.watched.because, at.tell(Verb.PRUNE)[1:], strict=True)
        solution = [*at.tell(), *(text for gone, text in told if gone.endswith(f" {cell}"))]
        solution.append(f"the domain of {cell} was {write_domain(before)}, and is {right}")
        mistakes = [(name, write_domain(values)) for name, values in left]
        moves, asked = len(at.watched.steps), {**at.asked, "about": cell}
        yield Draft(at.trace, at.shown, right, mistakes, solution, moves, [cell], asked)


def removals(source: Source) -> Iterator[Draft]:
    """Which values a look removes, and from which cells."""
    for at in source.looks(lambda at: len(at.watched.because) in LOST):
        if at.settings.algorithm != "gac" or at.accepted:  # else it depends on where it stops
            gone, mistakes, told = at.watched.removes, [*mistake_look(at)], at.tell(*GONE)
            moves, cells = len(at.watched.steps), at.shown.domains
            yield Draft(at.trace, at.shown, gone, mistakes, told, moves, cells, at.asked)


def singletons(source: Source) -> Iterator[Draft]:
    """The same, where domains with one value are propagated: it goes beyond forward checking."""
    for draft in removals(source):
        if "one look" in {name for name, gone in draft.wrong if gone != draft.answer}:
            yield draft


def reasons(source: Source) -> Iterator[Draft]:
    """Because of which constraint each value is removed."""
    for at in source.looks(lambda at: len(at.watched.because) in ROWS):
        because = at.watched.because
        if len({*because.values()}) < 2 or not all(" " in one for one in because.values()):
            continue
        mistakes = [(name, _mistake_reasons(at, name)) for name in OTHER_REASONS]
        named = {one for _, rows in mistakes[:-2] for one in rows.values()} | {*because.values()}
        asked, words = {"options": tuple(sorted(named))}, {"removed": ", ".join(because)}
        told, moves, cells = at.tell(*GONE), len(at.watched.steps), at.watched.removes
        asked |= at.asked
        yield Draft(at.trace, at.shown, because, mistakes, told, moves, cells, asked, words)


ANOTHER = {"turned": {"<": ">", ">": "<"}, "plain": {"<": "≠", ">": "≠"}}
OTHER_REASONS = ("assigned", "turned", "plain", "beside", "first", "sign", "earlier")


def _mistake_reasons(at: Moment, name: str) -> dict[str, str]:
    """The reasons with one misconception; where it says nothing, the right ones."""
    found, puzzle = dict(at.watched.because), at.trace.puzzle
    earlier = next(iter([*at.shown.values][-2:-1]), None)
    for removed, reason in at.watched.because.items():
        cell = next(one for one in puzzle.cells if removed.endswith(f" {one}"))
        _, relation, other = reason.split(" ")
        if name in ANOTHER:
            found[removed] = f"{cell} {ANOTHER[name].get(relation, relation)} {other}"
            continue
        around = puzzle.constraints[cell]
        touching = next(x for x in around if touch(cell, x))
        picked = {"assigned": at.cell, "beside": touching, "first": next(iter(around))}
        picked |= {"sign": next(iter(puzzle.sign_neighbours[cell]), None), "earlier": earlier}
        if picked[name] in around:
            found[removed] = str(around[picked[name]])
    return found


def checks(source: Source) -> Iterator[Draft]:
    """How many checks a look takes."""
    for at in source.looks(lambda at: at.watched.checks in CHECKS):
        if at.settings.algorithm == "gac":  # its definition counts none
            continue
        made, moves = at.watched.checks, len(at.watched.steps)
        cells = at.trace.puzzle.neighbours[at.cell]
        mistakes = [(name, number) for name, number in miscount(at) if number > 0]
        told = [*at.tell(Verb.CHECK, *GONE), f"these are {made} checks"]
        yield Draft(at.trace, at.shown, made, mistakes, told, moves, cells, at.asked)


# -- arc consistency -------------------------------------------------------------------------------

YES = "it is arc consistent"
Arcs = list[tuple[Cell, Cell]]
OPEN = range(3, 30)  # unassigned cells of a state


def arcs(source: Source) -> Iterator[Draft]:
    """Whether a state is arc consistent; if not, the first arc that fails."""
    for at in source.looks(lambda at: at.accepted and len(at.after.free) in OPEN):
        shown, every = at.after, at.after.arcs
        failing = [(x, y) for x, y in every if shown.list_unsupported(x, y)]
        looked_at = every[: every.index(failing[0]) + 1] if failing else every
        solution = _work_out(shown, failing, len(looked_at))
        cells = {cell for arc in looked_at for cell in arc}
        answer, mistakes = str(failing[0]) if failing else YES, _list_wrong_arcs(shown, failing)
        yield Draft(at.trace, shown, answer, mistakes, solution, len(looked_at), cells)


def _list_wrong_arcs(shown: Shown, failing: Arcs) -> Iterator[tuple[str, str]]:
    """Arcs that misconceptions would name."""
    domains, constraints = shown.domains, shown.puzzle.constraints
    if failing:
        yield "consistent", YES
        yield "reverse", str(failing[0][::-1])
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


def _work_out(shown: Shown, failing: Arcs, looked_at: int) -> list[str]:
    if not failing:
        return [f"each of the {looked_at} arcs holds: every value has a support"]
    x, y = failing[0]
    gone, one = ", ".join(map(str, shown.list_unsupported(x, y))), shown.puzzle.constraints[x][y]
    left = ", ".join(f"{cell} has {write_domain(shown.domains[cell])}" for cell in (x, y))
    fails = f"{failing[0]} fails: {one}, {left}; no value of {y} supports {gone}"
    return [f"the {looked_at - 1} arcs before it hold", fails]


def ac3(source: Source) -> Iterator[Draft]:
    """What AC-3 removes from a state that is nearly consistent."""
    for at in source.looks(lambda at: bool(at.accepted and at.after.free)):
        shown, free = at.after, at.after.inner_arcs
        if len(free) > source.most:  # each takes a check at least
            continue
        watched, one_round = run_ac3(shown, free), revise_once(shown, free)
        if one_round == watched.removes or len(watched.because) not in LOST:
            continue
        mistakes = [
            ("one round", one_round),
            ("fixpoint", {}),
            ("turned", run_ac3(with_signs_turned(shown), free).removes),
            ("every pair", demand_every_pair(shown, free)),
            ("plain", run_ac3(without_signs(shown), free).removes),
        ]
        gone, moves, told = watched.removes, len(watched.steps), watched.tell(*GONE)
        words = {"label": at.node.label}
        yield Draft(at.trace, shown, gone, mistakes, told, moves, shown.free, words=words)


# -- what mistaken ideas would do: nothing here is right -------------------------------------------


def without_signs(shown: Shown) -> Shown:
    """The board with ≠ in the place of every sign."""
    return replace(shown, puzzle=Puzzle(shown.puzzle.grid))


def with_signs_turned(shown: Shown) -> Shown:
    """The board with every sign turned round."""
    signs = [Sign(sign.larger, sign.smaller) for sign in shown.puzzle.signs]
    return replace(shown, puzzle=Puzzle(shown.puzzle.grid, signs))


def touch(cell: Cell, other: Cell) -> bool:
    """Whether two cells touch along an edge."""
    return abs(cell.row - other.row) + abs(cell.column - other.column) == 1


# -- looks -----------------------------------------------------------------------------------------


def mistake_look(at: Moment) -> Iterator[tuple[str, Removes]]:
    """What misconceptions about a look remove, whichever look it is."""
    shown, cell = at.shown, at.cell
    look, name = at.settings.functions.look, at.settings.algorithm
    if name != "fc":
        first = [(x, cell) for x in shown.puzzle.neighbours[cell] if x not in shown.values]
        others = [arc for arc in shown.arcs if arc[1] != cell]
        yield "one look", Watched(shown, forward_check, cell).removes
        yield "one round", revise_once(shown, first + others)
    yield "plain", Watched(without_signs(shown), look, cell).removes
    yield "turned", Watched(with_signs_turned(shown), look, cell).removes
    yield "fixpoint", Watched(shown, maintain_arc_consistency, cell).removes
    for idea in ("goes on", "weak", *NEAR)[0 if name == "fc" else 2 :]:
        yield idea, _look_ahead(at, idea)
    yield "back", Watched(shown, look_back, cell).removes


NEAR: dict[str, Callable[[Cell, Cell], bool]] = {
    "touching": touch,
    "row": lambda cell, other: cell.row == other.row,
    "column": lambda cell, other: cell.column == other.column,
}


def _look_ahead(at: Moment, idea: str) -> Removes:
    """Forward checking with some other idea of constraints, of neighbours or of its end."""
    gone, assigned = Removes(), at.node.value
    for other, one in at.shown.puzzle.constraints[at.cell].items():
        if other in at.shown.values or not NEAR.get(idea, lambda *_: True)(at.cell, other):
            continue
        domain, weak = at.shown.domains[other], idea == "weak" and one.relation != "≠"
        left = [x for x in domain if one.holds(assigned, x) or (weak and x == assigned)]
        if len(left) < len(domain):
            gone[other] = tuple(value for value in domain if value not in left)
        if not left and idea != "goes on":
            break
    return gone


def miscount(at: Moment) -> Iterator[tuple[str, int]]:
    """How many checks misconceptions would count."""
    shown, puzzle, watched = at.shown, at.trace.puzzle, at.watched
    around, name = puzzle.neighbours[at.cell], at.settings.algorithm
    free = [cell for cell in around if cell not in shown.values]
    taken = len(around) - len(free)
    if name == "bt":
        yield "after violation", taken
        givens = sum(cell in puzzle.givens for cell in around)
        if at.accepted:
            yield "no givens", watched.checks - givens
        yield "signs checked", len(puzzle.sign_neighbours[at.cell])
        yield "ahead", shown.count_values(free)
    else:
        if name == "fc":
            wiped = [number for number, cell in enumerate(free, 1) if not at.after.domains[cell]]
            yield "goes on", shown.count_values(free)
            yield "one a neighbour", min(wiped, default=len(free))
        else:
            yield "as ahead", Watched(shown, forward_check, at.cell).checks
            yield "one an arc", len(free)
        yield "only removed", len(watched.because)
        yield "assigned too", watched.checks + taken
    yield "every cell", len(around)


# -- AC-3 ------------------------------------------------------------------------------------------


def run_ac3(shown: Shown, arcs: Arcs) -> Watched:
    """AC-3 from some arcs on."""
    return Watched(shown, lambda board: run(board, arcs))


def revise_once(shown: Shown, arcs: Arcs) -> Removes:
    """What is removed if every arc is revised once, in order, and no arc comes back."""
    domains = dict(shown.domains)
    now = replace(shown, domains=domains)
    for x, y in arcs:
        gone = now.list_unsupported(x, y)
        domains[x] = tuple(value for value in domains[x] if value not in gone)
        if not domains[x]:
            break
    return compare(shown.domains, domains)


def demand_every_pair(shown: Shown, arcs: Arcs) -> Removes:
    """What is removed if a value has to agree with all values of each neighbour that has few."""
    domains = dict(shown.domains)
    for x, y in arcs:
        holds, others = shown.puzzle.constraints[x][y].holds, shown.domains[y]
        if len(others) <= 2:
            agrees = (value for value in domains[x] if all(holds(value, other) for other in others))
            domains[x] = tuple(agrees)
    return compare(shown.domains, domains)
