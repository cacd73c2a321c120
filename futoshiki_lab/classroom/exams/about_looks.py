"""Questions about one look or one state: what is removed and why, checks, arc consistency."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from futoshiki_lab.classroom.exams.boards import ShownBoard, Tried, mistake, try_idea, write_domain
from futoshiki_lab.classroom.exams.kinds import Kind
from futoshiki_lab.classroom.exams.question import CHOICES, Question
from futoshiki_lab.classroom.exams.runs import GONE, Source, TriedValue
from futoshiki_lab.classroom.ideas import believe, list_ideas
from futoshiki_lab.classroom.tutor.right_answers import propagate_arcs
from futoshiki_lab.core import Cell, Domain, Verb, forward_check, revise

LOST = range(2, 10)  # values that a look removes in a question
ROWS = range(2, 5)  # removals of which the reason is asked
CHECKS = range(2, 21)  # of a look that has to be counted
SLIP = ("overlooks a value", "removes one value too many", "removes the largest value")
SLIPS = 3  # of each of these, to choose from


Domains = Mapping[Cell, Domain]
Removed = tuple[str, dict[Cell, Domain]]  # an idea, and what it removes


def mistake_look(source: Source, at: TriedValue) -> Iterator[Removed]:
    """What ideas about a look remove, whichever look it is."""
    functions = at.settings.functions.look, forward_check
    for name, tried in mistake(at.shown, list_ideas("look"), functions, at.cell):
        yield name, tried.removes
    yield from slip(source, {cell: at.after.domains[cell] for cell in at.after.free}, at.removes)


def slip(source: Source, after: Domains, removes: Domains) -> Iterator[Removed]:
    """What is removed by somebody who overlooks a value, or removes one too many."""
    gone = [(cell, value) for cell, values in removes.items() for value in values]
    left = [(cell, value) for cell, values in after.items() for value in values]
    largest = [(cell, values[-1]) for cell, values in after.items() if values]
    for name, found in ((SLIP[0], gone), (SLIP[1], left), (SLIP[2], largest)):
        for cell, value in source.random.shuffled(found)[:SLIPS]:
            changed, every = {*removes.get(cell, ())} ^ {value}, source.puzzle.domains[cell]
            yield name, {**removes, cell: tuple(one for one in every if one in changed)}


@Kind("domain", "a domain after an assignment", "look", look="fc fc mac gac", anywhere=True)
def domain(source: Source) -> Iterator[Question]:
    """What the domain of a cell is after a look that has changed it."""
    for at in source.looks(lambda at: bool(at.accepted and at.removes)):
        cell = source.one_of(*at.removes)
        before, after = at.shown.domains[cell], at.after.domains[cell]
        gone_by = [
            *slip(source, {cell: after}, {cell: at.removes[cell]}),
            *mistake_look(source, at),
        ]
        left = [(name, {*before} - {*gone.get(cell, ())}) for name, gone in gone_by]
        left.append(("keeps what should be removed", {*at.removes[cell]}))
        left.append(("removes the largest value", {*before[:-1]}))
        right = write_domain(after)
        told = zip(at.because, at.tell(Verb.PRUNE)[1:], strict=True)
        solution = [*at.tell(), *(text for gone, text in told if gone.endswith(f" {cell}"))]
        solution.append(f"the domain of {cell} was {write_domain(before)}, and is {right}")
        mistakes = [(name, write_domain(values)) for name, values in left]
        asks, asked = f"What is the domain of {cell} after the look?", {**at.asked, "about": cell}
        yield at.ask(asks, right, mistakes, solution=solution, cells=[cell], asked=asked)


WHICH = "Which values does the look remove, and from which cells?"


@Kind("removals", "the values that a look removes", "look", look="fc fc mac gac", anywhere=True)
def removals(source: Source) -> Iterator[Question]:
    """Which values a look removes, and from which cells."""
    for at in source.looks(lambda at: len(at.because) in LOST):
        if at.settings.algorithm != "gac" or at.accepted:  # else it depends on where it stops
            cells, step = at.shown.domains, at.node.first
            yield at.ask(WHICH, at.removes, [*mistake_look(source, at)], cells=cells, step=step)


SINGLETONS = dict[str, Any](look="propagate_singletons", jump=False, only="look", few=True)


@Kind("singletons", "propagation through singleton domains", "look", **SINGLETONS)
def singletons(source: Source) -> Iterator[Question]:
    """The same, where domains with one value are propagated: it goes beyond forward checking."""
    own = {"goes on to arc consistency": "goes on from cells with several values"}
    for made in removals(source):
        if dict(made.mistakes)["stops at forward checking"] != made.answer:
            yield replace(
                made, mistakes=[(own.get(name, name), one) for name, one in made.mistakes]
            )


BLAMES = {
    "forgets the signs": {"<": "≠", ">": "≠"},
    "reads a sign the wrong way": {"<": ">", ">": "<"},
    "blames the assigned cell for every loss": {},
    "blames a cell that touches": {},
    "blames the first neighbour": {},
    "blames a sign": {},
    "blames the cell assigned before": {},
}


MAC_TOO: dict[str, Any] = {"look": "fc mac mac", "few": True}


@Kind("reasons", "the constraint because of which a value is removed", "look", **MAC_TOO)
def reasons(source: Source) -> Iterator[Question]:
    """Because of which constraint each value is removed."""
    for at in source.looks(lambda at: len(at.because) in ROWS):
        because = at.because
        if len({*because.values()}) < 2 or not all(because.values()):
            continue
        mistakes = [(name, _blame(at, name)) for name in BLAMES]
        named = {one for _, rows in mistakes[:-2] for one in rows.values()} | {*because.values()}
        asks = "Because of which constraint does the look remove each of these values: "
        asks, asked = f"{asks}{', '.join(because)}?", {"options": tuple(sorted(named)), **at.asked}
        yield at.ask(asks, because, mistakes, cells=at.removes, asked=asked)


def _blame(at: TriedValue, name: str) -> dict[str, str]:
    """The reasons of somebody with an idea; where it says nothing, the right ones."""
    found, puzzle, left = dict(at.because), at.trace.puzzle, at.after.domains
    for event in at.events(Verb.PRUNE):
        removed = f"{event.value} from {event.cell}"
        cell: Any = event.cell
        other: Any = event.other
        around = puzzle.constraints[cell]
        relation = around[other].relation
        told = f"{cell} {BLAMES[name].get(relation, relation)} {other}"
        picked: Any = {
            "blames the assigned cell for every loss": at.cell,
            "blames a cell that touches": next(x for x in around if touch(cell, x)),
            "blames the first neighbour": next(iter(around)),
            "blames a sign": next(iter(puzzle.stated_neighbours[cell]), None),
            "blames the cell assigned before": next(iter([*at.shown.values][-2:-1]), None),
        }.get(name)
        if picked in around and any(map(partial(around[picked].holds, event.value), left[picked])):
            told = str(around[picked])  # and no constraint that rules the value out as well
        found[removed] = told
    return found


def touch(cell: Cell, other: Cell) -> bool:
    """Whether two cells touch along an edge."""
    if not isinstance(cell, Cell):  # a name, which lies nowhere
        return False
    return abs(cell.row - other.row) + abs(cell.column - other.column) == 1


@Kind("checks", "how many checks a look takes", "look", look="bt fc fc mac", anywhere=True)
def checks(source: Source) -> Iterator[Question]:
    """How many checks a look takes."""
    for at in source.looks(lambda at: at.checks in CHECKS):
        if at.settings.algorithm == "gac":  # its definition counts none
            continue
        mistakes = [(name, number) for name, number in _miscount(at) if number > 0]
        told = [*at.tell(Verb.CHECK, *GONE), f"these are {at.checks} checks"]
        asks, cells = "How many checks does this look take?", at.trace.puzzle.neighbours[at.cell]
        yield at.ask(asks, at.checks, mistakes, solution=told, cells=cells)


BACKWARD = ("goes on after a violation", "looks at signs only", "looks ahead instead of back")
FORWARD = (
    *("goes on after the wipe-out", "checks each neighbour once", "stops at forward checking"),
    *("checks one value for support", "goes on after the first support"),
    *("looks at assigned neighbours too", "looks at signs only"),
)


def _miscount(at: TriedValue) -> Iterator[tuple[str, int]]:
    """How many checks ideas would count."""
    around, bt = at.trace.puzzle.neighbours[at.cell], at.settings.algorithm == "bt"
    look = (at.settings.functions.look,)
    for name, tried in mistake(at.shown, BACKWARD if bt else FORWARD, look, at.cell):
        yield name, tried.checks
    if bt and at.accepted:
        yield "leaves the givens out", at.checks - sum(x in at.trace.puzzle.givens for x in around)
    if at.settings.algorithm == "mac":
        yield "checks each arc once", sum(x not in at.shown.values for x in around)
    yield "counts what is removed", len(at.because)
    yield "counts every cell of the lines", len(around)


# -- arc consistency -------------------------------------------------------------------------------

YES = "no arc fails"  # as long as an arc, and as often right
MISSED = 5  # how far off the other answer is
OPEN = range(3, 30)  # unassigned cells of a state
ARC_IDEAS = (
    *("takes every state for consistent", "takes any arc that fails"),
    "takes an arc the wrong way round",
)
CONSISTENT = "is it arc consistent, and if not, the first arc that fails"


@Kind("arcs", CONSISTENT, "consistent", look="fc fc fc mac", select="reading mrv", anywhere=True)
def arcs(source: Source) -> Iterator[Question]:
    """Whether a state is arc consistent; if not, the first arc that fails."""
    for at in source.looks(lambda at: at.accepted and len(at.after.free) in OPEN):
        shown, every = at.after, at.after.arcs
        failing = [arc for arc in every if shown.list_unsupported(*arc)]
        looked_at = every[: every.index(failing[0]) + 1] if failing else every
        solution, right = _work_out(shown, failing, len(looked_at)), YES
        mistakes = [("takes the first arc", write_arc(every[0]))]
        for name in list_ideas("look"):
            if changed := believe(name, revise):
                board = shown.board()
                found = next((arc for arc in every if try_idea(changed, board, *arc)), None)
                mistakes.append((name, write_arc(found) if found else YES))
        if failing:
            right = write_arc(failing[0])
            turned = failing[0][::-1]
            others = [YES, write_arc(failing[-1]), *[write_arc(turned)] * (turned not in failing)]
            mistakes[:0] = zip(ARC_IDEAS, others, strict=False)
        asks = "Is this state arc consistent? If not, which is the first arc that fails?"
        cells = {cell for arc in looked_at for cell in arc}
        about = right, mistakes, solution, len(looked_at), cells
        off = MISSED * (bool(failing) == (source.aims[0] >= CHOICES / (CHOICES + 1)))
        yield Question(at.trace, shown, "", asks, *about, off=off)


def write_arc(arc: tuple[Cell, Cell]) -> str:
    """An arc as texts write it: "(r1c2, r1c3)"."""
    return f"({arc[0]}, {arc[1]})"


def _work_out(shown: ShownBoard, failing: list[tuple[Cell, Cell]], looked_at: int) -> list[str]:
    if not failing:
        return [f"each of the {looked_at} arcs holds: every value has a support"]
    x, y = failing[0]
    gone = ", ".join(map(str, shown.list_unsupported(x, y)))
    left = ", ".join(f"{cell} has {write_domain(shown.domains[cell])}" for cell in (x, y))
    fails = f"{shown.puzzle.constraints[x][y]}, {left}; no value of {y} supports {gone}"
    return [f"the {looked_at - 1} arcs before it hold", f"{write_arc(failing[0])} fails: {fails}"]


QUEUE = (
    "All arcs: the queue begins with the arcs (X, Y) between unassigned neighbours, in reading "
    "order of X and then of Y. AC-3 ends when the queue is empty."
)
PROPAGATIONS = (
    *("goes through the arcs once", "reads a sign the wrong way", "checks one value for support"),
    *("forgets the signs", "looks at signs only"),
)


@Kind("ac3", "AC-3 run to the end", "ac3", select="reading mrv", few=True, anywhere=True)
def ac3(source: Source) -> Iterator[Question]:
    """What AC-3 removes from a state that is nearly consistent."""
    for at in source.looks(lambda at: bool(at.accepted and at.after.free)):
        shown, free = at.after, at.after.inner_arcs
        if len(free) > source.most:  # each takes a check at least
            continue
        right = Tried(shown, propagate_arcs, free)
        if sum(map(len, right.removes.values())) not in LOST:
            continue
        tried = mistake(shown, PROPAGATIONS, (propagate_arcs,), free)
        mistakes = [(name, one.removes) for name, one in tried]
        if mistakes[0][1] == right.removes:
            continue
        mistakes += [("takes every state for consistent", {})] * bool(right.removes)
        kept = {cell: right.after[cell] for cell in right.removes}
        mistakes.append(("keeps what should be removed", kept))
        mistakes += slip(source, {cell: right.after[cell] for cell in shown.free}, right.removes)
        now = f"The look at `{at.node.label}` is over. AC-3 runs over all arcs in this state."
        asks = "Which values does it remove in all, and from which cells?"
        about = right.removes, mistakes, right.told, right.moves, shown.free
        yield Question(at.trace, shown, now, asks, *about, rules=(QUEUE,))
