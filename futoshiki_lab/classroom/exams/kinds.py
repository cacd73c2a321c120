"""Kinds of questions, and how a search works, in words.

A question says how its search works: nothing has to be looked up elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from configparser import ConfigParser
from contextlib import suppress
from dataclasses import dataclass
from inspect import getsource, unwrap
from itertools import product
from pathlib import Path
from textwrap import dedent
from typing import Any

from futoshiki_lab.core import Constraint, NamedLook, Problem, Puzzle, Settings
from futoshiki_lab.core.errors import listed
from futoshiki_lab.core.problem import SIGNS
from futoshiki_lab.core.search import VIOLATION, WIPE_OUT

# -- kinds -----------------------------------------------------------------------------------------


@dataclass
class Kind:
    """A kind of question; as a decorator it adds itself, with the function that makes questions.

    Attributes
    ----------
    name, title : its name in `KINDS`, and what it is about.
    needs : the definitions that it needs: terms, and parts of a search as `define` takes them.
    look, select, order : the names of those that it is about, if the instructor gives no other.
    jump : whether its searches jump; None if they may.
    only : which of these it needs just so.
    few : whether few cells are left on its boards.
    driven : whether it is a search to drive: no kind for paper.
    spare : how many puzzles are tried for a better question.
    anywhere : whether it can be asked about any problem, not about a Futoshiki only.
    make : makes unfinished questions from a `Source`.
    """

    name: str
    title: str
    needs: str = ""
    look: str = "fc"
    select: str = "reading"
    order: str = "ascending"
    jump: bool | None = None
    only: str = ""
    few: bool = False
    driven: bool = False
    spare: int = 5
    anywhere: bool = False
    make: Any = None

    def __call__(self, make: Any) -> Any:
        self.make, KINDS[self.name] = make, self
        return make


# Each by its name, in the order in which a sheet of all kinds asks them.
KINDS: dict[str, Kind] = {}


# -- how a search works ----------------------------------------------------------------------------


def read_texts(file: str) -> dict[str, dict[str, str]]:
    """The sections of a file, each with texts by their names; each in one line."""
    parser = ConfigParser(delimiters="=", comment_prefixes=";", interpolation=None)
    parser.read(Path(__file__).with_name(file), encoding="utf-8")
    sections = ((section, parser[section].items()) for section in parser.sections())
    return {name: {key: " ".join(text.split()) for key, text in texts} for name, texts in sections}


TEXTS = read_texts("definitions.txt")
TERMS = TEXTS["terms"]
SIGN_DEGREE = "The degree is the number of signs between the cell and unassigned cells."
ALWAYS = ("cells", "reading order", "neighbours")  # what every question needs
FEW_PAIRS = 12  # of values, which tell what an author's own words mean
PARTS = {"select": "Next cell", "order": "Order of the values of a cell", "look": "The look"}


def describe(problem: Problem) -> list[str]:
    """What every question needs to know of a problem: its cells, values and constraints."""
    if isinstance(problem, Puzzle):
        return [TERMS[one] for one in ALWAYS]
    told, pairs = TEXTS["problem"], [*problem.pairs]
    texts, says = [*map(str, pairs)], {one.say("one", "the other") for one in pairs}
    if len(says) == 1 and len(pairs) == len(problem.cells) * (len(problem.cells) - 1) // 2:
        texts = [f"of each two of them, {says.pop()}"]
    means = dict[str, str]()
    for one in pairs:
        for said in one.relation.split(" and "):
            kind = said.partition(" ")[0] if "|" in said else said
            if kind in TEXTS["words"]:
                means[kind] = TEXTS["words"][kind]
            elif kind not in SIGNS and 0 < len(bad := _forbid(problem, one)) <= FEW_PAIRS:
                means[str(one)] = told["forbidden"].format(one, listed(bad, "or"))
    return [
        told["cells"].format(", ".join(map(str, problem.cells))),
        told["reading order"],
        told["values"].format(", ".join(map(str, problem.values))),
        told["neighbours"].format("; ".join(texts)),
        *means.values(),
    ]


def _forbid(problem: Problem, rule: Constraint) -> list[str]:
    """The pairs of values that a constraint forbids."""
    every = product(problem.domains[rule.cell], problem.domains[rule.other])
    return [f"{one} with {two}" for one, two in every if not rule.holds(one, two)]


def define(settings: Settings, needs: Collection[str], problem: Problem) -> list[str]:
    """How a search works, or parts of it: "look", "select", "order"; or "search", all of it."""
    whole, told, look = "search" in needs, list[str](), settings.records[0]
    if whole:
        blames = look.blames if isinstance(look, NamedLook) else None
        whom = blames or f"{VIOLATION} {WIPE_OUT}"
        goes = TERMS["jumps"].format(whom) if settings.jump else TERMS["goes back"]
        told.append(f"{TERMS['depth first']} {goes}")
    for part, begin in PARTS.items():
        at = ("look", "select", "order").index(part)
        name, defined = settings.names[at], TEXTS[part].get(settings.names[at])
        if whole or part in needs:
            own = settings.records[at] is None or defined is None
            text = _quote(settings.functions[at]) if own else str(defined)
            if not isinstance(problem, Puzzle):
                text = text.replace(SIGN_DEGREE, TEXTS["problem"]["degree"])
            told.append(text if part == "look" and not own else f"{begin} (`{name}`): {text}")
            told += [TERMS["ac3"]] * (name == "mac" and not own)
    return told


def source_of(function: Callable[..., object]) -> str:
    """The source of a function; empty if it was typed into a Python that keeps none."""
    with suppress(OSError, TypeError):
        return dedent(getsource(unwrap(function))).strip()
    return ""


def _quote(function: Callable[..., object]) -> str:
    """A function of the instructor's or a student's own: its source says what it does."""
    source = source_of(getattr(function, "written", function))
    source = source or (function.__doc__ or "its source is not known").strip()
    told = getattr(function, "called", "this function")
    return f"{told}.\n```\n{source}\n```"


def name_search(settings: Settings, problem: Problem) -> str:
    """Which search it is."""
    look, select, order = settings.algorithm, settings.select, settings.order
    more = f" {TERMS['root']}" if settings.root == "ac" and look != "mac" else ""
    jumps = " that jumps back" * settings.jump
    called = getattr(settings.functions[0], "called", "").removeprefix("it calls this function")
    own = f"a look that calls `{look}`{called}" if called else f"the look `{look}`"
    name = settings.records[0].said if settings.records[0] else own
    what = "puzzle" if isinstance(problem, Puzzle) else f"problem, {problem.label}"
    return f"A search runs on this {what}: {name}{jumps} (`{look}`, `{select}`, `{order}`).{more}"
