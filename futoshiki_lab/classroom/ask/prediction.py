"""Questions that keep their answer until the learner has committed one."""

from __future__ import annotations

import json
import os
import re
import zlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from math import isfinite, isinf
from pathlib import Path
from typing import Any

import traitlets

from futoshiki_lab.classroom.ask.answer_kinds import AnswerKind, kind_of, marked
from futoshiki_lab.classroom.ask.own_run import does_so, part, run_answer
from futoshiki_lab.classroom.ways_on import say_where
from futoshiki_lab.core import Board, Cell, Puzzle
from futoshiki_lab.stepper.packing import encode
from futoshiki_lab.stepper.pages import SENT
from futoshiki_lab.stepper.player import Player
from futoshiki_lab.stepper.stepper import Stepper
from futoshiki_lab.support.out_of_order import NOTEBOOK
from futoshiki_lab.trace import Trace

RUNNABLE = ("values", "cells", "order")
REVEAL = "FUTOSHIKI_LAB_REVEAL"  # in the environment: every question shows its answer
TRIES, MOST_TRIES = 3, 100  # where there is a hint; where a tutor talks about each mistake
GLANCE = 20  # words
WHY = "Why? In one line of your own:"
STATES = "application/vnd.jupyter.widget-state+json"
SHOWN_BY = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_", "image/png": "_repr_png_"}


def predict(
    question: str,
    answer: object,
    *,
    options: Iterable[str] | None = None,
    board: Puzzle | Board | tuple[Trace, int] | None = None,
    mark: Cell | None = None,
    within: float = 0,
    because: str = "",
    hint: str = "",
    taught: str = "",
    reveal: object = None,
    bet: bool = False,
    why: str = WHY,
    code: str = "",
    told: Mapping[str, str] | None = None,
    mistakes: Mapping[str, str] | None = None,
    about: str = "",
    words: Mapping[str, str] | None = None,
    opens: Mapping[str, str] | None = None,
) -> Prediction:
    """Ask for a prediction; the verdict, and what happens, are told once it is committed.

        predict("How many solutions?", 2, because="...", hint="...", reveal=Stepper(trace))
        predict("Which of the two wins?", "mrv", options=["mrv", "reading"], bet=True)

    With FUTOSHIKI_LAB_REVEAL=1 in the environment all answers are shown, for an instructor.

    Parameters
    ----------
    question : words in `backticks` are shown as code. Its first paragraph is shown as the
        question, what follows a blank line below it, smaller; so are the sentences before the
        question in a long paragraph.
    answer : the right answer. It says what is asked for:
        a number; a text, one of `options`, or a set of those that are right; True or False; a
        mapping of rows to one of the options each, or to True or False; a list of texts, whose
        order is asked for; a list with a text for each blank in `code`; a cell or a set of cells to
        choose on the `board`; a mapping of cells to the values to strike out there.
    options : what to choose from; for blanks, a list of texts for each of them.
    board : what the board shows: a puzzle, a board, or (trace, step). Beside it any kind of answer
        can be asked for. Where the answer is what a run does next, a wrong one can be run, too.
    mark : a cell of the board to frame.
    within : how far off a number may be.
    because : why the right answer is right.
    hint : where to look again. With a hint there are three tries: a first miss shows the hint, a
        second one says where it is wrong. Without one the first answer counts.
    taught : where it is taught, told after the hint: a heading of the notebook, or
        `notebook#heading` of another one.
    reveal : what is shown in the end: a text, a figure, a table, a tree, a Stepper, or a list of
        such things.
    bet : for an answer that cannot be worked out from what was taught. The question says so, takes
        one answer, and calls it neither right nor wrong.
    why : asks the learner for a reason in one line, which may be left empty and is kept with the
        notebook, before `because` and `reveal` are shown. "" asks for none, and so does a bet or
        a question without `because`.
    code : a piece of code with blanks, `____` each: what stands there is asked for.
    told : what a tutor says to a wrong text, by the text: at a second miss. The wrong lines of an
        order stand among the right ones, and have to be left out. With `told` there is no end of
        tries.
    mistakes : what is wrong with a wrong answer, by its text: said after it, with the right one.
    about : a line above the question: what it is about.
    words : what the words of the question mean, by these words: folded below it.
    opens : which of `words` unfolds after a wrong answer, by its text; by "", after any other.

    Raises
    ------
    TypeError, ValueError : the answer is of no known kind, or not one of the options.
    """
    told = told or {}
    kind = kind_of(answer, options, board, mark, code, told)
    kind = kind if board is None else kind.beside(board, mark)
    tries = MOST_TRIES if told else min(TRIES, kind.tries) if hint else 1
    secret = {
        "answer": kind.answer,
        "within": within,
        "because": because,
        "hint": hint,
        "taught": say_where(taught) if taught else "",
        "tries": 1 if bet else tries,
        "told": {**told, **(mistakes or {})},
        "why": why if because and not bet else "",
        "opens": dict(opens or {}),
        "reveal": pack_reveal(reveal),
    }
    made = Prediction(_put_first(question), kind, secret, bet, about, words or {})
    if isinstance(board, tuple) and kind.name in RUNNABLE and not bet:
        made.let_run(*board)
    return made


def _put_first(question: str) -> str:
    """The question first, if more stands before it than is read at a glance."""
    first, *rest = question.split("\n\n")
    sentences = re.split(r"(?<=[.?]) ", first)
    at = next((at for at, one in enumerate(sentences) if one.endswith("?")), 0)
    if len(first.split()) <= GLANCE or not at:
        return question
    return "\n\n".join([" ".join(sentences[at:]), " ".join(sentences[:at]), *rest])


class Prediction(Player):
    """A question in the browser; `predict` makes it.

    Attributes
    ----------
    bet : whether it is neither right nor wrong.
    given : the answers committed so far, as plain data.
    why : the learner's own reason; None before it was asked for.
    revealed : whether the answer is shown without one.
    """

    role = traitlets.Unicode("question", read_only=True).tag(sync=True)
    key = traitlets.Unicode().tag(sync=True)
    question = traitlets.Unicode().tag(sync=True)
    about = traitlets.Unicode().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    kind = traitlets.Unicode().tag(sync=True)
    offer = traitlets.Dict().tag(sync=True)
    secret = traitlets.Unicode().tag(sync=True)
    bet = traitlets.Bool().tag(sync=True)
    given: traitlets.List[Any] = traitlets.List().tag(sync=True)
    why = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    at = traitlets.Float().tag(sync=True)  # when it was last answered, by the browser's clock
    revealed = traitlets.Bool(False).tag(sync=True)
    can_run = traitlets.Bool(False).tag(sync=True)  # whether a kernel can run an answer

    def __init__(
        self,
        question: str,
        kind: AnswerKind,
        secret: Mapping[str, Any],
        bet: bool,
        about: str = "",
        words: Mapping[str, str] | None = None,
    ):
        self._kind, self._secret = kind, secret
        key = kind.key(question)
        super().__init__(
            key=key,
            question=question,
            about=about,
            words=dict(words or {}),
            kind=kind.name,
            offer=kind.offer,
            secret=encode(zlib.compress(json.dumps(secret, default=encode).encode())),
            bet=bet,
            revealed=os.environ.get(REVEAL, "0") not in ("", "0"),
            **read_answers(key),
        )

    def let_run(self, trace: Trace, step: int) -> None:
        """Let wrong answers be run, if the right one is what the run does after the step."""
        with suppress(LookupError):  # texts in order, but no values; several cells
            right = self._kind.read(self._kind.answer, trace.puzzle)
            self._about, self.can_run = (trace, step), does_so(trace, step, right)

    def _answer(self, question: Mapping[str, Any]) -> Any:
        """The run that an answer makes beside the right one, from where they differ."""
        if question.get("ask") != "run" or not self.can_run:
            return super()._answer(question)
        trace, step = self._about
        answer = self._kind.read(question["given"], trace.puzzle)
        made = run_answer(trace, step, answer)
        if made is None:
            raise ValueError("this answer cannot be run")
        shown = Stepper(trace, made)
        shown.step, *_ = shown.steps = part(trace, made, step, answer)
        return json.loads(json.dumps(pack_reveal(shown), default=encode))

    @property
    def right(self) -> bool | None:
        """Whether the last answer was right; None before there is one, and of a bet."""
        if self.bet or not self.given:
            return None
        return self._kind.is_right(self.given[-1], self._secret["within"])

    @property
    def _title(self) -> str:
        return "A question"

    def still(self) -> str:
        """The question as HTML, for pages where no script runs; with the answer if revealed."""
        told = (
            re.sub(r"\[(.+)\]\(\S+\)", r"\1", f"{one}: {text}") for one, text in self.words.items()
        )
        answer = f"<p><i>{marked(self._right_answer())}</i></p>" if self.revealed else ""
        asked = "".join(f"<p>{marked(text)}</p>" for text in self.question.split("\n\n"))
        words = "".join(f"<p>{marked(text)}</p>" for text in told)
        return f"{asked}{self._kind.still()}{answer}{words}"

    def _right_answer(self) -> str:
        because = self._secret["because"]
        return f"Answer: {self._kind.words}" + (f" ({because})" if because else "")

    def __repr__(self) -> str:
        found = {None: "not answered yet", True: "answered right", False: "answered wrong"}
        said = "a bet was made" if self.bet and self.given else found[self.right]
        now = self._right_answer() if self.revealed else said
        return f"<Prediction {self.question!r}: {now}>"


# -- answers that the notebook was saved with ------------------------------------------------------


def read_answers(key: str) -> dict[str, Any]:
    """What the notebook was saved with for a question, with the states of its widgets.

    The browser has what was answered since, and what no file keeps: see `begin` in question.js.
    """
    path = Path(os.environ.get(NOTEBOOK, ""))
    try:
        kept = _answers(path, path.stat().st_mtime_ns).get(key, {})
    except (OSError, ValueError, LookupError, AttributeError, TypeError):  # no notebook's file
        return {}
    fits = {"given": list, "why": str, "at": int | float}
    return {name: kept[name] for name, kind in fits.items() if isinstance(kept.get(name), kind)}


@lru_cache(maxsize=1)
def _answers(path: Path, saved: int) -> dict[str, Any]:
    """By the question's key, its state in a notebook; `saved` is when it was written."""
    widgets = json.loads(path.read_text(encoding="utf-8"))["metadata"].get("widgets", {})
    states = [model["state"] for model in widgets.get(STATES, {}).get("state", {}).values()]
    asked = [state for state in states if state.get("role") == "question"]
    asked.sort(key=lambda state: state.get("at", 0))  # a cell that ran again has several
    return {state["key"]: state for state in asked}


# -- what is shown in the end ----------------------------------------------------------------------


def pack_reveal(reveal: object) -> list[dict[str, Any]]:
    """The parts of what is revealed, each a "text", "html" or "stepper" for the browser."""
    if reveal is None:
        return []
    if isinstance(reveal, list | tuple):
        return [part for one in reveal for part in pack_reveal(one)]
    if isinstance(reveal, str):
        return [{"text": reveal}]
    if isinstance(reveal, Stepper):
        state = reveal.get_state()
        return [{"stepper": {name: state[name] for name in SENT["stepper"]}}]
    return [_show(reveal)]


def _show(thing: object) -> dict[str, str]:
    """What a notebook would show of a thing, by the methods in which it says so itself."""
    if hasattr(thing, "select_dtypes"):
        return {"html": _table(thing)}
    bundle: Any = getattr(thing, "_repr_mimebundle_", dict)()
    data = {**(bundle[0] if isinstance(bundle, tuple) else bundle or {})}
    for kind, name in SHOWN_BY.items():
        if kind not in data:
            data[kind] = getattr(thing, name, lambda: None)()
    for kind in ("text/html", "image/svg+xml"):
        if data[kind]:
            return {"html": data[kind]}
    if png := data["image/png"]:
        source = encode(png) if isinstance(png, bytes) else png
        return {"html": f'<img alt="" src="data:image/png;base64,{source}">'}
    return {"text": repr(thing)}


def _table(frame: Any) -> str:
    """A table of pandas with rounded numbers; rows that pandas only counts have no names."""
    named = frame.index.name or not hasattr(frame.index, "start")  # else a RangeIndex
    if frame.index.name:  # in the head's first line, not in one of its own
        frame = frame.rename_axis(index=None, columns=frame.index.name)
    numbers = frame.select_dtypes("number")
    formats = {name: _format_for(numbers[name]) for name in numbers}
    html: str = frame.to_html(
        border=0, classes="fsl-numbers", formatters=formats, index=bool(named)
    )
    return html


def _format_for(column: Any) -> Callable[[float], str]:
    """How to write the numbers of a column: all with the decimals that the largest one needs."""
    known = [abs(number) for number in column if isfinite(number)]
    whole = all(number == int(number) for number in known)
    decimals = 0 if whole or max(known) >= 100 else 1 if max(known) >= 10 else 2
    return lambda number: f"{number:,.{decimals}f}" if not isinf(number) else "∞"
