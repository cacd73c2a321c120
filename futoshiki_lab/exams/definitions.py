"""What a question says about the search: nothing has to be looked up elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from inspect import getsource, unwrap
from pathlib import Path
from textwrap import dedent

from futoshiki_lab.core import LOOKS, ORDERS, SELECTIONS, Board, Cell, Settings, revise
from futoshiki_lab.exams.items import Shown


def _read_definitions() -> dict[str, str]:
    """The texts of definitions.txt by their names: paragraphs, each `name: text` on some lines."""
    text = Path(__file__).with_name("definitions.txt").read_text(encoding="utf-8")
    pairs = (" ".join(part.split()).partition(": ") for part in text.split("\n\n"))
    return {name: told for name, _, told in pairs}


TEXTS = _read_definitions()
CELLS, AC3 = TEXTS["cells"], TEXTS["ac3"]


def propagate_singletons(board: Board, cell: Cell) -> bool:
    """A look: forward checking, and again from each cell that it leaves one value."""
    queue = [cell]
    for x in queue:
        for y in board.unassigned_neighbours(x):
            if revise(board, y, x):
                if not board.domains[y]:
                    return False
                if len(board.domains[y]) == 1 and y not in queue:
                    queue.append(y)
    return True


KNOWN = {**LOOKS, **SELECTIONS, **ORDERS, "propagate_singletons": propagate_singletons}


def define(settings: Settings, *what: str) -> tuple[str, ...]:
    """How a search works, or parts of it: "look", "select", "order"; or "search", all of it."""
    whole, told = "search" in what, list[str]()
    if whole:
        both = f"{TEXTS['whom bt']} {TEXTS['whom fc']}"
        jumps = TEXTS["jumps"].format(TEXTS.get(f"whom {settings.algorithm}", both))
        told.append(f"{TEXTS['depth first']} {jumps if settings.jump else TEXTS['goes back']}")
    for part, name, function, begin in (
        ("select", settings.select, settings.functions.select, "Next cell"),
        ("order", settings.order, settings.functions.order, "Order of the values of a cell"),
        ("look", settings.algorithm, settings.functions.look, "The look"),
    ):
        if whole or part in what:
            own = KNOWN.get(name) is not function
            text = _quote(function) if own else TEXTS[f"{part} {name}"]
            told.append(text if part == "look" and not own else f"{begin} (`{name}`): {text}")
            told += [AC3] * (name == "mac" and not own)
    return tuple(told)


def _quote(function: Callable[..., object]) -> str:
    """A function of the instructor's or a student's own: its source says what it does."""
    try:
        source = dedent(getsource(unwrap(function))).strip()
    except (OSError, TypeError):  # typed into a Python that keeps no source
        source = (function.__doc__ or "its source is not known").strip()
    return f"this function.\n```\n{source}\n```"


def name_search(settings: Settings) -> str:
    """Which search it is."""
    look, select, order = settings.algorithm, settings.select, settings.order
    more = f" {TEXTS['root']}" if settings.root == "ac" and look != "mac" else ""
    jumps = " that jumps back" * settings.jump
    name = TEXTS.get(f"name {look}", "a look of its own")
    return f"A search{jumps} runs on this puzzle: {name} (`{look}`, `{select}`, `{order}`).{more}"


def describe_state(shown: Shown) -> str:
    """Which cells have a value."""
    givens = shown.puzzle.givens
    path = {cell: value for cell, value in shown.values.items() if cell not in givens}
    searched = "The search has assigned no cell yet."
    if path:
        searched = f"Assigned by the search, in this order: {list_pairs(path)}."
    left = "The board shows the values left in every other cell."
    return f"{list_givens(shown)} {searched} {left}"


def list_givens(shown: Shown) -> str:
    """Which cells are given."""
    givens = shown.puzzle.givens
    return f"Given: {list_pairs(givens)}." if givens else "Nothing is given."


def list_pairs(values: Mapping[Cell, int]) -> str:
    """Cells and their values: "r1c1 = 2, r1c2 = 3"."""
    return ", ".join(f"{cell} = {value}" for cell, value in values.items())


def write_domain(values: Iterable[int]) -> str:
    """A set of values: "{1, 3}", or "∅"."""
    told = ", ".join(map(str, sorted(values)))
    return f"{{{told}}}" if told else "∅ (no value is left)"
