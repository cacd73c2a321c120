"""Answers that a notebook keeps: they are in its file, with the states of its widgets.

Where the kernel cannot read that file, the browser keeps them: see `place` in question.js.
"""

from __future__ import annotations

import json
import os
from functools import lru_cache
from pathlib import Path
from typing import Any

STATES = "application/vnd.jupyter.widget-state+json"
NOTEBOOK = "JPY_SESSION_NAME"  # Jupyter's server tells a kernel which file it serves


def kept(key: str) -> list[Any] | None:
    """The answers that the notebook was saved with to a question; None without a readable file."""
    path = Path(os.environ.get(NOTEBOOK, ""))
    try:
        given = _answers(path, path.stat().st_mtime_ns).get(key, [])
    except (OSError, ValueError, LookupError, AttributeError, TypeError):  # no notebook's file
        return None
    return given if isinstance(given, list) else []


@lru_cache(maxsize=1)
def _answers(path: Path, saved: int) -> dict[str, Any]:
    """By the question's key, the answers in a notebook; `saved` is when it was written."""
    widgets = json.loads(path.read_text(encoding="utf-8"))["metadata"].get("widgets", {})
    states = [model["state"] for model in widgets.get(STATES, {}).get("state", {}).values()]
    return {
        state["key"]: state.get("given", []) for state in states if state.get("role") == "question"
    }
