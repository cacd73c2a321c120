"""The pages of the reference: one for each room, with all its public names."""

from __future__ import annotations

import inspect
from pathlib import Path

import futoshiki_lab


def write(to: Path) -> None:
    """Write a page for each room, and one that lists them."""
    to.mkdir()
    for room, paths in futoshiki_lab.ROOMS.items():
        _write_room(to, room, sorted(path.rpartition(".")[2] for path in paths.split()))
    listed = "\n".join(futoshiki_lab.ROOMS)
    start = "# Reference\n\nEvery public name, under the room of the package where it lives.\n"
    page = f"{start}\n```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n"
    (to / "index.md").write_text(page, encoding="utf-8")


def _write_room(to: Path, room: str, names: list[str]) -> None:
    lines = [f"# {room}", "```{eval-rst}", f".. automodule:: futoshiki_lab.{room}", "   :no-index:"]
    lines += ["", ".. currentmodule:: futoshiki_lab", ""]
    for name in names:
        lines += [f".. auto{_kind(getattr(futoshiki_lab, name))}:: {name}", ""]
    (to / f"{room}.md").write_text("\n".join([*lines, "```", ""]), encoding="utf-8")


def _kind(thing: object) -> str:
    if inspect.isclass(thing):
        return "exception" if issubclass(thing, BaseException) else "class"
    return "function" if callable(thing) else "data"
