"""Play's Python side: sends a puzzle, keeps the game, answers what only a kernel can answer."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from random import randrange
from typing import Any

import anywidget
import traitlets

from futoshiki_lab.core import Cell, Grid, Puzzle
from futoshiki_lab.draw.svg import as_svg
from futoshiki_lab.formats import loads
from futoshiki_lab.logic import LEVELS
from futoshiki_lab.widgets import bundle
from futoshiki_lab.widgets.answers import facts, next_hint
from futoshiki_lab.widgets.background import in_background
from futoshiki_lab.widgets.exchange import sent, values_and_marks
from futoshiki_lab.widgets.export import mime_bundle, page, write_page

SIZES = tuple(range(4, 11))  # larger ones take long to make


class Play(anywidget.AnyWidget):
    """A puzzle to play on, with pencil marks, conflicts shown as they happen, and hints.

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

    _esm = bundle.widget("play", "Play")
    _css = bundle.styles("play")

    role = traitlets.Unicode("play", read_only=True).tag(sync=True)
    board = traitlets.Dict().tag(sync=True)
    game = traitlets.Dict().tag(sync=True)
    offers = traitlets.Dict({"sizes": list(SIZES), "levels": list(LEVELS)}).tag(sync=True)
    scale = traitlets.Float(1.0, min=0.25, max=8).tag(sync=True)
    notice = traitlets.Unicode("").tag(sync=True)

    def __init__(self, puzzle: Puzzle | None = None, *, scale: float = 1.0):
        if puzzle is None:
            puzzle = new_puzzle(5, "Easy")
        if not isinstance(puzzle, Puzzle):
            raise TypeError(
                f"Play takes a puzzle, as load(...) gives it, not {type(puzzle).__name__}"
            )
        self.puzzle = puzzle
        self._facts: dict[Puzzle, dict[str, Any]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        super().__init__(board=sent(puzzle), scale=scale)
        self.on_msg(self._hear)

    @property
    def values(self) -> Grid:
        """The values on the board now: n rows of n values, givens included, 0 for none."""
        return values_and_marks(self.puzzle, self.game)[0]

    @property
    def marks(self) -> dict[Cell, tuple[int, ...]]:
        """The values that notes leave, by cell, for the empty cells that have notes."""
        return values_and_marks(self.puzzle, self.game)[1]

    def show(self, puzzle: Puzzle) -> None:
        """Put another puzzle on the board; a browser that has begun it continues its game."""
        with self.hold_sync():
            self.puzzle = puzzle
            self.game, self.board = {}, sent(puzzle)

    # -- what the browser asks -----------------------------------------------------------------

    def _hear(self, _: Any, question: Mapping[str, Any], buffers: Any) -> None:
        """Answer, in a thread if possible: the notebook and the board stay responsive."""
        task = in_background(
            lambda: self._answer(question), lambda answered: self._reply(question, *answered)
        )
        if task:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _reply(self, question: Mapping[str, Any], answer: Any, error: str) -> bool:
        if isinstance(answer, Puzzle):
            self.show(answer)
            answer = True
        self.send({"id": question.get("id"), "answer": answer, "error": error})
        return False  # it is done

    def _answer(self, question: Mapping[str, Any]) -> tuple[Any, str]:
        """An answer, or in words why there is none."""
        puzzle = self.puzzle
        try:
            match question.get("ask"):
                case "facts":
                    known = self._facts.get(puzzle) or facts(puzzle)
                    self._facts = {puzzle: known}
                    return known, ""
                case "hint":
                    return next_hint(puzzle, question["values"], question["marks"]), ""
                case "puzzle":
                    return new_puzzle(question["n"], question["level"]), ""
                case "id":
                    return loads(question["text"], format="id"), ""
                case other:
                    return None, f"nothing is known of {other!r}"
        except Exception as error:  # any error: the board says it
            return None, str(error) or type(error).__name__

    # -- without the browser -------------------------------------------------------------------

    def to_html(self, path: str | Path) -> Path:
        """Write a page to play on with no kernel and no network. Returns its path."""
        title = f"{self.puzzle.name or 'Futoshiki'}: play"
        return write_page(path, page(self.get_state(), self.still(), title))

    def still(self) -> str:
        """A picture of the board as it is now, as HTML, for pages where no script runs."""
        return as_svg(Puzzle(self.values, self.puzzle.signs, self.puzzle.name))

    def __repr__(self) -> str:
        left = sum(row.count(0) for row in self.values)
        return f"<Play {self.puzzle!r}: {left} empty cell{'s' * (left != 1)}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict, dict]:
        data, metadata = mime_bundle(super()._repr_mimebundle_(**kwargs))
        return {**data, "text/html": self.still(), "text/plain": repr(self)}, metadata


def new_puzzle(n: int, level: str) -> Puzzle:
    """A puzzle of this size and level, a new one each time; its name says the seed."""
    from futoshiki_lab.generator import generate  # a board to play on alone does not need it

    return generate(n, level, seed=randrange(1_000_000))
