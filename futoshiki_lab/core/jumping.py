"""Jumping back: the same search, which also knows the cells to blame for a dead end.

`search` goes back to the last choice. `search_with_blame` goes back to the last *guilty* one: for
each cell that it visits it collects a **conflict set**, the cells whose values leave it nothing.
When all values are used up, the set is handed to the cell before. A cell that is not in the set
that it is handed has no value that would help, and is skipped: conflict-directed backjumping.

The blame comes from the verbs, not from the look: a check that failed names two cells, and a prune
its `because`. So a look of your own can jump too, as long as each of its prunes names one cell.

Compared with the paper
-----------------------
P. Prosser: "Hybrid algorithms for the constraint satisfaction problem", Computational Intelligence
9(3), 1993, numbers the variables and walks forward with cbj-label, back with cbj-unlabel:

    cbj-label(i)                                       search_with_blame(board, ...)
      for v[i] := each value of current-domain[i]        for value in order(board, cell):
        for h := 1 to i - 1 while consistent               look(board, cell)
          consistent := check(i, h)                          (look_back: until a check fails)
        if not consistent                                  if it fails: below = culprits(board)
          add h to conf-set[i]                             conflicts |= below - {cell}
    cbj-unlabel(i)
      h := the largest in conf-set[i]                    return conflicts              (1)
      conf-set[h] := conf-set[h] + conf-set[i] - h       conflicts |= below - {cell}
      conf-set[j] := {}, for j from h + 1 to i           (2)
      current-domain[j] := domain[j], for these j        board.restore(mark)
      remove v[h] from current-domain[h]                 (the loop takes the next value)

(1) Prosser jumps to h at once. Here each cell hands the set to the one before it, and those that
are not in it restore, count themselves as skipped, and pass it on: the same jump, one call at a
time. (2) A conflict set is a local variable, new at each visit. The paper's FC-CBJ starts it with
the cells whose forward checks removed values of the variable; `board.removers` are these cells.
"""

from __future__ import annotations

from futoshiki_lab.core.board import Board
from futoshiki_lab.core.orderings import Order, Select, ascending, reading_order
from futoshiki_lab.core.problem import Variable
from futoshiki_lab.core.search import Look


def search_with_blame(
    board: Board, look: Look, select: Select = reading_order, order: Order = ascending
) -> set[Variable] | None:
    """Depth-first search. Returns None when enough solutions have been found, else a conflict set:
    the searched cells whose values, together, leave no other solution."""
    if board.complete:
        return None if board.solution() else searched(board)
    cell = select(board)
    conflicts = board.removers(cell)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        accepted = board.accept(cell, look(board, cell))
        below = search_with_blame(board, look, select, order) if accepted else culprits(board)
        if below is None:
            return None
        board.restore(mark)
        if accepted and cell not in below:
            board.skip(cell)
            return below
        conflicts |= below - {cell}
    board.backtrack(cell)
    return conflicts


def culprits(board: Board) -> set[Variable]:
    """The searched cells to blame for a look that has just failed, the new one among them or not.

    They are the removers of the domain that was wiped out; else, the cells of a violated
    constraint; else, if the look told neither, all of them.
    """
    wiped = next((cell for cell in board.unassigned if not board.domains[cell]), None)
    if wiped is not None:
        return board.removers(wiped)
    one, values = board.violated, board.values
    if one is None or not {one.cell, one.other} <= values.keys():
        return searched(board)
    told = not one.holds(values[one.cell], values[one.other])
    return {one.cell, one.other} & searched(board) if told else searched(board)


def searched(board: Board) -> set[Variable]:
    """The assigned cells that are not givens."""
    return {cell for cell in board.values if cell not in board.puzzle.givens}
