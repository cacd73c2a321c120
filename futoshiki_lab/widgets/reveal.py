"""What a question shows in the end, as plain data that the browser can show without a kernel."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from math import isfinite, isinf
from typing import Any

from futoshiki_lab.widgets.export import SENT, as_text, mime_bundle
from futoshiki_lab.widgets.widget import Stepper

KINDS = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_", "image/png": "_repr_png_"}
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
            {name: one if name == "header" else as_text(one) for name, one in run.items()}
            for run in state["runs"]
        ]
        return [{"stepper": {name: state[name] for name in SENT["stepper"]} | {"runs": runs}}]
    return [_shown(reveal)]


def _shown(thing: object) -> Part:
    """What a notebook would show of a thing, by the methods in which it says so itself."""
    if hasattr(thing, "select_dtypes"):
        return {"html": _table(thing)}
    data = _data_of(thing)
    for kind in ("text/html", "image/svg+xml"):
        if data.get(kind):
            return {"html": data[kind]}
    png = data.get("image/png")
    if png:
        source = b64encode(png).decode() if isinstance(png, bytes) else png
        return {"html": f'<img alt="" src="data:image/png;base64,{source}">'}
    return {"text": repr(thing)}


def _table(frame: Any) -> str:
    """A table of pandas with rounded numbers."""
    if frame.index.name:  # in the head's first line, not in one of its own
        frame = frame.rename_axis(index=None, columns=frame.index.name)
    numbers = frame.select_dtypes("number")
    formats = {name: _format_for(numbers[name]) for name in numbers}
    html: str = frame.to_html(border=0, classes="fsl-numbers", formatters=formats)
    return html


def _format_for(column: Any) -> Callable[[float], str]:
    """How to write the numbers of a column: all with the decimals that the largest one needs."""
    known = [abs(number) for number in column if isfinite(number)]
    whole = all(number == int(number) for number in known)
    decimals = 0 if whole or max(known) >= 100 else 1 if max(known) >= 10 else 2
    return lambda number: f"{number:,.{decimals}f}" if not isinf(number) else "∞"


def _data_of(thing: object) -> dict[str, Any]:
    """By kind, what a thing has for a notebook."""
    bundle = getattr(thing, "_repr_mimebundle_", None)
    found, _ = mime_bundle(bundle()) if bundle else ({}, {})
    for kind, name in KINDS.items():
        method = getattr(thing, name, None)
        if method and kind not in found:
            found[kind] = method()
    return found
