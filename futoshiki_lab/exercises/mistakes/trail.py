"""Known mistakes in `restore`: which changes are undone, in which order, and what is left."""

from __future__ import annotations

from futoshiki_lab.core.verbs import Mark
from futoshiki_lab.exercises.trail import OpenBoard


def restore_nothing(board: OpenBoard, mark: Mark) -> None:
    """Nothing comes back: take entries from the trail and give each cell its old domain."""


def restore_oldest_first(board: OpenBoard, mark: Mark) -> None:
    """You go from the oldest change to the newest: a cell that has lost two values gets only one of
    them back. Go backwards, from the end of the trail."""
    for cell, domain in board.trail[mark:]:
        board.domains[cell] = domain
        board.values.pop(cell, None)
    del board.trail[mark:]


def restore_keeps_trail(board: OpenBoard, mark: Mark) -> None:
    """The entries stay on the trail, and would be undone once more: take them off."""
    for cell, domain in reversed(board.trail[mark:]):
        board.domains[cell] = domain
        board.values.pop(cell, None)


def restore_oldest_first_keeps_trail(board: OpenBoard, mark: Mark) -> None:
    """You go from the oldest change to the newest and leave the entries on the trail: go backwards,
    and take each entry off."""
    for cell, domain in board.trail[mark:]:
        board.domains[cell] = domain
        board.values.pop(cell, None)


def restore_all(board: OpenBoard, mark: Mark) -> None:
    """You empty the whole trail: what is older than the mark, the givens too, has to stay."""
    while board.trail:
        cell, domain = board.trail.pop()
        board.domains[cell] = domain
        board.values.pop(cell, None)


def restore_one(board: OpenBoard, mark: Mark) -> None:
    """You undo one change: go on until the trail is as short as the mark says."""
    if len(board.trail) > mark:
        cell, domain = board.trail.pop()
        board.domains[cell] = domain
        board.values.pop(cell, None)


def restore_one_too_few(board: OpenBoard, mark: Mark) -> None:
    """You stop one entry too early: the entry at the mark is the assignment, and it goes too."""
    while len(board.trail) > mark + 1:
        cell, domain = board.trail.pop()
        board.domains[cell] = domain
        board.values.pop(cell, None)


def restore_one_too_many(board: OpenBoard, mark: Mark) -> None:
    """You undo one entry too many: as long as the mark says, the trail is short enough."""
    while board.trail and len(board.trail) >= mark:
        cell, domain = board.trail.pop()
        board.domains[cell] = domain
        board.values.pop(cell, None)


def restore_counts_entries(board: OpenBoard, mark: Mark) -> None:
    """You undo as many entries as the mark says: the mark is how many have to *stay*."""
    for _ in range(min(mark, len(board.trail))):
        cell, domain = board.trail.pop()
        board.domains[cell] = domain
        board.values.pop(cell, None)


def restore_from_front(board: OpenBoard, mark: Mark) -> None:
    """You take entries from the front of the trail, where the oldest are: take the last one."""
    while len(board.trail) > mark:
        cell, domain = board.trail.pop(0)
        board.domains[cell] = domain
        board.values.pop(cell, None)


def restore_clears_trail(board: OpenBoard, mark: Mark) -> None:
    """You throw the whole trail away at the end: the entries before the mark are still needed."""
    for cell, domain in reversed(board.trail[mark:]):
        board.domains[cell] = domain
        board.values.pop(cell, None)
    board.trail.clear()


def restore_trail_only(board: OpenBoard, mark: Mark) -> None:
    """You only cut the trail: the board itself has to change back."""
    del board.trail[mark:]


def restore_domains_only(board: OpenBoard, mark: Mark) -> None:
    """The cells keep their values: who gets an old domain back has no value any more."""
    while len(board.trail) > mark:
        cell, domain = board.trail.pop()
        board.domains[cell] = domain


def restore_values_only(board: OpenBoard, mark: Mark) -> None:
    """The domains stay as they are: give each cell the domain that the trail has kept."""
    while len(board.trail) > mark:
        cell, _ = board.trail.pop()
        board.values.pop(cell, None)


def restore_whole_domains(board: OpenBoard, mark: Mark) -> None:
    """You give all numbers back: the trail has the domain that the cell had, often smaller."""
    while len(board.trail) > mark:
        cell, _ = board.trail.pop()
        board.domains[cell] = board.puzzle.values
        board.values.pop(cell, None)


def restore_prunes_only(board: OpenBoard, mark: Mark) -> None:
    """You skip the cell that was assigned: it has to get its domain back, and lose its value."""
    while len(board.trail) > mark:
        cell, domain = board.trail.pop()
        if cell not in board.values:
            board.domains[cell] = domain


def restore_assignment_only(board: OpenBoard, mark: Mark) -> None:
    """Only what was assigned comes back: what the looks have pruned must come back too."""
    while len(board.trail) > mark:
        cell, domain = board.trail.pop()
        if cell in board.values:
            board.domains[cell] = domain
            del board.values[cell]


RESTORE = (
    *(restore_nothing, restore_oldest_first, restore_keeps_trail, restore_all, restore_one),
    *(restore_oldest_first_keeps_trail, restore_one_too_few, restore_one_too_many),
    *(restore_counts_entries, restore_from_front, restore_clears_trail),
    *(restore_trail_only, restore_domains_only, restore_values_only, restore_whole_domains),
    *(restore_prunes_only, restore_assignment_only),
)
