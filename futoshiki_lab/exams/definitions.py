"""What a question says about the search: nothing has to be looked up elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from futoshiki_lab.core import Cell, Settings
from futoshiki_lab.exams.items import Shown

NAMES = {"bt": "backtracking", "fc": "forward checking", "mac": "maintaining arc consistency"}
CELLS = (
    "Cells: `r2c3` is the cell in row 2 and column 3. Reading order is row by row, from left to "
    "right. The neighbours of a cell are the other cells of its row and column. Between two "
    "neighbours there is one constraint: the sign between them, or `≠` if there is none."
)
AC3 = (
    "AC-3: to revise an arc (X, Y): for each value of X, ascending, look through the domain of Y, "
    "ascending, for a support (a value that satisfies the constraint), one check for each pair "
    "tried; stop at the first support. A value of X without a support is removed. The queue is "
    "first in, first out. If X lost a value, the arcs (Z, X) go to the end of the queue, for all "
    "unassigned neighbours Z of X but Y, in reading order, unless they wait in it already. An "
    "empty domain ends it at once. The domain of an assigned cell is its one value."
)
LOOKS = {
    "bt": (
        "The look of backtracking (`bt`): check the new value against each assigned neighbour "
        "(givens too), in reading order. The first violation ends the look, and the value fails. "
        "Nothing is removed from domains."
    ),
    "fc": (
        "The look of forward checking (`fc`): for each unassigned neighbour, in reading order, "
        "check the new value against every value of that domain, ascending, one check each. "
        "Values that violate the constraint are removed. If a domain is then empty, this is a "
        "wipe-out: the look ends, and the value fails."
    ),
    "mac": (
        "The look of maintaining arc consistency (`mac`) is AC-3. The queue begins with the arcs "
        "(X, V) for each unassigned neighbour X of the cell V that was just assigned, in reading "
        "order."
    ),
}
SELECTIONS = {
    "reading": "Next cell (`reading`): the first unassigned cell in reading order.",
    "mrv": (
        "Next cell (`mrv`): the unassigned cell with the fewest values in its domain; among equal "
        "ones the first in reading order."
    ),
    "mrv_degree": (
        "Next cell (`mrv_degree`): the unassigned cell with the fewest values in its domain; among "
        "equal ones the one with the larger degree; then the first in reading order. The degree is "
        "the number of signs between the cell and unassigned cells."
    ),
    "dom_wdeg": (
        "Next cell (`dom_wdeg`): the unassigned cell with the smallest quotient of the size of its "
        "domain and its weighted degree; among equal ones the first in reading order; a cell "
        "without unassigned neighbours comes last. The weighted degree is the sum of the weights "
        "of the constraints (signs and `≠`) between the cell and its unassigned neighbours."
    ),
}
LCV = (
    "Order of the values (`lcv`): for each value count the values that it rules out in the domains "
    "of the unassigned neighbours; the value that rules out the fewest comes first, among equal "
    "ones the smaller."
)


def define_look(look: str) -> tuple[str, ...]:
    """How a look works."""
    return (LOOKS[look], AC3) if look == "mac" else (LOOKS[look],)


def name_search(settings: Settings) -> str:
    """Which search it is."""
    look, select, order = settings.algorithm, settings.select, settings.order
    first = " after AC-3 at the root" if settings.root == "ac" else ""
    return f"A search runs on this puzzle: {NAMES[look]}{first} (`{look}`, `{select}`, `{order}`)."


def describe(shown: Shown) -> str:
    """Which cells have a value."""
    givens = shown.puzzle.givens
    path = {cell: value for cell, value in shown.values.items() if cell not in givens}
    searched = "The search has assigned no cell yet."
    if path:
        searched = f"Assigned by the search, in this order: {list_pairs(path)}."
    left = "The board shows the values left in every other cell."
    return f"{list_givens(shown)} {searched} {left}"


def list_givens(shown: Shown) -> str:
    """Which cells are given."""
    givens = shown.puzzle.givens
    return f"Given: {list_pairs(givens)}." if givens else "Nothing is given."


def list_pairs(values: Mapping[Cell, int]) -> str:
    """Cells and their values: "r1c1 = 2, r1c2 = 3"."""
    return ", ".join(f"{cell} = {value}" for cell, value in values.items())


def write_domain(values: Iterable[int]) -> str:
    """A set of values: "{1, 3}", or "∅"."""
    told = ", ".join(map(str, sorted(values)))
    return f"{{{told}}}" if told else "∅ (no value is left)"
