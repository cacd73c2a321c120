"""Known mistakes in `revise` and in the queue of `ac3`."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from futoshiki_lab.core import Board, Cell, revise

Arc = tuple[Cell, Cell]

# -- revise: remove the values of x that no value of y supports ------------------------------------


def _supports(board: Board, x: Cell, value: int, y: Cell) -> Iterator[bool]:
    return (board.check(x, value, y, support) for support in board.domains[y])


def revise_nothing(board: Board, x: Cell, y: Cell) -> bool:
    """Nothing leaves the domain of x: a value without a support must be pruned."""
    supported = [any(_supports(board, x, value, y)) for value in board.domains[x]]
    return not all(supported)


def revise_keeps_what_should_go(board: Board, x: Cell, y: Cell) -> bool:
    """This removes exactly the values that have a support: those without one must go."""
    before = board.domains[x]
    for value in before:
        if any(_supports(board, x, value, y)):
            board.prune(x, value, because=y)
    return board.domains[x] != before


def revise_needs_all(board: Board, x: Cell, y: Cell) -> bool:
    """You want every value of y to agree: one support is enough to keep a value."""
    before = board.domains[x]
    for value in before:
        if not all(_supports(board, x, value, y)):
            board.prune(x, value, because=y)
    return board.domains[x] != before


def revise_first_partner_only(board: Board, x: Cell, y: Cell) -> bool:
    """You ask only the first value of y: any value of y can be the support."""
    before = board.domains[x]
    for value in before:
        if not board.check(x, value, y, board.domains[y][0]):
            board.prune(x, value, because=y)
    return board.domains[x] != before


def revise_the_other(board: Board, x: Cell, y: Cell) -> bool:
    """You prune y: the arc (x, y) is about the values of x."""
    return revise(board, y, x)


def revise_both(board: Board, x: Cell, y: Cell) -> bool:
    """You prune y as well: the arc (x, y) is only about the values of x."""
    return revise(board, x, y) | revise(board, y, x)


def revise_swapped(board: Board, x: Cell, y: Cell) -> bool:
    """You read the sign the wrong way round: each value belongs to the cell before it."""
    before = board.domains[x]
    for value in before:
        if not any(board.check(x, support, y, value) for support in board.domains[y]):
            board.prune(x, value, because=y)
    return board.domains[x] != before


def revise_signs_only(board: Board, x: Cell, y: Cell) -> bool:
    """You revise only where a sign stands: `≠` is a constraint too, when y has one value left."""
    return y in board.puzzle.sign_neighbours[x] and revise(board, x, y)


def revise_differ_only(board: Board, x: Cell, y: Cell) -> bool:
    """You only ask for a different value in y: a sign asks for more."""
    before = board.domains[x]
    for value in before:
        if not any(value != support for support in board.domains[y]):
            board.prune(x, value, because=y)
    return board.domains[x] != before


def revise_assigned_only(board: Board, x: Cell, y: Cell) -> bool:
    """You revise only against a y that has one value: that is forward checking."""
    return len(board.domains[y]) == 1 and revise(board, x, y)


def revise_one_value_only(board: Board, x: Cell, y: Cell) -> bool:
    """You stop after the first value that goes: the others need a support too."""
    for value in board.domains[x]:
        if not any(_supports(board, x, value, y)):
            board.prune(x, value, because=y)
            return True
    return False


def revise_last_word(board: Board, x: Cell, y: Cell) -> bool:
    """You return whether the *last* value went: True if any did."""
    revised = False
    for value in board.domains[x]:
        revised = not any(_supports(board, x, value, y))
        if revised:
            board.prune(x, value, because=y)
    return revised


def revise_true(board: Board, x: Cell, y: Cell) -> bool:
    """You always return True: AC-3 asks whether x lost a value, and would go on for nothing."""
    revise(board, x, y)
    return True


def revise_false(board: Board, x: Cell, y: Cell) -> bool:
    """You always return False: AC-3 asks whether x lost a value, and would stop too early."""
    revise(board, x, y)
    return False


def revise_upside_down(board: Board, x: Cell, y: Cell) -> bool:
    """You return True when nothing was removed: it is the other way round."""
    return not revise(board, x, y)


def revise_says_what_is_left(board: Board, x: Cell, y: Cell) -> bool:
    """You return whether x has a value left, as `fc_check` does: here say whether x lost any."""
    revise(board, x, y)
    return len(board.domains[x]) > 0


def revise_returns_none(board: Board, x: Cell, y: Cell) -> None:
    """Your function ends without a `return`, so it returns None: say whether x lost a value."""
    revise(board, x, y)


def revise_true_or_none(board: Board, x: Cell, y: Cell) -> bool | None:
    """You return True when x lost a value, but nothing otherwise: `return False` at the end."""
    return revise(board, x, y) or None


def revise_no_reason(board: Board, x: Cell, y: Cell) -> bool:
    """You prune without a reason: write `because=y`, so that the explanation can say why."""
    before = board.domains[x]
    for value in before:
        if not any(_supports(board, x, value, y)):
            board.prune(x, value)
    return board.domains[x] != before


def revise_goes_on(board: Board, x: Cell, y: Cell) -> bool:
    """You go on after the first support: one is enough, stop looking when you have it."""
    before = board.domains[x]
    for value in before:
        if not any([*_supports(board, x, value, y)]):
            board.prune(x, value, because=y)
    return board.domains[x] != before


def revise_uncounted(board: Board, x: Cell, y: Cell) -> bool:
    """You evaluate the constraint yourself, so it is not counted: use `board.check`."""
    holds, before = board.puzzle.constraints[x][y].holds, board.domains[x]
    for value in before:
        if not any(holds(value, support) for support in board.domains[y]):
            board.prune(x, value, because=y)
    return board.domains[x] != before


REVISE = (
    *(revise_nothing, revise_keeps_what_should_go, revise_needs_all, revise_first_partner_only),
    *(revise_the_other, revise_both, revise_swapped, revise_signs_only, revise_differ_only),
    *(revise_assigned_only, revise_one_value_only, revise_last_word, revise_true, revise_false),
    *(revise_upside_down, revise_says_what_is_left, revise_returns_none, revise_true_or_none),
    *(revise_no_reason, revise_goes_on, revise_uncounted),
)

# -- ac3: a queue of arcs --------------------------------------------------------------------------


def _ac3(
    board: Board,
    arcs: Iterable[Arc],
    *,
    turned: bool = False,
    stack: bool = False,
    back: bool = False,
    twice: bool = False,
    assigned: bool = False,
) -> bool:
    """AC-3 with one thing done otherwise."""
    queue = deque(dict.fromkeys(arcs))
    while queue:
        x, y = queue.pop() if stack else queue.popleft()
        if revise(board, x, y):
            if not board.domains[x]:
                return False
            for z in board.puzzle.neighbours[x]:
                arc = (x, z) if turned else (z, x)
                wanted = (back or z != y) and (twice or arc not in queue)
                if wanted and (assigned or z not in board.values):
                    queue.append(arc)
    return True


def ac3_one_round(board: Board, arcs: Iterable[Arc]) -> bool:
    """You go through the arcs once: when x loses a value, its neighbours need another look."""
    return not any(revise(board, x, y) and not board.domains[x] for x, y in arcs)


def ac3_one_round_without_end(board: Board, arcs: Iterable[Arc]) -> bool:
    """You go through the arcs once and do not notice an empty domain."""
    for x, y in arcs:
        revise(board, x, y)
    return True


def ac3_first_wipe_out_unseen(board: Board, arcs: Iterable[Arc]) -> bool:
    """You never report a wipe-out: return False when a domain is empty."""
    _ac3(board, arcs)
    return True


def ac3_upside_down(board: Board, arcs: Iterable[Arc]) -> bool:
    """You return True for a wipe-out and False otherwise: it is the other way round."""
    return not _ac3(board, arcs)


def ac3_returns_none(board: Board, arcs: Iterable[Arc]) -> bool | None:
    """Your function ends without `return True` when the queue is empty, so it returns None."""
    return _ac3(board, arcs) and None


def ac3_false_when_revised(board: Board, arcs: Iterable[Arc]) -> bool:
    """You give up as soon as a domain shrinks: it is a wipe-out only when it is empty."""
    return not any(revise(board, x, y) for x, y in arcs)


def ac3_turned(board: Board, arcs: Iterable[Arc]) -> bool:
    """You put (x, z) back: it is the arcs (z, x), which *lead to* x, that need another look."""
    return _ac3(board, arcs, turned=True)


def ac3_stack(board: Board, arcs: Iterable[Arc]) -> bool:
    """You take the newest arc first, which is a stack: AC-3 takes the oldest (`popleft`)."""
    return _ac3(board, arcs, stack=True)


def ac3_back(board: Board, arcs: Iterable[Arc]) -> bool:
    """You put (y, x) back as well: x lost only values that no value of y needed."""
    return _ac3(board, arcs, back=True)


def ac3_twice(board: Board, arcs: Iterable[Arc]) -> bool:
    """You add arcs that wait in the queue already: remember which do."""
    return _ac3(board, arcs, twice=True)


def ac3_back_and_twice(board: Board, arcs: Iterable[Arc]) -> bool:
    """You add every arc that leads to x: leave out (y, x), and those that wait already."""
    return _ac3(board, arcs, back=True, twice=True)


def ac3_assigned_too(board: Board, arcs: Iterable[Arc]) -> bool:
    """You add arcs of assigned cells: they have their value, so only unassigned ones wait."""
    return _ac3(board, arcs, assigned=True)


def ac3_all_again(board: Board, arcs: Iterable[Arc]) -> bool:
    """You go through all arcs again and again, which is AC-1: only some need another look."""
    arcs = list(arcs)
    while True:
        revised = [x for x, y in arcs if revise(board, x, y)]
        if any(not board.domains[x] for x in revised):
            return False
        if not revised:
            return True


AC3 = (
    *(ac3_one_round, ac3_one_round_without_end, ac3_first_wipe_out_unseen, ac3_upside_down),
    *(ac3_returns_none, ac3_false_when_revised, ac3_turned, ac3_stack, ac3_back, ac3_twice),
    *(ac3_back_and_twice, ac3_assigned_too, ac3_all_again),
)
