"""What a question shows in the end, as plain data that the browser can show without a kernel."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from futoshiki_lab.widgets.export import SENT, packed
from futoshiki_lab.widgets.widget import Stepper

Part = dict[str, Any]  # one of "text", "html" and "stepper"


def parts(reveal: object) -> list[Part]:
    """The parts of what is revealed, one after another."""
    if reveal is None:
        return []
    if isinstance(reveal, list | tuple):
        return [part for one in reveal for part in parts(one)]
    if isinstance(reveal, str):
        return [{"text": reveal}]
    if isinstance(reveal, Stepper):
        state = reveal.get_state()
        runs = [
            {name: one if name == "header" else packed(one) for name, one in run.items()}
            for run in state["runs"]
        ]
        return [{"stepper": {name: state[name] for name in SENT["stepper"]} | {"runs": runs}}]
    return [_shown(reveal)]


def has_stepper(reveal: Sequence[Part]) -> bool:
    """Whether a board to step through is among the parts."""
    return any("stepper" in part for part in reveal)


def _shown(thing: object) -> Part:
    """What a notebook would show of a thing."""
    data, _ = _formatter().format(thing)
    if "text/html" in data:
        return {"html": data["text/html"]}
    if "image/svg+xml" in data:
        return {"html": data["image/svg+xml"]}
    if "image/png" in data:
        png = data["image/png"]
        source = b64encode(png).decode() if isinstance(png, bytes) else png
        return {"html": f'<img alt="" src="data:image/png;base64,{source}">'}
    return {"text": data["text/plain"]}


def _formatter() -> Any:
    from IPython import get_ipython
    from IPython.core.formatters import DisplayFormatter

    shell = get_ipython()
    return shell.display_formatter if shell else DisplayFormatter()
