"""The pages of the reference: one for each room, with all its public names."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path
from types import ModuleType

import futoshiki_lab


def write(to: Path) -> None:
    """Write a page for each room, and one that lists them."""
    to.mkdir()
    rooms = {room: names.split() for room, names in futoshiki_lab.ROOMS.items()}
    for room, names in rooms.items():
        _write_room(to, room, import_module(f"futoshiki_lab.{room}"), "futoshiki_lab", names)
    listed = "\n".join(rooms)
    start = "# Reference\n\nEvery public name, under the room of the package where it lives.\n"
    page = f"{start}\n```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n"
    (to / "index.md").write_text(page, encoding="utf-8")


def _write_room(to: Path, room: str, module: ModuleType, home: str, names: list[str]) -> None:
    lines = [f"# {room}", "```{eval-rst}", f".. automodule:: futoshiki_lab.{room}", "   :no-index:"]
    lines += ["", f".. currentmodule:: {home}", ""]
    for name in sorted(names):
        lines += [f".. auto{_kind(getattr(module, name))}:: {name}", ""]
    (to / f"{room}.md").write_text("\n".join([*lines, "```", ""]), encoding="utf-8")


def _kind(thing: object) -> str:
    if inspect.isclass(thing):
        return "exception" if issubclass(thing, BaseException) else "class"
    return "function" if callable(thing) else "data"
