"""The result of a check: right, wrong and why, or not done yet."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import wraps
from html import escape
from itertools import compress
from typing import Any, ParamSpec

from futoshiki_lab.classroom.ask.answer_kinds import marked
from futoshiki_lab.classroom.ways_on import STUCK, WAYS_ON
from futoshiki_lab.core import Board, Cell, Domain, Puzzle
from futoshiki_lab.core.puzzle import sign_marks
from futoshiki_lab.draw.scene import Scene
from futoshiki_lab.draw.svg import board_svg
from futoshiki_lab.support import annexes
from futoshiki_lab.support.out_of_order import find_outdated
from futoshiki_lab.trace import Trace

P = ParamSpec("P")
VERDICTS = ("right", "another cost", "wrong", "not done yet")
SYMBOLS = dict(zip(VERDICTS, "✓≈✗…", strict=True))
COLOURS = dict(zip(VERDICTS, ("#009E73", "#E69F00", "#D55E00", "#999999"), strict=True))
UNIT = 56  # pixels from a cell of a board to the next
PRINTED = "Your function printed on this board:"
# How the painter of boards shows the cells asked, and those marked.
FRAMES = ("background: #56B4E966; border: 2px solid #56B4E9", "border: 2px dashed #D55E00")


@dataclass(frozen=True)
class BoardShown:
    """A small board in a feedback: its values and domains, and the cells to look at.

    Attributes
    ----------
    values, domains : Mapping
        A cell without a value shows its domain.
    marked, asked : collection of Cell
        The cells that are not as they should be, and those that the function is about; each kind
        has its frame.
    names : tuple of str
        What the frames of the cells asked and of those marked mean.
    """

    title: str
    puzzle: Puzzle
    values: Mapping[Cell, int]
    domains: Mapping[Cell, Domain]
    marked: Collection[Cell] = ()
    asked: Collection[Cell] = ()
    names: tuple[str, str] = ("what the call is about", "where the boards differ")

    def __str__(self) -> str:
        return self.in_characters(self.width)

    @property
    def width(self) -> int:
        """The characters that its longest domain has."""
        return max(len(self._text(cell)) for cell in self.puzzle.cells)

    def in_characters(self, width: int) -> str:
        """Draw it with characters, so many for each cell."""
        texts: dict[Any, str] = {cell: self._text(cell) for cell in self.puzzle.cells}
        texts |= dict(sign_marks(self.puzzle.signs, "<>∧∨"))
        places = [half / 2 for half in range(2 * self.puzzle.size - 1)]
        rows = [[texts.get((y, x), "").center(width) for x in places] for y in places]
        return "\n".join([self.title, *(" ".join(row).rstrip() for row in rows)])

    def _text(self, cell: Cell) -> str:
        """A value, or the values left in braces."""
        if cell in self.values:
            return str(self.values[cell])
        return "{" + ",".join(map(str, self.domains[cell])) + "}" if self.domains[cell] else "∅"

    def _repr_html_(self) -> str:
        asked = tuple(cell for cell in self.asked if cell not in self.marked)
        scene = Scene(
            *(self.puzzle, self.values, self.domains),
            lit_cells=asked,
            checked=tuple(self.marked),
            fails=True,
            strike=False,
        )
        return (
            '<div style="display: inline-block; margin: 0.5em 1.5em 0 0; vertical-align: top">'
            f'<div style="font-size: 90%">{escape(self.title)}</div>'
            f'<div role="img" aria-label="{escape(str(self))}">{board_svg(scene, UNIT)}</div></div>'
        )

    @property
    def frames(self) -> list[tuple[str, str]]:
        """The kinds of frames that are on it: what each means, and its look."""
        there = {*self.asked} - {*self.marked}, self.marked
        return [*compress(zip(self.names, FRAMES, strict=True), there)]


# Exercises about whose functions `viva` asks: a search calls them, and they decide how it goes on.
ASKED_ABOUT = {"look_back", "fc_check", "forward_check", "patient", "thrifty", "revise", "ac3"}
ASKED_ABOUT |= {"mrv", "least_constraining_value"}
# Exercises about whose functions it asks what they give on one more board.
ASKED_ONCE = {
    "culprits": "Your `{}` is called after the failed look at the framed cell. Which cells does it "
    "return? Click them.",
    "nogood": "Your `{}` is called after the failed look at the framed cell. Which cells are in "
    "the nogood that it returns? Click them.",
    "min_conflicts": "Your `{}` is called on this full board. Which cells are in the moves that it "
    "returns? Click them.",
    "insertion": "Your `{}` is called with the line {}. Which values does it remove? Strike them "
    "out.",
    "revise": "Your `{}` is called with {} on this board. Which values does it remove? Strike them "
    "out.",
}


@dataclass(frozen=True)
class Feedback:
    """The result of a check; true only if it is right. It shows first where something is wrong.

    Attributes
    ----------
    verdict : str
        "right", "another cost" (right on all boards, with other checks than expected),
        "wrong" or "not done yet".
    where : str
        What happened, and on which board.
    boards : tuple of BoardShown
        The counterexample: the board before, yours, and the one expected.
    said : str
        What a tutor says: what kind of mistake it is, a colon, and what to do about it; the second
        part, or both, may be unknown.
    printed : str
        What your function printed on this board.
    share : float
        How much is right, from 0 to 1, for part marks.
    case, yours, check, way
        The board of the counterexample, your function, and the names of the check and its way on.
    endless : bool
        Whether your function does not come to an end.
    kept : str
        Whether it is kept as a part of your solver, in a sentence.
    """

    verdict: str
    where: str
    boards: tuple[BoardShown, ...] = ()
    said: str = ""
    printed: str = ""
    share: float = 0
    case: Any = field(default=None, repr=False, compare=False)
    yours: Callable[..., Any] | None = field(default=None, repr=False, compare=False)
    check: str = field(default="", repr=False, compare=False)
    way: str = field(default="", repr=False, compare=False)
    endless: bool = False
    kept: str = field(default="", compare=False)

    def __bool__(self) -> bool:
        return self.verdict == "right"

    @property
    def runs(self) -> bool:
        """Whether your function is written and comes to an end, so that a search can use it."""
        return self.verdict != "not done yet" and not self.endless

    @property
    def text(self) -> str:
        """All of it in words: the kind of mistake, the cure, and where it shows."""
        parts = self.said, self.where
        return " ".join(reversed(parts) if self.verdict == "another cost" else parts).strip()

    @property
    def kind(self) -> str:
        """What kind of mistake it is; empty if that is unknown."""
        kind = self.said.partition(": ")[0].removesuffix(".")
        return kind and f"{kind}."

    @property
    def cure(self) -> str:
        """What to do about it; empty if that is unknown."""
        cure = self.said.partition(": ")[2]
        return cure[:1].upper() + cure[1:]

    @property
    def board(self) -> Board:
        """A fresh board as your function got it: `my_function(feedback.board, *arguments)`.

        AttributeError is raised if no board shows a mistake.
        """
        return self._counterexample.make_board()

    @property
    def arguments(self) -> tuple[Any, ...]:
        """What your function was given besides the board; AttributeError as for `board`."""
        return self._counterexample.make_arguments(lambda *_: None)

    @property
    def trace(self) -> Trace:
        """What your function does on this board, for a `Stepper`; AttributeError as for `board`."""
        return self._counterexample.record(self.yours)

    @property
    def _counterexample(self) -> Any:
        if self.case is None:
            raise AttributeError(f"no board shows a mistake: the verdict is “{self.verdict}”")
        return self.case

    def _ipython_display_(self) -> None:
        """Show it in a notebook; a function that is right is followed by questions about it."""
        display = sys.modules["IPython.display"].display  # IPython has called this method
        display({"text/plain": repr(self), "text/html": self._repr_html_()}, raw=True)
        exercise, right = self.check.removeprefix("check_"), ("right", "another cost")
        asked = exercise in {*ASKED_ABOUT, *ASKED_ONCE}
        asking = annexes.find("own questions") if asked else None
        if asking and self.verdict in right:
            for question in asking.ask_author(self.yours, exercise):
                display(question)

    def __repr__(self) -> str:
        width = max((board.width for board in self.boards), default=0)
        boards = "".join(f"\n\n{board.in_characters(width)}" for board in self.boards)
        printed = f"\n\n{PRINTED}\n{self.printed}" if self.printed else ""
        more = [f"`feedback.{name}`" for name in ("kind", "cure") if getattr(self, name)]
        more += ["`feedback.board`", "`Stepper(feedback.trace)`"] if self.case else []
        tail = f"\n\nMore on request: {', '.join(more)}." if more else ""
        kept = f"\n{self.kept}" if self.kept else ""
        return f"{SYMBOLS[self.verdict]} {self.verdict}: {self.where}{kept}{boards}{printed}{tail}"

    def _repr_html_(self) -> str:
        boards = "".join(board._repr_html_() for board in self.boards)
        style = f"border-left: 5px solid {COLOURS[self.verdict]}; padding: 0.3em 0.8em"
        verdict = f"<b>{SYMBOLS[self.verdict]} {self.verdict}</b>"
        frames = "".join(
            f' <span style="{look}; padding: 0 0.4em; white-space: nowrap">{name}</span>'
            for name, look in dict(frame for board in self.boards for frame in board.frames).items()
        )
        frames = frames and f'<div style="font-size: 90%; margin: 0.4em 0">frames:{frames}</div>'
        name = getattr(self.yours, "__name__", "")
        step = f"Stepper({self.check}({name}).trace)" if self.case and self.check else ""
        printed = f"<div>{PRINTED}</div><pre>{escape(self.printed)}</pre>" if self.printed else ""
        asked = {
            "What kind of mistake is it?": self.kind,
            "How can it be corrected?": self.cure,
            "How can I see it run?": step and f"`{step}`",
        }
        more = "".join(_fold(title, marked(text)) for title, text in asked.items() if text)
        more += self._ways_on()
        kept = f"<div>{marked(self.kept)}</div>" if self.kept else ""
        told = f"{verdict}: {marked(self.where)}{kept}<div>{boards}</div>{frames}{printed}{more}"
        return f'<div style="{style}">{told}</div>'

    def _ways_on(self) -> str:
        """The way on from a wrong function, folded: hint after hint."""
        way = WAYS_ON.get(self.way or self.check.removeprefix("check_"))
        if self.verdict != "wrong" or not way:
            return ""
        place = f'It is taught in <a href="{escape(way.link)}">{escape(way.place)}</a>.'
        last = _fold("Still stuck", marked(way.hint))
        return _fold(STUCK, place + _fold("Where can I see it?", marked(way.step) + last))


def leads_to(way: str) -> Callable[[Callable[P, Feedback]], Callable[P, Feedback]]:
    """Let a check that has no name of an exercise lead on, by a name of `ways_on.txt`."""

    def decorate(check: Callable[P, Feedback]) -> Callable[P, Feedback]:
        return wraps(check)(lambda *given, **how: replace(check(*given, **how), way=way))

    return decorate


def _fold(title: str, content: str) -> str:
    """What opens with a click, as HTML."""
    style = 'style="cursor: pointer"'
    return f"<details><summary {style}>{title}</summary>{content}</details>"


def not_done(what: str = "replace the three dots with your answer") -> Feedback:
    """The feedback for an answer that is still `...`."""
    return Feedback("not done yet", what)


def keep(name: str, feedback: Feedback) -> Feedback:
    """The feedback, which says whether the function is kept as a part of the learner's solver."""
    keeper = annexes.find("own solver") if feedback.runs else None
    told = keeper.keep_in_notebook(name, feedback.yours, feedback.verdict) if keeper else ""
    return replace(feedback, kept=told)


def find_refused(yours: object) -> str:
    """In a notebook: why this is not the last version of a function, if so."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    cells = getattr(shell, "user_ns", {}).get("In", [])
    name = getattr(yours, "__name__", "")
    last = next((text for text in reversed(cells) if f"def {name}(" in text), "")
    try:
        ast.parse(last)
    except SyntaxError as error:
        told = f"{type(error).__name__}, line {error.lineno}: {error.msg}"
        return f"Python could not read your last `{name}` ({told}). This is about the one before: "
    outdated = find_outdated(yours)
    return f"{outdated}. This is about the one before: " if outdated else ""
