"""Questions that keep their answer until the learner has committed one."""

from __future__ import annotations

import json
import os
import zlib
from base64 import b64encode
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import Any

import traitlets

from futoshiki_lab.core import Board, Cell, Puzzle
from futoshiki_lab.trace import Trace
from futoshiki_lab.widgets.answering import Answering
from futoshiki_lab.widgets.asked import Kind, kind_of
from futoshiki_lab.widgets.export import mime_bundle, page, write_page
from futoshiki_lab.widgets.kept import kept
from futoshiki_lab.widgets.reveal import parts

REVEAL = "FUTOSHIKI_LAB_REVEAL"  # in the environment: every question shows its answer
TRIES = 3  # where there is a hint


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
    reveal: object = None,
) -> Prediction:
    """Ask for a prediction; right or wrong, and what comes of it, are told once it is committed.

        predict("How many solutions has it?", 2, because="...", hint="...", reveal=Stepper(trace))

    With FUTOSHIKI_LAB_REVEAL=1 in the environment all answers are shown, for an instructor.

    Parameters
    ----------
    question : words in `backticks` are shown as code, blank lines begin paragraphs.
    answer : the right answer. It says what is asked for:
        a number; a text, one of `options`, or a set of those that are right; True or False; a
        mapping of rows to one of the options each, or to True or False; a list of texts, whose
        order is asked for; a cell or a set of cells to choose on the `board`; a mapping of cells
        to the values to strike out there.
    options : what to choose from.
    board : what the board shows: a puzzle, a board, or (trace, step).
    mark : a cell of the board to frame.
    within : how far off a number may be.
    because : why the right answer is right.
    hint : where to look again. With a hint there are three tries: a first miss shows the hint, a
        second one says where it is wrong. Without one the first answer counts.
    reveal : what is shown in the end: a text, a figure, a table, a tree, a Stepper, or a list of
        such things.

    Raises
    ------
    TypeError, ValueError : the answer is of no known kind, or not one of the options.
    """
    kind = kind_of(answer, options, board, mark)
    secret = {
        "answer": kind.answer,
        "within": within,
        "because": because,
        "hint": hint,
        "tries": min(TRIES, kind.tries) if hint else 1,
        "reveal": parts(reveal),
    }
    return Prediction(question, kind, secret)


class Prediction(Answering):
    """A question in the browser; `predict` makes it.

    Attributes
    ----------
    given : the answers committed so far, as plain data.
    revealed : whether the answer is shown without one.
    """

    role = traitlets.Unicode("question", read_only=True).tag(sync=True)
    key = traitlets.Unicode().tag(sync=True)
    question = traitlets.Unicode().tag(sync=True)
    kind = traitlets.Unicode().tag(sync=True)
    offer = traitlets.Dict().tag(sync=True)
    secret = traitlets.Unicode().tag(sync=True)
    given: traitlets.List[Any] = traitlets.List().tag(sync=True)
    filed = traitlets.Bool().tag(sync=True)  # whether a notebook's file keeps what is given
    revealed = traitlets.Bool(False).tag(sync=True)
    scale = traitlets.Float(1.0, min=0.25, max=8).tag(sync=True)

    def __init__(self, question: str, kind: Kind, secret: Mapping[str, Any]):
        self._kind, self._secret = kind, secret
        key = kind.key(question)
        given = kept(key)
        super().__init__(
            key=key,
            question=question,
            kind=kind.name,
            offer=kind.offer,
            secret=b64encode(zlib.compress(json.dumps(secret).encode())).decode(),
            given=given or [],
            filed=given is not None,
            revealed=os.environ.get(REVEAL, "0") not in ("", "0"),
        )

    @property
    def right(self) -> bool | None:
        """Whether the last answer was right; None before there is one."""
        return self._kind.is_right(self.given[-1], self._secret["within"]) if self.given else None

    def still(self) -> str:
        """The question as HTML, for pages where no script runs; with the answer if revealed."""
        said = f"<p><i>{escape(self._told())}</i></p>" if self.revealed else ""
        return f"<p>{escape(self.question)}</p>{self._kind.still()}{said}"

    def to_html(self, path: str | Path) -> Path:
        """Write a page that asks this question with no kernel and no network. Returns its path."""
        return write_page(path, page(self.get_state(), self.still(), "A question"))

    def _told(self) -> str:
        because = self._secret["because"]
        return f"Answer: {self._kind.said()}" + (f" ({because})" if because else "")

    def __repr__(self) -> str:
        found = {None: "not answered yet", True: "answered right", False: "answered wrong"}
        now = self._told() if self.revealed else found[self.right]
        return f"<Prediction {self.question!r}: {now}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict, dict]:
        data, metadata = mime_bundle(super()._repr_mimebundle_(**kwargs))
        return {**data, "text/html": self.still(), "text/plain": repr(self)}, metadata
