"""Players that need no kernel and no network: one board, or a whole executed notebook."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from futoshiki_lab.widgets import bundle
from futoshiki_lab.widgets.answers import carried
from futoshiki_lab.widgets.exchange import received

VIEW = "application/vnd.jupyter.widget-view+json"
STATES = "application/vnd.jupyter.widget-state+json"
STYLES = f"<style>\n{bundle.styles('stepper', 'play')}</style>"  # of all players of a page
SCRIPT = f'<script type="module">\n{bundle.script("alone")}</script>'  # brings them to life
SENT = {  # the part of a widget's state that a player's page holds, by its role
    "stepper": ("role", "runs", "step", "steps", "by", "scale", "notice"),
    "play": ("role", "board", "game", "scale", "notice"),
}


def page(state: Mapping[str, Any], still: str, title: str) -> str:
    """A whole HTML page with one player."""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
{STYLES}
</head>
<body>
{player(state, still)}
{SCRIPT}
</body>
</html>
"""


def player(state: Mapping[str, Any], still: str) -> str:
    """The HTML of one player: its data, and the still picture to show without scripts."""
    own = {name: state[name] for name in SENT[state["role"]]}
    if state["role"] == "play":
        own["carried"] = carried(received(state["board"]))
    data = json.dumps(own, default=_packed).replace("<", "\\u003c")
    return (
        f'<div class="fsl-player"><script type="application/json">{data}</script>'
        f'<div class="fsl-still">{still}</div></div>'
    )


def notebook_to_html(path: str | Path, out: str | Path, *, timeout: int | None = 600) -> int:
    """Run a notebook from start to end and write it as a page in which its boards play.

    Parameters
    ----------
    path : the notebook; it is read, not changed.
    out : where to write the page.
    timeout : how many seconds a cell may take; None for no limit.

    Returns
    -------
    The number of players in the page.

    Raises
    ------
    nbclient.exceptions.CellExecutionError : a cell ended in an error.
    """
    import nbformat
    from jinja2 import FileSystemLoader
    from nbclient import NotebookClient
    from nbconvert import HTMLExporter

    path = Path(path)
    notebook = nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": str(path.parent)}}
    NotebookClient(notebook, timeout=timeout, resources=resources).execute()
    states = notebook.metadata.pop("widgets", {}).get(STATES, {}).get("state", {})
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    players = sum(_put_players(output.data, states) for output in outputs if "data" in output)
    exporter = HTMLExporter(
        extra_loaders=[FileSystemLoader(bundle.BROWSER)],
        template_file="offline.html.j2",
        embed_images=True,
    )
    title = {"metadata": {"name": path.stem}}
    html, _ = exporter.from_notebook_node(notebook, resources=title)
    if players:
        head, body = html.split("</head>", 1)
        body, end = body.rsplit("</body>", 1)
        html = f"{head}{STYLES}\n</head>{body}{SCRIPT}\n</body>{end}"
    Path(out).write_text(html, encoding="utf-8")
    return players


def _put_players(data: dict[str, Any], states: Mapping[str, Any]) -> int:
    """In one output, replace boards by players, and other widgets by a still picture."""
    if VIEW not in data:
        return 0
    found = list(_found(data[VIEW]["model_id"], states))
    still = data.get("text/html", "")
    if "image/png" in data:
        source = escape(data["image/png"].strip(), quote=True)
        still = f'<img src="data:image/png;base64,{source}" alt="the board">'
    del data[VIEW]
    if found:
        data.clear()
        data["text/html"] = "\n".join(player(state, still) for state in found)
    return len(found)


def _found(model: str, states: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The states of the steppers and games in a widget: itself, or those in a box."""
    held = states.get(model, {})
    state = held.get("state", {})
    if state.get("role") in SENT:
        yield _with_columns(state, held.get("buffers", []))
    for child in state.get("children", []):
        yield from _found(child.removeprefix("IPY_MODEL_"), states)


def _with_columns(state: Mapping[str, Any], buffers: list[dict[str, Any]]) -> dict[str, Any]:
    """A state with its bytes, the columns of runs, which Jupyter stores separately."""
    runs = [dict(run) for run in state.get("runs", [])]
    for buffer in buffers:
        _, index, column = buffer["path"]
        runs[index][column] = b64decode(buffer["data"])
    return {**state, "runs": runs}


def mime_bundle(bundle: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Data and metadata of what a widget's `_repr_mimebundle_` returns."""
    if isinstance(bundle, tuple):
        return bundle
    return bundle or {}, {}


def _packed(column: bytes) -> str:
    return b64encode(zlib.compress(bytes(column), 9)).decode("ascii")
