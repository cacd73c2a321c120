"""Jumping back: the counters of the page, the same solutions, refusals where nobody is to blame."""

from __future__ import annotations

import pytest

from futoshiki_lab import LOOKS, load, record, solve
from futoshiki_lab.core import Reason

# They remember what happened elsewhere in the tree: what is skipped changes what comes later.
# -- the solutions -------------------------------------------------------------------------------


# -- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", ["mac", "gac", LOOKS["mac"].function, LOOKS["gac"]])
@pytest.mark.parametrize("ask", [solve, record])
def test_looks_whose_prunes_have_reasons_of_many_cells_cannot_jump(ask, look):
    with pytest.raises(ValueError, match=r"[mg]ac cannot jump back: .* take bt or fc"):
        ask(load("nyu/Input1"), look, jump=True)


def prunes_for(reason):
    """Forward checking, with other reasons for its prunes."""

    def look(board, cell):
        for other in board.unassigned_neighbours(cell):
            for value in board.domains[other]:
                if not board.check(other, value, cell, board.values[cell]):
                    board.prune(other, value, reason(board, cell, other))
            if not board.domains[other]:
                return False
        return True

    return look


def an_unassigned_neighbour(board, cell, other):
    return next((x for x in board.unassigned_neighbours(other)), None)


@pytest.mark.parametrize(
    "reason",
    [
        lambda board, cell, other: None,
        lambda board, cell, other: Reason("alone", "it is so", (cell,)),
        an_unassigned_neighbour,
    ],
)
@pytest.mark.parametrize("ask", [solve, record])
def test_prunes_that_name_no_assigned_cell_end_a_search_that_jumps(ask, reason):
    puzzle, look = load("nyu/Input1"), prunes_for(reason)
    assert ask(puzzle, look).outcome == "solved"
    with pytest.raises(ValueError, match="not because of one assigned cell, so it is not known"):
        ask(puzzle, look, jump=True)


# -- looks of one's own --------------------------------------------------------------------------
