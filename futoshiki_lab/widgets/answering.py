"""What a widget's page sends: state that fits is taken, and questions are answered in a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import traitlets

from futoshiki_lab.widgets.background import in_background
from futoshiki_lab.widgets.script import Scripted


class Answering(Scripted):
    """A widget whose page may send anything.

    State that does not fit is not taken: the page gets the widget's own again. The message
    `{"id": ..., "ask": what, ...}` gets an answer; see `Questions` in outside.js.
    """

    def __init__(self, **state: Any):
        self._tasks: set[asyncio.Task[None]] = set()
        super().__init__(**state)
        self.on_msg(self._hear)

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
        task = in_background(
            lambda: self._answered(question), lambda answered: self._reply(question, *answered)
        )
        if task:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _answered(self, question: Mapping[str, Any]) -> tuple[Any, str]:
        """An answer, or in words why there is none."""
        try:
            return self._answer(question), ""
        except Exception as error:  # any error: the board says it
            return None, str(error) or type(error).__name__

    def _reply(self, question: Mapping[str, Any], answer: Any, error: str) -> bool:
        self.send({"id": question.get("id"), "answer": answer, "error": error})
        return False  # it is done
