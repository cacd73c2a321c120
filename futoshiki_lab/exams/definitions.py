"""What a question says about the search: nothing has to be looked up elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from inspect import getsource, unwrap
from textwrap import dedent

from futoshiki_lab.core import (
    LOOKS as CORE_LOOKS,
    ORDERS,
    SELECTIONS,
    Board,
    Cell,
    Settings,
    revise,
)
from futoshiki_lab.exams.items import Shown

NAMES = {
    "bt": "backtracking",
    "fc": "forward checking",
    "mac": "maintaining arc consistency",
    "gac": "generalised arc consistency",
    "propagate_singletons": "forward checking, then propagation through singleton domains",
}
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
    "gac": (
        "The look of generalised arc consistency (`gac`) removes a value of an unassigned cell if, "
        "with this value there, the cells of its row (or those of its column) cannot all be given "
        "different values of their domains; and if a sign leaves it no value on the other side. It "
        "begins with the lines and signs of the cell that was just assigned, and goes on with "
        "those of every cell that loses a value, until nothing more is removed or a domain is "
        "empty: then the value fails. The domain of an assigned cell is its one value."
    ),
    "propagate_singletons": (
        "The look (`propagate_singletons`), with a queue, first in, first out, that begins with "
        "the cell that was just assigned: take a cell from the queue; for each unassigned "
        "neighbour, in reading order, check every value of that domain, ascending, against the one "
        "value of the cell, one check each, and remove the values that violate the constraint. If "
        "the neighbour lost values and has one left, it goes to the end of the queue, once. An "
        "empty domain ends the look, and the value fails."
    ),
}
SELECTS = {
    "reading": "the first unassigned cell in reading order.",
    "mrv": (
        "the unassigned cell with the fewest values in its domain; among equal ones the first in "
        "reading order."
    ),
    "mrv_degree": (
        "the unassigned cell with the fewest values in its domain; among equal ones the one with "
        "the larger degree; then the first in reading order. The degree is the number of signs "
        "between the cell and unassigned cells."
    ),
    "dom_wdeg": (
        "the unassigned cell with the smallest quotient of the size of its domain and its weighted "
        "degree; among equal ones the first in reading order; a cell without unassigned neighbours "
        "comes last. The weighted degree is the sum of the weights of the constraints (signs and "
        "`≠`) between the cell and its unassigned neighbours."
    ),
    "legal_mrv": (
        "the unassigned cell with the fewest legal values; among equal ones the first in reading "
        "order. A value of its domain is legal if it violates no constraint with an assigned cell."
    ),
}
SELECTS["legal_mrv_degree"] = (
    SELECTS["mrv_degree"].replace("values in its domain", "legal values")
    + SELECTS["legal_mrv"].partition("order.")[2]
)
ORDER = {
    "ascending": "the values of its domain, smallest first.",
    "descending": "the values of its domain, largest first.",
    "random": "the values of its domain, in a random order.",
    "lcv": (
        "for each value of its domain count the values that it rules out in the domains of the "
        "unassigned neighbours; the value that rules out the fewest comes first, among equal ones "
        "the smaller."
    ),
}
DEPTH_FIRST = (
    "Depth-first search: it selects a cell and tries the values that the cell has at that moment. "
    "Each value that is tried is a node; its look follows. If the value survives, the search "
    "selects the next cell. If it fails, or if nothing was found below it, all that it changed is "
    "restored, and the next value is tried. When a cell has no value left to try, the search "
)
GOES_BACK = "goes back to the cell before it, in the order of assignment."
JUMPS = (
    "jumps (conflict-directed backjumping). Each cell that is selected has a conflict set. It "
    "begins with the cells that the search has assigned and whose looks removed values that the "
    "domain of the cell lacks. For each value that fails, the cells to blame for its look are "
    "added, without the cell itself. {} Givens, and what was removed while they were placed, have "
    "nobody to blame. The search jumps to the cell of the conflict set that was assigned last, and "
    "hands it the rest of the set; no value of the cells between is tried."
)
WHOM = {
    "bt": "To blame is the other cell of the constraint that was violated.",
    "fc": "To blame are the cells whose looks removed the values that the wiped-out cell lost.",
}
ROOT = "At the root AC-3 has looked at all arcs (X, Y), X any unassigned cell."


def propagate_singletons(board: Board, cell: Cell) -> bool:
    """A look: forward checking, and again from each cell that it leaves one value."""
    queue = [cell]
    for x in queue:
        for y in board.unassigned_neighbours(x):
            if revise(board, y, x):
                if not board.domains[y]:
                    return False
                if len(board.domains[y]) == 1 and y not in queue:
                    queue.append(y)
    return True


def define(settings: Settings, *what: str) -> tuple[str, ...]:
    """How a search works, or parts of it: "look", "select", "order"; or "search", all of it."""
    look, select, order = settings.functions
    own = [
        known.get(settings_name) is not function
        for known, settings_name, function in (
            (CORE_LOOKS | {"propagate_singletons": propagate_singletons}, settings.algorithm, look),
            (SELECTIONS, settings.select, select),
            (ORDERS, settings.order, order),
        )
    ]
    whole, told = "search" in what, list[str]()
    if whole:
        whom = WHOM.get(settings.algorithm, " ".join(WHOM.values()))
        told.append(DEPTH_FIRST + (JUMPS.format(whom) if settings.jump else GOES_BACK))
    if whole or "select" in what:
        name = settings.select
        begin = f"Next cell (`{name}`): "
        told.append(_quote(begin, select) if own[1] else begin + SELECTS[name])
    if whole or "order" in what:
        name = settings.order
        begin = f"Order of the values of a cell (`{name}`): "
        told.append(_quote(begin, order) if own[2] else begin + ORDER[name])
    if whole or "look" in what:
        name = settings.algorithm
        told.append(_quote(f"The look (`{name}`): ", look) if own[0] else LOOKS[name])
        told += [AC3] * (not own[0] and name == "mac")
    return tuple(told)


def _quote(begin: str, function: Callable[..., object]) -> str:
    """A function of the instructor's or a student's own: its source says what it does."""
    try:
        source = dedent(getsource(unwrap(function))).strip()
    except (OSError, TypeError):  # typed into a Python that keeps no source
        source = (function.__doc__ or "its source is not known").strip()
    return f"{begin}this function.\n```\n{source}\n```"


def name_search(settings: Settings) -> str:
    """Which search it is."""
    look, select, order = settings.algorithm, settings.select, settings.order
    more = f" {ROOT}" if settings.root == "ac" and look != "mac" else ""
    jumps = " that jumps back" * settings.jump
    name = NAMES.get(look, "a look of its own")
    return f"A search{jumps} runs on this puzzle: {name} (`{look}`, `{select}`, `{order}`).{more}"


def describe_state(shown: Shown) -> str:
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
