"""The verbs of a board, and what an observer is told at each.

place      a given is put on the board (setup)
begin      the givens are placed, the search begins; or it begins again, with a full board
assign     a value is tried for a cell: one node
check      one constraint is evaluated on one pair of values
prune      a value is removed from a domain
accept     the tried value survived its look
restore    all changes since a mark are undone
backtrack  all values of a cell were tried without success
skip       a cell is left with values untried, because it is not to blame (jumping.py)
learn      the values to blame for a dead end are kept, as a nogood (learning.py)
solution   every cell has a value
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NewType, Protocol

from futoshiki_lab.core.problem import Constraint, Value, Variable

Mark = NewType("Mark", int)  # how long the trail was; `restore` undoes what came after it


class Verb(IntEnum):
    """The kinds of event. A wipe-out follows the prune that causes it."""

    PLACE = 1
    ASSIGN = 2
    CHECK = 3
    PRUNE = 4
    WIPE_OUT = 5
    ACCEPT = 6
    RESTORE = 7
    BACKTRACK = 8
    SOLUTION = 9
    BEGIN = 10
    SKIP = 11
    LEARN = 12


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a value is removed, if several cells are the reason together.

    Attributes
    ----------
    rule : the name of the rule that was used ("all-different", "naked pair" ...).
    text : the reason in words, as it is written after "remove 3 from r1c2: ".
    cells : the cells that justify it together, in reading order.
    """

    rule: str
    text: str
    cells: tuple[Variable, ...]


class Nogood(Reason):
    """Values that lead to no solution together; or, as the reason why the last of them is removed
    where the others are on the board, the others."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Deduced:
    """A cell that loses a value, or at which a nogood is learned, with a reason of several cells:
    what an observer receives."""

    cell: Variable
    reason: Reason


Because = Variable | Reason | None  # a neighbour, a reason of several cells, or unknown
Where = Variable | Constraint | Deduced | None


class Observer(Protocol):
    """A function that a board calls at every verb, just before it acts (at a wipe-out, after).

    Parameters
    ----------
    verb : what the board is about to do.
    where : the cell; for a check the constraint; for a prune or wipe-out the constraint that is
        the reason, or the cell with its reason, if one is known; None for begin and solution.
    value : the value that the verb concerns; `empty` of the problem if there is none.
    other : of a constraint the value on its other side, or `empty`; for a restore the mark; or 0.
    """

    def __call__(self, verb: Verb, where: Where, value: Value, other: Value | Mark, /) -> None: ...
