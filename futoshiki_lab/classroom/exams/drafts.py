"""Drafts of questions, and the texts that questions are made of.

A question says how its search works: nothing has to be looked up elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from configparser import ConfigParser
from dataclasses import dataclass, field
from inspect import getsource, unwrap
from pathlib import Path
from textwrap import dedent
from typing import Any

from futoshiki_lab.classroom.exams.items import Answer, Choice, Difficulty, Question, write_answer
from futoshiki_lab.classroom.exams.moments import OTHER_LOOKS, Shown
from futoshiki_lab.core import LOOKS, ORDERS, SELECTIONS, Cell, Settings
from futoshiki_lab.explorer.generator.portable_random import PortableRandom
from futoshiki_lab.trace import Trace


def _read_texts(*files: str) -> dict[str, dict[str, str]]:
    """The sections of some files, each with texts by their names; a paragraph is one line."""
    parser = ConfigParser(delimiters="=", comment_prefixes=";", interpolation=None)
    parser.read([Path(__file__).with_name(file) for file in files], encoding="utf-8")
    return {
        section: {
            name: "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))
            for name, text in parser[section].items()
        }
        for section in parser.sections()
    }


TEXTS = _read_texts("definitions.txt", "misconceptions.txt")
_KINDS = _read_texts("kinds.txt")
FORMS = {name: _KINDS.get(form.get("like", ""), {}) | form for name, form in _KINDS.items()}
TERMS, MORE = TEXTS["terms"], TEXTS["more misconceptions"]
MISCONCEPTIONS = TEXTS["misconceptions"] | MORE
FEW, CHOICES = 3, 4  # so many wrong ones are enough; and at most


KNOWN = {**LOOKS, **OTHER_LOOKS, **SELECTIONS, **ORDERS}


def define(settings: Settings, needs: Collection[str]) -> list[str]:
    """How a search works, or parts of it: "look", "select", "order"; or "search", all of it."""
    whole, told, look = "search" in needs, list[str](), settings.algorithm
    if whole:
        whom = TEXTS["whom"].get(look, " ".join(TEXTS["whom"].values()))
        goes = TERMS["jumps"].format(whom) if settings.jump else TERMS["goes back"]
        told.append(f"{TERMS['depth first']} {goes}")
    for part, name, function, begin in (
        ("select", settings.select, settings.functions.select, "Next cell"),
        ("order", settings.order, settings.functions.order, "Order of the values of a cell"),
        ("look", look, settings.functions.look, "The look"),
    ):
        if whole or part in needs:
            own = KNOWN.get(name) is not function
            text = _quote(function) if own else TEXTS[part][name]
            told.append(text if part == "look" and not own else f"{begin} (`{name}`): {text}")
            told += [TERMS["ac3"]] * (name == "mac" and not own)
    return told


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
    more = f" {TERMS['root']}" if settings.root == "ac" and look != "mac" else ""
    jumps = " that jumps back" * settings.jump
    name = TEXTS["name"].get(look, "a look of its own")
    return f"A search{jumps} runs on this puzzle: {name} (`{look}`, `{select}`, `{order}`).{more}"


def describe_state(shown: Shown) -> str:
    """Which cells have a value."""
    givens = shown.puzzle.givens
    path = {cell: value for cell, value in shown.values.items() if cell not in givens}
    searched = "The search has assigned no cell yet."
    if path:
        searched = f"Assigned by the search, in this order: {list_pairs(path)}."
    return f"{list_givens(shown)} {searched} The board shows the values left in every other cell."


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


@dataclass
class Draft:
    """A question while it is made: the wrong choices are not yet selected and mixed.

    Attributes
    ----------
    trace : the run that it is about, whose settings the text then names; or None.
    wrong : pairs (misconception, the answer that it leads to); the most telling ones first. Those
        that are right by accident, or that say the same, are left out.
    moves, cells : how much there is to do, as in `Difficulty`: the cells whose values count.
    asked : the cells and values that the text names, for programs.
    words : what else the texts of kinds.txt name, in words.
    parts : drafts of its parts, by their letters.
    """

    trace: Trace | None
    shown: Shown
    answer: Answer
    wrong: Iterable[tuple[str, Answer]]
    solution: Iterable[str]
    moves: int
    cells: Iterable[Cell]
    asked: Mapping[str, Any] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    figure: str = ""
    columns: tuple[str, ...] = ()
    parts: Mapping[str, Draft] = field(default_factory=dict)

    def finish(self, kind: str, random: PortableRandom, part: str = "") -> Question | None:
        """The question, with its choices mixed; None if there are too few wrong ones."""
        form, right, found = FORMS[kind + part], write_answer(self.answer), dict[str, str]()
        for name, answer in self.wrong:
            if name not in MORE or len(found.keys() - {right}) < FEW:
                found.setdefault(write_answer(answer), MISCONCEPTIONS[name])
        found.pop(right, None)
        finished = [one.finish(kind, random, f" {at}") for at, one in self.parts.items()]
        parts = tuple(one for one in finished if one)
        if len(found) < int(form.get("least", 2)) or len(parts) < len(finished):
            return None
        wrong = [Choice(text, misconception) for text, misconception in found.items()][:CHOICES]
        choices = random.shuffled([Choice(right), *wrong]) if wrong else []
        whole = " ".join(f"{at}) {one.asks}" for at, one in zip(self.parts, parts, strict=True))
        words = {"state": describe_state(self.shown), "all": whole, **self.asked, **self.words}
        text, needs = form["text"].format_map(words), form.get("needs", "").split()
        rules = [TERMS[name] for name in [*needs, "cells"] if name in TERMS]
        asked = dict(self.asked)
        if self.trace:
            settings = self.trace.run.settings
            names = ("select", "order", "root", "jump")
            asked = {name: getattr(settings, name) for name in names} | asked
            asked["look"] = settings.algorithm
            text = f"{name_search(settings)}\n\n{text}"
            rules = [*define(settings, needs), *rules]
        return Question(
            kind=kind,
            title=FORMS[kind]["title"],
            text=text,
            rules=tuple(dict.fromkeys(rules)),
            asks=form["asks"].format_map(words),
            answer=self.answer,
            choices=tuple(choices),
            shown=self.shown,
            asked=asked,
            solution=tuple(self.solution),
            difficulty=Difficulty(self.moves, self.shown.count_values(self.cells)),
            figure=self.figure,
            columns=self.columns,
            run=self.trace if "driven" in form else None,
            parts=parts,
        )
