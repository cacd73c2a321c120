"""Players that need no kernel, and a page of one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from html import escape
from itertools import chain
from string import Template
from typing import Any

from futoshiki_lab.stepper.export import ADDS, ALONE, NOTE, SCRIPTS, read, script, styles
from futoshiki_lab.stepper.packing import compress, encode

STYLES = f"<style>\n{styles()}</style>"  # of all players of a page


@cache
def script_of(report: bool = True) -> str:
    """What brings the players of a page to life; `report`: it tells the page that frames it."""
    joined = NOTE.sub("", script("alone", SCRIPTS + ALONE * report))
    return f'<script type="module">\n{joined}</script>'


# The parts of a widget's state that a player's page holds, by its role.
SENT = {
    role: [name for adds in ADDS for name in adds["sent"].get(role, "").split()]
    for role in chain(*(adds["sent"] for adds in ADDS))
}

# The browser asks for nothing, whatever scripts and styles of a notebook's outputs try. These may
# run, and compile what they draw with, as charts of Vega do.
POLICY = (
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
    "img-src data:; media-src data:; font-src data:; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline' 'unsafe-eval'; base-uri 'none'; form-action 'none'\">"
)


def page_of(title: str, body: str, styles: str = STYLES, script: str = "") -> str:
    """A whole HTML page with players in it."""
    parts = {
        "title": escape(title),
        "styles": styles,
        "body": body,
        "script": script or script_of(),
    }
    return Template(read("page.html")).substitute(parts, policy=POLICY)


def player(state: Mapping[str, Any], still: str, carried: bytes = b"") -> str:
    """The HTML of one player.

    Parameters
    ----------
    state : of the widget.
    still : the picture to show without scripts.
    carried : the answers to what a kernel would be asked, as JSON.
    """
    own = {name: state[name] for name in SENT[state["role"]] if name in state}
    if carried:
        own["carried"] = compress(carried)
    data = json.dumps(own, default=encode).replace("<", "\\u003c")
    return (
        f'<div class="fsl-player"><script type="application/json">{data}</script>'
        f'<div class="fsl-still">{still}</div></div>'
    )


def replace_half_characters(html: str) -> str:
    """A page that can be written as UTF-8: half a character in a name becomes \ufffd."""
    return html.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
