"""What all players have: they show themselves, write pages, answer what their page asks; Play."""

from __future__ import annotations

import asyncio
import sys
import threading
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from random import randrange
from typing import Any, TypeVar

import anywidget
import ipywidgets
import traitlets

from futoshiki_lab.core import Cell, Grid, Puzzle, whole_number
from futoshiki_lab.formats import loads
from futoshiki_lab.logic import LEVELS
from futoshiki_lab.support.writing import write_file
from futoshiki_lab.widgets.answers import facts, next_hint, why_not
from futoshiki_lab.widgets.export import page, read, replace_half_characters, widgets_script
from futoshiki_lab.widgets.packing import encode, in_rows, pack_puzzle, read_game

T = TypeVar("T")

SIZES = tuple(range(4, 11))  # larger ones take long to make
THREADS = sys.platform != "emscripten"  # Python in a browser has none


class Script(ipywidgets.Widget):
    """The module that shows the widgets and their styles, compressed, in base64.

    A notebook has it once, however many widgets there are.
    """

    packed = traitlets.Unicode().tag(sync=True)

    def __init__(self) -> None:
        super().__init__(packed=encode(zlib.compress(widgets_script().encode(), 9)))


class Shared(threading.local):
    """What a session's widgets share; marimo runs each session of an app in a thread of its own."""

    script: Script | None = None


_SHARED = Shared()


class Player(anywidget.AnyWidget):
    """A widget that its page may send anything; a saved notebook shows it without a kernel.

    State that does not fit is not taken: the page gets the widget's own again. The message
    `{"id": ..., "ask": what, ...}` gets an answer; see `Questions` in standalone.js.
    """

    _esm = read("loader.js")

    script = traitlets.Instance(Script).tag(sync=True, **ipywidgets.widget_serialization)
    scale = traitlets.Float(1.0, min=0.25, max=8).tag(sync=True)

    def __init__(self, **state: Any):
        self._tasks: set[asyncio.Task[None]] = set()
        super().__init__(**state)
        self.on_msg(self._hear)

    @traitlets.default("script")
    def _share_script(self) -> Script:
        if _SHARED.script is None or _SHARED.script.comm is None:  # closed, with all other widgets
            _SHARED.script = Script()
        return _SHARED.script

    # -- without the browser -------------------------------------------------------------------

    @property
    def _title(self) -> str:
        raise NotImplementedError

    def still(self) -> str:
        """What is shown now, as HTML, for pages where no script runs."""
        raise NotImplementedError

    def _still_data(self) -> dict[str, str]:
        """What a notebook shows where no script runs, by the kind of data."""
        return {"text/html": self.still()}

    def to_html(self, path: str | Path) -> Path:
        """Write a page that plays this with no kernel and no network. Returns its path.

        A game has hints up to 10x10 and reasons up to 7x7. For a 7x7 these take some ten seconds,
        and a bar shows how far it is; if you stop it, the file stays as it was.

        Raises
        ------
        PuzzleError : the file cannot be written.
        """
        html = page(self.get_state(), self.still(), self._title)
        write_file(path, replace_half_characters(html))
        return Path(path)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict, dict]:
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        return {**data, **self._still_data(), "text/plain": repr(self)}, metadata

    # -- what the browser sends ----------------------------------------------------------------

    def set_state(self, sync_data: Any) -> None:
        """Take the state that the page sends, as far as it fits."""
        for name, value in sync_data.items() if isinstance(sync_data, Mapping) else ():
            try:
                super().set_state({name: value})
            except traitlets.TraitError:
                self.send_state(name)

    def _answer(self, question: Mapping[str, Any]) -> Any:
        """The answer to a question. The browser says what is wrong in words if this raises."""
        raise ValueError(f"nothing is known of {question.get('ask')!r}")

    def _hear(self, _: Any, question: Any, buffers: Any) -> None:
        if not isinstance(question, Mapping):
            return
        task = do_in_background(
            lambda: self._try_to_answer(question), lambda found: self._reply(question, *found)
        )
        if task:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _try_to_answer(self, question: Mapping[str, Any]) -> tuple[Any, str]:
        """An answer, or in words why there is none."""
        try:
            return self._answer(question), ""
        except Exception as error:  # any error: the board says it
            return None, str(error) or type(error).__name__

    def _reply(self, question: Mapping[str, Any], answer: Any, error: str) -> bool:
        self.send({"id": question.get("id"), "answer": answer, "error": error})
        return False  # it is done


def do_in_background(work: Callable[[], T], then: Callable[[T], bool]) -> asyncio.Task[None] | None:
    """Do `work`, then `then` with its result, and both again as long as `then` returns True.

    Parameters
    ----------
    work : called in a thread, so that the notebook stays responsive; on the loop where there are
        no threads.
    then : called on the loop.

    Returns
    -------
    The task, which the caller must keep. None in plain Python, where no loop runs: there all is
    done before this function returns.
    """

    async def run() -> None:
        while then(await asyncio.to_thread(work) if THREADS else work()):
            pass

    try:
        return asyncio.get_running_loop().create_task(run())
    except RuntimeError:
        while then(work()):
            pass
        return None


# -- the game --------------------------------------------------------------------------------------


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
                rows = in_rows(puzzle, question["values"])
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

    def _still_data(self) -> dict[str, str]:
        return {"image/svg+xml": self.still()}

    def __repr__(self) -> str:
        left = sum(row.count(0) for row in self.values)
        return f"<Play {self.puzzle!r}: {left} empty cell{'s' * (left != 1)}>"


def new_puzzle(n: int, level: str) -> Puzzle:
    """A puzzle of this size and level, a new one each time; its name says the seed."""
    from futoshiki_lab.generator import generate  # a board to play on alone does not need it

    return generate(n, level, seed=randrange(1_000_000))
