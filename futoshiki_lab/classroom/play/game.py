"""`Play`: a puzzle to play on, in the browser."""

from __future__ import annotations

from collections.abc import Mapping
from random import randrange
from typing import Any

import traitlets

from futoshiki_lab.classroom.play.saved_game import read_game
from futoshiki_lab.core import Cell, Grid, Puzzle, whole_number
from futoshiki_lab.explorer.generator import generate
from futoshiki_lab.formats import loads
from futoshiki_lab.reasons import LEVELS
from futoshiki_lab.reasons.answers import carried, facts, next_hint, why_not
from futoshiki_lab.reasons.shape import rows_of
from futoshiki_lab.stepper.packing import pack_puzzle
from futoshiki_lab.stepper.player import Player

SIZES = tuple(range(4, 11))  # larger ones take long to make


class Play(Player):
    """A puzzle to play on, with pencil marks, conflicts shown as they happen, hints, and reasons.

        Play(load("unequal/5x5-easy#1"))
        Play()                               # a new 5x5

    Parameters
    ----------
    puzzle : what to play; by default a new easy 5x5.
    scale : how large; 1.5 or so for a projector.

    Attributes
    ----------
    puzzle : the puzzle on the board; "new puzzle" there replaces it.
    values : the values on the board now: n rows of n values, givens included, 0 for none.
    marks : by cell, the values that notes leave, for the empty cells that have notes.

    `hint(play.puzzle, play.values, play.marks)` is the hint that the board gives.

    Raises
    ------
    TypeError : `puzzle` is not a Puzzle.
    """

    role = traitlets.Unicode("play", read_only=True).tag(sync=True)
    board = traitlets.Dict().tag(sync=True)
    game = traitlets.Dict().tag(sync=True)
    offers = traitlets.Dict({"sizes": list(SIZES), "levels": list(LEVELS)}).tag(sync=True)
    notice = traitlets.Unicode("").tag(sync=True)

    def __init__(self, puzzle: Puzzle | None = None, *, scale: float = 1.0):
        if puzzle is None:
            puzzle = new_puzzle(5, "Easy")
        if not isinstance(puzzle, Puzzle):
            what = type(puzzle).__name__
            raise TypeError(f"Play takes a puzzle, as load(...) gives it, not {what}")
        self.puzzle = puzzle
        super().__init__(board=pack_puzzle(puzzle), scale=scale)

    @property
    def values(self) -> Grid:
        """The values on the board now: n rows of n values, givens included, 0 for none."""
        return read_game(self.puzzle, self.game)[0]

    @property
    def marks(self) -> dict[Cell, tuple[int, ...]]:
        """The values that notes leave, by cell, for the empty cells that have notes."""
        return read_game(self.puzzle, self.game)[1]

    def show(self, puzzle: Puzzle) -> None:
        """Put another puzzle on the board; a browser that has begun it continues its game."""
        with self.hold_sync():
            self.puzzle = puzzle
            self.game, self.board = {}, pack_puzzle(puzzle)

    # -- what the browser asks -----------------------------------------------------------------

    def _answer(self, question: Mapping[str, Any]) -> Any:
        puzzle = self.puzzle
        match question.get("ask"):
            case "facts":
                return facts(puzzle)
            case "hint":
                return next_hint(puzzle, question["values"], question["marks"])
            case "why":
                rows = rows_of(question["values"], puzzle.size)
                return why_not(puzzle, question["cell"], question["value"], rows)
            case "puzzle":
                n = whole_number("the size", question["n"], SIZES[0], SIZES[-1])
                return new_puzzle(n, question["level"])
            case "id":
                return loads(question["text"], format="id")
        return super()._answer(question)

    def _reply(self, question: Mapping[str, Any], answer: Any, error: str) -> bool:
        if isinstance(answer, Puzzle):
            self.show(answer)
            answer = True
        return super()._reply(question, answer, error)

    # -- without the browser -------------------------------------------------------------------

    @property
    def _title(self) -> str:
        return f"{self.puzzle.name or 'Futoshiki'}: play"

    def still(self) -> str:
        """A picture of the board as it is now, as HTML, for pages where no script runs."""
        return Puzzle(self.values, self.puzzle.signs, self.puzzle.name).as_svg()

    def _carry(self) -> bytes:
        return carried(self.puzzle)

    def _still_data(self) -> dict[str, str]:
        return {"image/svg+xml": self.still()}

    def __repr__(self) -> str:
        left = sum(row.count(0) for row in self.values)
        return f"<Play {self.puzzle!r}: {left} empty cell{'s' * (left != 1)}>"


def new_puzzle(n: int, level: str) -> Puzzle:
    """A puzzle of this size and level, a new one each time; its name says the seed."""
    return generate(n, level, seed=randrange(1_000_000))
