"""What all players have: they show themselves, write pages, answer what their page asks."""

from __future__ import annotations

import asyncio
import threading
import zlib
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets
import traitlets

from futoshiki_lab.stepper.export import read, widgets_script
from futoshiki_lab.stepper.packing import encode


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

    def to_html(self, path: str | Path, report: bool = True) -> Path:
        """Write a page that plays this with no kernel and no network. Returns its path.

        A game has hints up to 10x10 and reasons up to 7x7. For a 7x7 these take some ten seconds,
        and a bar shows how far it is; if you stop it, the file stays as it was.

        Parameters
        ----------
        report : whether it tells a page that frames it, a course's, what was answered and how well
            (the iframe protocol of cssplice.org), and goes on from there another day.

        Raises
        ------
        PuzzleError : the file cannot be written.
        """
        from futoshiki_lab.stepper.pages import page_of, replace_half_characters, script_of
        from futoshiki_lab.support.writing import write_file  # only who writes needs these

        title = f'<h1 class="fsl-hidden">{escape(self._title)}</h1>'
        html = page_of(self._title, f"{title}\n{self.as_html()}", script=script_of(report))
        write_file(path, replace_half_characters(html))
        return Path(path)

    def as_html(self) -> str:
        """What plays this on a page with the script and the styles of `pages`."""
        from futoshiki_lab.stepper.pages import player

        return player(self.get_state(), self.still(), self._carry())

    def _carry(self) -> bytes:
        """What a page without a kernel carries to answer questions."""
        return b""

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
        from futoshiki_lab.support.background import attempt, do_in_background  # for who asks

        task = do_in_background(
            lambda: attempt(lambda: self._answer(question)),
            lambda found: self._reply(question, *found),
        )
        if task:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _reply(self, question: Mapping[str, Any], answer: Any, error: str) -> bool:
        self.send({"id": question.get("id"), "answer": answer, "error": error})
        return False  # it is done
