"""The files of `browser/` joined: one ES module and one stylesheet, with no build step.

Each file is written to stand after those before it in one module, so that joining is all there is
to do.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

BROWSER = Path(__file__).parent / "browser"
SHARED = ("puzzle", "page", "board")
STEPPER = (*SHARED, "run", "timeline", "tree", "panel", "stepper")
PLAY = (*SHARED, "game", "hints", "play")
ALL = (*STEPPER, *PLAY[len(SHARED) :])


def script(parts: Sequence[str]) -> str:
    """The named parts as one module."""
    return "\n".join(_read(f"{part}.js") for part in parts)


def widget(parts: Sequence[str], role: str) -> str:
    """A module for anywidget that shows a board in a role, the name of a JavaScript class."""
    render = f"({{ model, el }}) => show({role}, model, el)"
    return f"{script(parts)}\nexport default {{ render: {render} }};\n"


def player() -> str:
    """A module for a plain page, which brings all its players of either role to life."""
    return f"{script(ALL)}\nplayAll({{ stepper: Stepper, play: Play }});\n"


def styles(*sheets: str) -> str:
    """The named stylesheets as one."""
    return "\n".join(_read(f"{sheet}.css") for sheet in ("page", "board", *sheets))


def _read(name: str) -> str:
    return (BROWSER / name).read_text(encoding="utf-8")
