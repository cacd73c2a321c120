"""Players that need no kernel and no network: one stepper, or a whole executed notebook."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def page(state: Mapping[str, Any], still: str, title: str) -> str:
    """A whole HTML page with one player."""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
{styles()}
</head>
<body>
{player(state, still)}
{script()}
</body>
</html>
"""


def player(state: Mapping[str, Any], still: str) -> str:
    """The place of one player: its data, and the still picture that stands there without script."""
    runs = [
        {name: part if name == "header" else _packed(part) for name, part in run.items()}
        for run in state["runs"]
    ]
    data = json.dumps({**state, "runs": runs}).replace("<", "\\u003c")
    return (
        f'<div class="fsl-player"><script type="application/json">{data}</script>'
        f'<div class="fsl-still">{still}</div></div>'
    )


def styles() -> str:
    """The stylesheet of all players of a page."""
    return f"<style>\n{(HERE / 'stepper.css').read_text(encoding='utf-8')}</style>"


def script() -> str:
    """The one module that brings all players of a page to life."""
    module = (HERE / "stepper.js").read_text(encoding="utf-8")
    return f'<script type="module">\n{module}\nplayAll();\n</script>'


def _packed(column: bytes) -> str:
    return b64encode(zlib.compress(bytes(column), 9)).decode("ascii")
