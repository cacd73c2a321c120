"""Players that need no kernel and no network, and a page with one of them."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from futoshiki_lab.support.writing import write_file
from futoshiki_lab.widgets import bundle
from futoshiki_lab.widgets.answers import carried
from futoshiki_lab.widgets.exchange import received
from futoshiki_lab.widgets.pack import compressed
from futoshiki_lab.widgets.reasons import carried_failures
from futoshiki_lab.widgets.remote import POLICY

STYLES = f"<style>\n{bundle.styles(*bundle.PLAYERS)}</style>"  # of all players of a page
SCRIPT = f'<script type="module">\n{bundle.script("alone")}</script>'  # brings them to life
SENT = {  # the part of a widget's state that a player's page holds, by its role
    "stepper": ("role", "runs", "step", "steps", "by", "scale", "hide_ahead", "predict", "notice"),
    "play": ("role", "board", "game", "scale", "notice", "shelf"),  # a site may give a shelf
    "question": (
        "role",
        "key",
        "question",
        "kind",
        "offer",
        "secret",
        "given",
        "revealed",
        "scale",
    ),
}


def page(state: Mapping[str, Any], still: str, title: str) -> str:
    """A whole HTML page with one player."""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
{POLICY}
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
{STYLES}
</head>
<body>
<main>
<h1 class="fsl-hidden">{escape(title)}</h1>
{player(state, still)}
</main>
{SCRIPT}
</body>
</html>
"""


def player(state: Mapping[str, Any], still: str) -> str:
    """The HTML of one player: its data, and the still picture to show without scripts."""
    own = {name: state[name] for name in SENT[state["role"]] if name in state}
    if state["role"] == "play":
        own["carried"] = compressed(carried(received(state["board"])))
    if state["role"] == "stepper":
        failures = [carried_failures(run) for run in state["runs"]]
        own["carried"] = compressed(json.dumps(failures).encode())
    data = json.dumps(own, default=as_text).replace("<", "\\u003c")
    return (
        f'<div class="fsl-player"><script type="application/json">{data}</script>'
        f'<div class="fsl-still">{still}</div></div>'
    )


def written(html: str) -> str:
    """A page that can be written as UTF-8: half a character in a name becomes \ufffd."""
    return html.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def write_page(path: str | Path, html: str) -> Path:
    """Write a page as a whole, or leave the file that is there as it is. Returns its path.

    Raises
    ------
    PuzzleError : the file cannot be written.
    """
    write_file(path, written(html))
    return Path(path)


def mime_bundle(bundle: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Data and metadata of what a widget's `_repr_mimebundle_` returns."""
    if isinstance(bundle, tuple):
        return bundle
    return bundle or {}, {}


def as_text(data: bytes) -> str:
    """Bytes for a page: in base64."""
    return b64encode(data).decode("ascii")
