"""Questions about conflicts: unit propagation, the nogood of a dead end, moves of min-conflicts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import combinations
from typing import Any

from futoshiki_lab.classroom.exams.about_looks import SINGLETONS
from futoshiki_lab.classroom.exams.boards import ShownBoard, list_pairs, mistake
from futoshiki_lab.classroom.exams.kinds import Kind
from futoshiki_lab.classroom.exams.question import Question
from futoshiki_lab.classroom.exams.runs import GONE, Source, list_losses
from futoshiki_lab.core import Cell, Domain, forward_check, must_be_puzzle
from futoshiki_lab.core.mending import MinConflicts
from futoshiki_lab.reasons.ladder import solutions
from futoshiki_lab.trace import record

UNITS = range(1, 6)  # cells that get a value by unit propagation
BLAMED = range(2, 5)  # cells of a nogood
CONFLICT, NONE = "a conflict", "no cell"
SEVERAL = "takes a clause with several open literals for unit"
LOOKS = (
    *("stops at forward checking", "forgets the signs", "reads a sign the wrong way"),
    "looks along the row only",
)


# -- as clauses ------------------------------------------------------------------------------------


@Kind("unit", "unit propagation", "unit", spare=20, **SINGLETONS)
def unit(source: Source) -> Iterator[Question]:
    """Which cells get a value by unit propagation on the clauses of the puzzle."""
    for at in source.looks(lambda at: bool(at.removes)):
        found = _find_units(at.shown, at.after.domains)
        if at.accepted and len(found) not in UNITS:
            continue
        right = _tell(found) if at.accepted else CONFLICT
        wrong = [("takes any false literal for a conflict", CONFLICT)]
        if not at.accepted:
            wrong = [("misses the empty clause", _tell(found))]
        functions = at.settings.functions.look, forward_check
        for name, tried in mistake(at.shown, LOOKS, functions, at.cell):
            told = _tell(_find_units(at.shown, tried.after))
            wrong.append((name, told if tried.passed else CONFLICT))
        if dict(wrong)["stops at forward checking"] == right:
            continue
        for cell in source.random.shuffled(found)[:2]:
            fewer = _tell({x: found[x] for x in found if x != cell})
            wrong.append(("stops before the last unit clause", fewer))
        more = [("counts the decision", at.cell, at.node.value)] * bool(found)
        before = [pair for pair in at.shown.values.items() if pair[0] != at.cell]
        more += [("counts a cell that had its value before", *pair) for pair in before[-1:]]
        for cell in source.random.shuffled(at.after.free):
            if len(left := at.after.domains[cell]) > 1 and len(more) < 4:
                more.append((SEVERAL, cell, source.one_of(*left)))
        for name, cell, value in more:
            wrong.append((name, _tell(dict(sorted({**found, cell: value}.items())))))
        now = f"`{at.node.label}` has just been decided; unit propagation comes next."
        asks = "Which cells get a value by unit propagation? Or is there a conflict?"
        why = "has one literal left, the clause of its values makes it true:"
        units = [f"{x} {why} {x} = {value}" for x, value in found.items()]
        yield at.ask(asks, right, wrong, [*at.tell(*GONE), *units * at.accepted], now=now)


def _find_units(shown: ShownBoard, after: Mapping[Cell, Domain]) -> dict[Cell, int]:
    """The cells that have come down to one value."""
    return {x: after[x][0] for x in shown.free if len(after[x]) == 1 < len(shown.domains[x])}


def _tell(found: dict[Cell, int]) -> str:
    return list_pairs(found) or NONE


# -- nogoods ---------------------------------------------------------------------------------------


@Kind("nogood", "the nogood of this dead end", "nogood", select="reading mrv")
def nogood(source: Source) -> Iterator[Question]:
    """Which values of assigned cells leave a cell without a value, and none too many."""
    for at in source.looks(lambda at: not at.accepted):
        shown, values, givens = at.after, at.after.values, at.after.puzzle.givens
        wiped = at.wiped
        if wiped is None:  # a look that removes nothing
            continue
        lost = list_losses(at.trace, at.end, wiped)
        searched, others = [cell for cell in values if cell not in givens], {x.other for x in lost}
        right = [cell for cell in searched if cell in others]
        if len(right) not in BLAMED or not _is_smallest(shown, wiped, right):
            continue
        sets = (some for many in BLAMED for some in combinations(searched, min(many, len(right))))
        if any(_is_smallest(shown, wiped, some) for some in sets if {*some} != {*right}):
            continue  # another one is as small
        around, signs = shown.puzzle.neighbours[wiped], shown.puzzle.stated_neighbours[wiped]
        blamed_givens: list[Any] = [one.other for one in lost if one.other in givens]
        mistakes: dict[str, list[Collection[Cell]]] = {
            "leaves out a cell to blame": [*combinations(right, len(right) - 1)],
            "keeps a cell that can be left out": [[*right, x] for x in searched if x not in right],
            "blames all neighbours": [[x for x in searched if x in around]],
            "looks at signs only": [[x for x in searched if x in signs]],
            "blames the last choices": [searched[-len(right) :]],
            "blames the last choice alone": [[at.cell]],
            "puts givens into a nogood": [[*right, *blamed_givens]] * bool(blamed_givens),
        }
        wrong = [
            (name, list_pairs({x: values[x] for x in sorted(cells)}))
            for name, every in mistakes.items()
            for cells in source.random.shuffled(every)[:2]
            if cells and not _is_smallest(shown, wiped, cells)
        ]
        solution = [f"{wiped} lacks {one.value}: {one.constraint}" for one in lost]
        blamed = ", ".join(map(str, sorted(right)))
        solution.append(f"without the givens these cells are to blame: {blamed}")
        now = f"The look at `{at.node.label}` has just failed: {wiped} has no value left."
        asks = f"What is the nogood of this dead end, the smallest that leaves {wiped} no value?"
        told = list_pairs({x: values[x] for x in sorted(right)})
        about = told, wrong, solution, len(lost), around, {**at.asked, "wiped": wiped}
        yield Question(at.trace, shown, now, asks, *about)


def _is_smallest(shown: ShownBoard, wiped: Cell, cells: Collection[Cell]) -> bool:
    """Whether these cells, with the givens, leave a cell no value, and none can be left out."""

    def suffices(some: Collection[Cell]) -> bool:
        rules = shown.puzzle.constraints[wiped]
        held = [(rules[x], shown.values[x]) for x in {*some, *shown.puzzle.givens} if x in rules]
        return all(
            any(not rule.holds(value, other) for rule, other in held)
            for value in shown.puzzle.values
        )

    return suffices(cells) and not any(map(suffices, combinations(cells, len(cells) - 1)))


# -- mending ---------------------------------------------------------------------------------------

# Changes of a run, at most; those that are asked about; cells in conflict.
STEPS, MOVES, FAULTY = 40, 9, 9
MENDED = "Min-conflicts mends this full board."
# What is taken for a conflict of a value with a neighbour, by each idea.
SEEN: dict[str, Callable[[Any, int, int], bool]] = {
    "forgets the signs": lambda rule, value, other: value == other,
    "looks at signs only": lambda rule, value, other: (
        rule.relation != "≠" and not rule.holds(value, other)
    ),
    "looks along the row only": lambda rule, value, other: (
        rule.cell.row == rule.other.row and not rule.holds(value, other)
    ),
}


@Kind("min_conflicts", "the next move of min-conflicts", "conflict min-conflicts", spare=20)
def min_conflicts(source: Source) -> Iterator[Question]:
    """Which cell gets which value next: one in conflict, and one of its best values."""
    puzzle = must_be_puzzle(source.puzzle)
    trace = record(puzzle, MinConflicts(0, STEPS), seed=source.random.below(10**6))
    full = len(puzzle.cells) - len(puzzle.givens)
    for step in source.random.shuffled(trace.steps("node")[full:])[:MOVES]:
        event, values = trace.event(step), dict(sorted(trace.state(step - 1).values.items()))
        cell: Any = event.cell
        shown = ShownBoard(puzzle, values, {x: (value,) for x, value in values.items()})
        table = {x: _count_conflicts(shown, x) for x in puzzle.cells}
        faulty = [x for x in table if table[x][values[x]]]
        free = [x for x in faulty if x not in puzzle.givens]
        moves = {(x, v) for x in free for v in table[x] if table[x][v] == min(table[x].values())}
        if event.value == values[cell] or (cell, event.value) not in moves or len(faulty) > FAULTY:
            continue
        wrong = dict[str, tuple[str, str]]()
        for at, one in enumerate(source.random.shuffled([*_list_wrong_moves(shown, table, free)])):
            name, x, value = one
            if (x, value) not in moves and value != values[x]:
                wrong[f"{name}{at % 2}"] = name, f"{x} = {value}"
        counted = ", ".join(f"{value} has {many}" for value, many in table[cell].items())
        solution = [
            f"in conflict: {', '.join(map(str, faulty))}; a given is never changed",
            f"the conflicts of {cell}, by value: {counted}",
            trace.reason(step),
        ]
        others = {x: value for x, value in values.items() if x not in puzzle.givens}
        state = f"{shown.givens} Each other cell has a value: {list_pairs(others)}."
        asks = "Which of these moves can min-conflicts make next?"
        about = f"{cell} = {event.value}", wrong.values(), solution, len(faulty) + puzzle.size, free
        yield Question(None, shown, MENDED, asks, *about, state=state)


def _count_conflicts(shown: ShownBoard, cell: Cell) -> dict[int, int]:
    """How many neighbours each value of a cell would be in conflict with."""
    rules = shown.puzzle.constraints[cell].items()
    return {
        value: sum(not rule.holds(value, shown.values[other]) for other, rule in rules)
        for value in shown.puzzle.values
    }


def _list_wrong_moves(
    shown: ShownBoard, table: Mapping[Cell, Mapping[int, int]], faulty: Collection[Cell]
) -> Iterator[tuple[str, Cell, int]]:
    """What ideas lead to, some of it right by accident: an idea, a cell, and its value."""
    puzzle, values = must_be_puzzle(shown.puzzle), shown.values
    grid = next(iter(solutions(puzzle)), None)
    for cell, counted in table.items():
        least, now = min(counted.values()), counted[values[cell]]
        if cell in puzzle.givens:
            best = (value for value in counted if now and counted[value] == least)
            yield from (("changes a given", cell, value) for value in best)
            continue
        if cell not in faulty:
            yield from (("picks a cell without conflict", cell, value) for value in counted)
            continue
        rules = puzzle.constraints[cell].items()
        for name, seen in SEEN.items():
            some = {
                value: sum(seen(rule, value, values[other]) for other, rule in rules)
                for value in counted
            }
            yield from ((name, cell, v) for v in some if some[v] == min(some.values()))
        better = (value for value in counted if least < counted[value] < now)
        yield from (("takes any value that is better", cell, value) for value in better)
        if grid:
            yield "knows the solution", cell, grid[cell.row][cell.column]
