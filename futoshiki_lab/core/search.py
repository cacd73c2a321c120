"""Backtracking, forward checking and arc consistency: one search with different looks.

The search is depth first: select a cell, try its values, and after each assignment **look** at what
it means. The algorithms differ only in the look:

- `look_back` (backtracking, `bt`) checks the new value against the cells assigned before it;
- `forward_check` (forward checking, `fc`) removes from the unassigned neighbours what it rules out;
- `maintain_arc_consistency` (`mac`) goes on until every value left has a support;
- `generalised_arc_consistency` (`gac`, in alldifferent.py) takes whole rows and columns at once.

Write a look of your own (see `Look`), hand it to `solve` or `record`, and everything else works
with it.

Compared with the textbook
--------------------------
`search` with `forward_check` is the procedure FC, and `fc_check` is FCCheck, of the exercise "E04
Futoshiki Puzzle" (S. Ou, Sun Yat-sen University 2021; the algorithm: Haralick and Elliott 1980),
line for line:

    FC(Level)                                          search(board, look, select, order)
      if all variables are assigned                      if board.complete:
        print the values, RETURN or EXIT                   return board.solution()
      V := PickAnUnassignedVariable()                    cell = select(board)
      Assigned[V] := TRUE                                  (1)
      for d := each member of CurDom(V)                  for value in order(board, cell):
        Value[V] := d                                      mark = board.assign(cell, value)
        DWOccured := False                                 look(board, cell):
        for each constraint C over V such that               (forward_check) for x in
          C has only one unassigned variable X                 board.unassigned_neighbours(cell):
          if FCCheck(C, X) == DWO                              if not fc_check(board, cell, x):
            DWOccured := True; break                             return False
        if not DWOccured                                   if board.accept(cell, look(...)):
          FC(Level + 1)                                      if search(...): return True (2)
        RestoreAllValuesPrunedByFCCheck()                  board.restore(mark)
      Assigned[V] := FALSE                                 (1)
      return                                             board.backtrack(cell); return False

Two deviations. (1) `Assigned[V]` has no line of its own: `assign` marks the cell and `restore`
unmarks it, once for each value instead of once for all; nothing looks at the board in between.
(2) The pseudo-code leaves EXIT to the reader; here `solution` says whether enough have been found
and True travels up. `accept` and `backtrack` change nothing: they are there to be counted; and
`accept` refuses a look that says neither True nor False.
Constraints are binary: a constraint with "only one unassigned variable" joins it to V.

`ac3` is AC-3 and `revise` its REVISE (Mackworth 1977):

    AC-3(arcs)                                         ac3(board, arcs)
      Q := arcs                                          queue = deque(dict.fromkeys(arcs))
      while Q is not empty                               while queue:
        take the first arc (x, y) from Q                   x, y = queue.popleft()
        if REVISE(x, y)                                    if revise(board, x, y):
          if D[x] = {} return false                          if not board.domains[x]: return False
          for each neighbour z of x, z != y                  for z in ...unassigned_neighbours(x):
            add (z, x) to Q                                    if z != y (and not waiting): append
      return true                                        return True

    REVISE(x, y)                                       revise(board, x, y)
      for each value d of D[x]                           for value in board.domains[x]:
        if no e of D[y] satisfies C with d                 for support in board.domains[y]: ...
          remove d from D[x]                               else: board.prune(x, value, because=y)
      return whether any was removed                     return revised

One deviation: z has to be unassigned, since an assigned cell cannot lose a value. That Q is a set
(an arc that waits is not added again) is what `waiting` is for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from futoshiki_lab.core.alldifferent import generalised_arc_consistency
from futoshiki_lab.core.board import Board
from futoshiki_lab.core.errors import name_of, true_or_false
from futoshiki_lab.core.named import Named, by_name
from futoshiki_lab.core.orderings import Order, Select, ascending, reading_order
from futoshiki_lab.core.problem import Variable

Arc = tuple[Variable, Variable]


class Look(Protocol):
    """What one assignment rules out: `look(board, cell)` with a value just assigned to `cell`.

    True means that the value can stand, False that it fails. A look uses `board.check` and
    `board.prune`; the search undoes what it pruned. A look that maintains a consistency may have
    an attribute `begin_with`, a function `begin_with(board) -> bool` that establishes it before
    the first node.
    """

    def __call__(self, board: Board, cell: Variable, /) -> bool: ...


class Search(Protocol):
    """A search procedure: True when enough solutions have been found, else False."""

    def __call__(self, board: Board, look: Look, select: Select, order: Order, /) -> bool: ...


def search(
    board: Board, look: Look, select: Select = reading_order, order: Order = ascending
) -> bool:
    """Depth-first search. Returns True when enough solutions have been found, else False."""
    if board.complete:
        return board.solution()
    cell = select(board)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        if board.accept(cell, look(board, cell)):
            if search(board, look, select, order):
                return True
        board.restore(mark)
    board.backtrack(cell)
    return False


def look_back(board: Board, cell: Variable) -> bool:
    """Check the cell against every assigned neighbour; the first violation ends the look."""
    for other in board.assigned_neighbours(cell):
        if not board.check(cell, board.values[cell], other, board.values[other]):
            return False
    return True


def forward_check(board: Board, cell: Variable) -> bool:
    """Prune every unassigned neighbour of the cell; the first wipe-out ends the look."""
    for x in board.unassigned_neighbours(cell):
        if not fc_check(board, cell, x):
            return False
    return True


def fc_check(board: Board, cell: Variable, x: Variable) -> bool:
    """FCCheck: remove from x what the value of `cell` rules out. False is a wipe-out (DWO)."""
    for d in board.domains[x]:
        if not board.check(x, d, cell, board.values[cell]):
            board.prune(x, d, because=cell)
    return len(board.domains[x]) > 0


def maintain_arc_consistency(board: Board, cell: Variable) -> bool:
    """Run AC-3 from the arcs that lead to the cell just assigned (Sabin and Freuder 1994)."""
    return ac3(board, [(x, cell) for x in board.unassigned_neighbours(cell)])


def arc_consistency(board: Board) -> bool:
    """Run AC-3 over all arcs of unassigned cells: what `root="ac"` does before the first node."""
    return ac3(board, [(x, y) for x in board.unassigned for y in board.puzzle.neighbours[x]])


# A consistency must be established before it can be maintained.
maintain_arc_consistency.begin_with = arc_consistency  # type: ignore[attr-defined]


def ac3(board: Board, arcs: Iterable[Arc]) -> bool:
    """AC-3 (Mackworth 1977; also in Russell and Norvig, chapter 6). False is a wipe-out."""
    queue = deque(dict.fromkeys(arcs))
    waiting = set(queue)
    while queue:
        x, y = queue.popleft()
        waiting.remove((x, y))
        if revise(board, x, y):
            if not board.domains[x]:
                return False
            for z in board.unassigned_neighbours(x):
                if z != y and (z, x) not in waiting:
                    queue.append((z, x))
                    waiting.add((z, x))
    return True


def revise(board: Board, x: Variable, y: Variable) -> bool:
    """Remove the values of x that no value of y supports. True if x lost any."""
    revised = False
    for value in board.domains[x]:
        for support in board.domains[y]:
            if board.check(x, value, y, support):
                break
        else:
            board.prune(x, value, because=y)
            revised = True
    return revised


def set_up(board: Board, look: Look, root: str = "none") -> bool:
    """Place the givens in reading order, each followed by a look; all of it counts as setup.

    Then the look's `begin_with` runs; if it has none and the root is "ac", `arc_consistency` runs.
    False: there is no solution.
    """
    for cell, value in board.puzzle.givens.items():
        board.place(cell, value)
        if not true_or_false(look(board, cell), f"the look {name_of(look)}"):
            return False
    begin_with = getattr(look, "begin_with", arc_consistency if root == "ac" else None)
    if begin_with and not true_or_false(begin_with(board), name_of(begin_with)):
        return False
    board.begin()
    return True


# What the failure of a look means: whom to blame. A search that jumps back has to know it.
VIOLATION = "The cell to blame is the other cell of the constraint that was violated."
WIPE_OUT = (
    "The cells to blame are those whose looks removed the values that the wiped-out cell lost."
)


@dataclass(frozen=True, eq=False)
class NamedLook(Named[Look]):
    """A look that has a name.

    Attributes
    ----------
    blames : what its failure means, `VIOLATION` or `WIPE_OUT`; None if no single cells are to blame
        for what it prunes, and so no search jumps back with it.
    prunes : whether it removes values from domains.
    groups : whether it is about groups of variables that are all different.
    """

    blames: str | None = None
    prunes: bool = True
    groups: bool = False


LOOKS: dict[str, NamedLook] = by_name(
    NamedLook("bt", look_back, "backtracking", 0, VIOLATION, prunes=False),
    NamedLook("fc", forward_check, "forward checking", 1, WIPE_OUT),
    NamedLook("mac", maintain_arc_consistency, "maintaining arc consistency", 2),
    NamedLook("gac", generalised_arc_consistency, "generalised arc consistency", 3, groups=True),
)
