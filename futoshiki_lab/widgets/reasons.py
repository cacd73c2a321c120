"""Reasons for the browser, as plain data: why a value cannot stand, why a node came to nothing.

The sentences are those of `why`; `blame_view.js` lights what they name. Cells are numbered from 0
in reading order, as the browser counts them.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

from futoshiki_lab.core import Cell, Puzzle, Sign, Verb
from futoshiki_lab.core.puzzle import Rows
from futoshiki_lab.logic import Hint
from futoshiki_lab.progress import with_bar
from futoshiki_lab.reasons import Explanation, why
from futoshiki_lab.trace.tree import Node, SearchTree
from futoshiki_lab.widgets.exchange import in_rows
from futoshiki_lab.widgets.pack import tree_of

ASKED = 1_000  # the effort of a kernel that is asked for one reason
LARGEST = 12  # one reason on a 16x16 can take a minute, in which the kernel hears nothing else
# What a page carries, so that it is written in ten seconds or so:
REASONED = 7  # the largest size
EFFORT = 100  # of each reason
NODES = 10_000  # the most nodes of a run, times cells (400 nodes on a 5x5)


def why_not(puzzle: Puzzle, number: int | None, value: int, values: Rows) -> dict[str, Any]:
    """Why a player cannot enter a value in a cell.

    If it can stand, the answer says only that, and shows no solution.

    Parameters
    ----------
    number : the cell; None: why the puzzle has no solution.

    Raises
    ------
    ValueError : the board is too large.
    """
    _refuse_large(puzzle)
    if number is None:
        return plain(why(puzzle))
    cell = puzzle.cells[number]
    found = why(puzzle, cell, value, values)
    if found.solution:
        return _possible(found)
    if found.cell is None:
        return {**plain(found), "text": f"With what is entered, t{found.text[1:]}"}
    return plain(found)


def why_failed(puzzle: Puzzle, path: Iterable[Node], effort: int = ASKED) -> dict[str, Any]:
    """Why the values on the way to a node leave no solution; or that they leave one.

    Raises
    ------
    ValueError : the board is too large.
    """
    _refuse_large(puzzle)
    rows, root = [list(row) for row in puzzle.grid], True
    for node in path:
        if node.cell:
            rows[node.cell.row][node.cell.column], root = node.value, False
    found = _why_none(Puzzle(rows, puzzle.signs), effort)
    return {**plain(found), "text": found.text if root else _below(found)}


def _refuse_large(puzzle: Puzzle) -> None:
    if puzzle.size > LARGEST:
        raise ValueError(f"on a board larger than {LARGEST}x{LARGEST} this can take very long")


@lru_cache(maxsize=1_000)
def _why_none(puzzle: Puzzle, effort: int) -> Explanation:
    return why(puzzle, effort=effort)


def _below(found: Explanation) -> str:
    """What is said of a node; who was to blame for the search stands before it."""
    if found.solution:
        return "But nothing rules these values out: the puzzle has a solution with them."
    if not found.short:
        return f"No reason is short: {found.clause}."
    small = "The smallest reason" if found.smallest else "A reason with nothing to leave out"
    return f"{small}: {found.clause}."


def plain(found: Explanation) -> dict[str, Any]:
    """A reason as the browser reads it."""
    number, lines = found.puzzle.cells.index, found.shown()["lines"]
    return {
        "text": found.text,
        "can": found.solution is not None,
        "short": found.short,
        "cell": -1 if found.cell is None else number(found.cell),
        "value": found.value,
        "entries": [(number(cell), value) for cell, value in found.entries],
        "marks": [number(cell) for cell, _ in found.marks],
        "signs": [tuple(map(number, sign)) for sign in found.signs],
        "lines": [(number(line[0]), number(line[-1])) for line in lines],
    }


def _possible(found: Explanation) -> dict[str, Any]:
    """A value that can stand; no solution is shown."""
    return {**plain(found), "text": f"{found.cell} can still be {found.value}."}


# -- for pages without a kernel ------------------------------------------------------------------


def can_reason() -> bool:
    """Whether there is a solver for `why`."""
    return find_spec("pysat") is not None


def carried_reasons(
    puzzle: Puzzle, solution: Sequence[int], walkthrough: Iterable[Hint]
) -> dict[str, list[dict[str, Any]]]:
    """For every value of every empty cell its reasons, by "cell value", the cheapest first.

    A reason holds as soon as its entries stand on the board. One needs the givens alone. If it is
    not short, another one needs what a player who follows the walkthrough has entered before this
    cell, and some each need one value of the solution, with which the wrong one breaks a rule. For
    the right value it is said that the cell can have it.
    """
    entered = _entered_before(puzzle, walkthrough)
    reasons: dict[str, list[dict[str, Any]]] = {}
    for number, cell in enumerate(with_bar(puzzle.cells, " cells")):
        for value in [] if puzzle[cell] else puzzle.values:
            if value == solution[number]:
                right = Explanation(puzzle, cell, value, solution=in_rows(puzzle, solution))
                reasons[f"{number} {value}"] = [_possible(right)]
            else:
                found = _against(puzzle, cell, value, entered[cell], solution)
                reasons[f"{number} {value}"] = [plain(one) for one in found]
    return reasons


def _against(
    puzzle: Puzzle, cell: Cell, value: int, entered: Rows, solution: Sequence[int]
) -> Iterable[Explanation]:
    """The reasons against a wrong value, the cheapest first."""
    found = [why(puzzle, cell, value, effort=0)]
    if found[0].cost > 3:  # no more than a value in the same line, say
        found.append(why(puzzle, cell, value, entered, effort=EFFORT))
        found += _broken_rules(puzzle, cell, value, solution)
    return {one.facts: one for one in sorted(found, key=lambda one: one.cost)}.values()


def _entered_before(puzzle: Puzzle, walkthrough: Iterable[Hint]) -> dict[Cell, Rows]:
    """For each empty cell, the rows as they are when a walkthrough fills it."""
    rows = [list(row) for row in puzzle.grid]
    before: dict[Cell, Rows] = {}
    for step in walkthrough:
        now = [list(row) for row in rows]
        for cell, value in step.places.items():
            before[cell] = now
            rows[cell.row][cell.column] = value
    return before


def _broken_rules(
    puzzle: Puzzle, cell: Cell, value: int, solution: Sequence[int]
) -> Iterator[Explanation]:
    """The rules that a value breaks with one value of the solution; no search is needed."""
    for other, constraint in puzzle.constraints[cell].items():
        stands = solution[puzzle.cells.index(other)]
        if puzzle[other] or constraint.holds(value, stands):
            continue
        entry, pairs = ((other, stands),), (Sign(cell, other), Sign(other, cell))
        signs = tuple(sign for sign in pairs if sign in puzzle.signs)
        rows = (cell.row,) if cell.row == other.row and not signs else ()
        columns = (cell.column,) if cell.column == other.column and not signs else ()
        yield Explanation(
            puzzle, cell, value, entries=entry, signs=signs, rows=rows, columns=columns
        )


def carried_failures(run: Mapping[str, Any]) -> dict[int, dict[str, Any]]:
    """For each node of a packed run that came to nothing its reason; none for a large run."""
    header, nodes = json.loads(run["header"]), zlib.decompress(run["verbs"]).count(Verb.ASSIGN)
    size = header["n"]
    if not can_reason() or size > REASONED or nodes * size**2 > NODES:
        return {}
    puzzle, tree = tree_of(run)
    failed = [0] * (header["outcome"] == "unsatisfiable") + came_to_nothing(tree)
    bar = with_bar(failed, " nodes")
    return {number: why_failed(puzzle, tree.path(number), EFFORT) for number in bar}


def came_to_nothing(tree: SearchTree) -> list[int]:
    """The nodes that were taken back with no solution at them or below."""
    return [node.number for node in tree if node.last and not tree.holds_solution[node.number]]
