"""What a widget's browser asks, answered in a thread if possible: the notebook stays responsive."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from futoshiki_lab.widgets.background import in_background
from futoshiki_lab.widgets.script import Scripted


class Answering(Scripted):
    """A widget that answers `{"id": ..., "ask": what, ...}`; see `Questions` in outside.js."""

    def __init__(self, **state: Any):
        self._tasks: set[asyncio.Task[None]] = set()
        super().__init__(**state)
        self.on_msg(self._hear)

    def _answer(self, question: Mapping[str, Any]) -> Any:
        """The answer to a question. The browser says what is wrong in words if this raises."""
        raise ValueError(f"nothing is known of {question.get('ask')!r}")

    def _hear(self, _: Any, question: Mapping[str, Any], buffers: Any) -> None:
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
