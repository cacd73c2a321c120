"""Kinds of questions, and drafts of them.

A question says how its search works: nothing has to be looked up elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from configparser import ConfigParser
from dataclasses import dataclass, field
from inspect import getsource, unwrap
from itertools import combinations
from pathlib import Path
from re import compile, findall
from textwrap import dedent
from typing import Any

from futoshiki_lab.classroom.exams.boards import ShownBoard
from futoshiki_lab.classroom.exams.question import (
    Answer,
    Choice,
    Difficulty,
    Question,
    write_answer,
)
from futoshiki_lab.classroom.ideas import IDEAS
from futoshiki_lab.core import (
    LOOKS,
    ORDERS,
    SELECTIONS,
    Board,
    Cell,
    Problem,
    Puzzle,
    Settings,
    revise,
)
from futoshiki_lab.explorer.generator.portable_random import PortableRandom
from futoshiki_lab.trace import Trace


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


EXAM_LOOKS = {"propagate_singletons": propagate_singletons}
CHOICES, MOST = 3, 10  # wrong ones, and those that they are taken from, at most
ORDERED = compile("[-(), =0-9rc]+")  # texts that have an order: numbers, cells, values


# -- kinds -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """A kind of question.

    Attributes
    ----------
    title : what it is about.
    make : makes drafts of it from a source.
    needs : the definitions that it needs: terms, and parts of a search as `define` takes them.
    look, select, order : the names of those that it is about, if the instructor gives no other.
    jump : whether its searches jump; None if they may.
    only : which of these it needs just so.
    few : whether few cells are left on its boards.
    driven : whether it is a search to drive: no kind for paper.
    spare : how many puzzles are tried for a better question.
    anywhere : whether it can be asked about any problem, not about a Futoshiki only.
    """

    title: str
    make: Callable[[Any], Iterator[Draft]]
    needs: tuple[str, ...] = ()
    look: tuple[str, ...] = ("fc",)
    select: tuple[str, ...] = ("reading",)
    order: tuple[str, ...] = ("ascending",)
    jump: bool | None = None
    only: tuple[str, ...] = ()
    few: bool = False
    driven: bool = False
    spare: int = 5
    anywhere: bool = False


# Each by its name, in the order in which a sheet of all kinds asks them.
KINDS: dict[str, Kind] = {}


def kind(name: str, title: str, needs: str = "", **how: Any) -> Callable[[Any], Any]:
    """A decorator: the function makes drafts of questions of this kind. The names that a `Kind` has
    may stand in one text: `look="fc mac"`."""
    told: dict[str, Any] = {
        key: tuple(one.split()) if isinstance(one, str) else one for key, one in how.items()
    }

    def add(make: Any) -> Any:
        KINDS[name] = Kind(title, make, tuple(needs.split()), **told)
        return make

    return add


# -- how a search works ----------------------------------------------------------------------------


def _read_texts() -> dict[str, dict[str, str]]:
    """The sections of definitions.txt, each with texts by their names; each in one line."""
    parser = ConfigParser(delimiters="=", comment_prefixes=";", interpolation=None)
    parser.read(Path(__file__).with_name("definitions.txt"), encoding="utf-8")
    sections = ((section, parser[section].items()) for section in parser.sections())
    return {name: {key: " ".join(text.split()) for key, text in texts} for name, texts in sections}


TEXTS = _read_texts()
TERMS = TEXTS["terms"]
SIGN_DEGREE = "The degree is the number of signs between the cell and unassigned cells."
ALWAYS = ("cells", "reading order", "neighbours")  # what every question needs
KNOWN = {**LOOKS, **EXAM_LOOKS, **SELECTIONS, **ORDERS}


def describe(problem: Problem) -> list[str]:
    """What every question needs to know of a problem: its cells, values and constraints."""
    if isinstance(problem, Puzzle):
        return [TERMS[one] for one in ALWAYS]
    told, pairs = TEXTS["problem"], [*problem.pairs]
    texts, says = [*map(str, pairs)], {one.say("one", "the other") for one in pairs}
    if len(says) == 1 and len(pairs) == len(problem.cells) * (len(problem.cells) - 1) // 2:
        texts = [f"of each two of them, {says.pop()}"]
    listed = (
        "; ".join(texts),
        ", ".join(map(str, problem.cells)),
        ", ".join(map(str, problem.values)),
    )
    constraints, cells, values = listed
    return [
        told["cells"].format(cells),
        told["reading order"],
        told["values"].format(values),
        told["neighbours"].format(constraints),
    ]


def define(settings: Settings, needs: Collection[str], problem: Problem) -> list[str]:
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
            if not isinstance(problem, Puzzle):
                text = text.replace(SIGN_DEGREE, TEXTS["problem"]["degree"])
            told.append(text if part == "look" and not own else f"{begin} (`{name}`): {text}")
            told += [TERMS["ac3"]] * (name == "mac" and not own)
    return told


def _quote(function: Callable[..., object]) -> str:
    """A function of the instructor's or a student's own: its source says what it does."""
    try:
        written = getattr(function, "written", function)
        source = dedent(getsource(unwrap(written))).strip()
    except (OSError, TypeError):  # typed into a Python that keeps no source
        source = (function.__doc__ or "its source is not known").strip()
    told = getattr(function, "called", "this function")
    return f"{told}.\n```\n{source}\n```"


def name_search(settings: Settings, problem: Problem) -> str:
    """Which search it is."""
    look, select, order = settings.algorithm, settings.select, settings.order
    more = f" {TERMS['root']}" if settings.root == "ac" and look != "mac" else ""
    jumps = " that jumps back" * settings.jump
    name = TEXTS["name"].get(look, "a look of its own")
    what = "puzzle" if isinstance(problem, Puzzle) else f"problem, {problem.label}"
    return f"A search runs on this {what}: {name}{jumps} (`{look}`, `{select}`, `{order}`).{more}"


# -- choices that give nothing away ----------------------------------------------------------------


def choose(
    right: str, wrong: Mapping[str, str], aims: Sequence[float], same: bool
) -> tuple[int, tuple[str, ...]]:
    """The wrong texts among which the right one stands where it is aimed at, and how far it is off.

    The aims say how many of them come later in order, are longer, and have more in common with all
    others. Each place is as likely as another, so a guess by one of these gains nothing. Of several
    equal selections the one with the most telling ideas is taken, each once unless they may be the
    `same`.
    """
    every, ideas = (right, *wrong), ("", *wrong.values())
    many = min(CHOICES, len(wrong) if same else len({*wrong.values()}))
    words = [Counter(findall(r"\w+", text)) for text in every]
    alike = [[(one & two).total() for two in words] for one in words]
    number, ordered = all(map(str.isdecimal, every)), all(ORDERED.fullmatch(one) for one in every)
    sorted_texts = sorted(every if ordered else (), key=int if number else str)
    rank = {text: at for at, text in enumerate(sorted_texts)}

    def misfit(some: tuple[int, ...]) -> int:
        offered, off = (0, *some), 0 if same else 100 * (many - len({ideas[one] for one in some}))
        likeness = [sum(alike[one][two] for two in offered) for one in offered]
        order = [rank.get(every[one], 0) for one in offered]
        length = [len(every[one]) for one in offered]
        for aim, (mine, *others) in zip(aims, (order, length, likeness), strict=False):
            above, place = sum(one > mine for one in others), int(aim * len(offered))
            off += max(above - place, place - above - others.count(mine), 0)
        return off

    best = min(combinations(range(1, min(len(every), MOST)), many), key=misfit)
    return misfit(best), tuple(every[one] for one in best)


# -- drafts ----------------------------------------------------------------------------------------


@dataclass
class Draft:
    """A question while it is made: the wrong choices are not yet selected and mixed.

    Attributes
    ----------
    trace : the run that it is about, whose settings the text then names; or None.
    now, asks : what has just happened, and the question itself.
    wrong : pairs (name of an idea, the answer that it leads to); the most telling ones first. Those
        that are right by accident, or that say the same, are left out.
    moves, cells : how much there is to do, as in `Difficulty`: the cells whose values count.
    asked : the cells and values that the text names, for programs.
    parts : drafts of its parts, by their letters.
    off : how far it is from what was aimed at (`Source.aims`): 0 is best.
    same : whether several choices may come of the same idea.
    tells : what the worked solution says of wrong choices, by their texts.
    more : what else is given.
    state : the board in words; its own, if this is empty.
    rules : definitions of its own.
    step : of the trace, where what is asked is what the run does next; or 0.
    """

    trace: Trace | None
    shown: ShownBoard
    now: str
    asks: str
    answer: Answer
    wrong: Iterable[tuple[str, Answer]]
    solution: Iterable[str]
    moves: int
    cells: Iterable[Cell]
    asked: Mapping[str, Any] = field(default_factory=dict)
    figure: str = ""
    columns: tuple[str, ...] = ()
    parts: Mapping[str, Draft] = field(default_factory=dict)
    off: int = 0
    same: bool = False
    tells: Mapping[str, str] = field(default_factory=dict)
    more: str = ""
    state: str = ""
    rules: tuple[str, ...] = ()
    step: int = 0

    def finish(
        self, name: str, random: PortableRandom, aims: Sequence[float], least: int = 2
    ) -> Question | None:
        """The question, with its choices mixed.

        None if there are fewer wrong ones than `least`; where none at all is given, none is needed.
        """
        right, found, given = write_answer(self.answer), dict[str, str](), [*self.wrong]
        for idea, answer in given:
            found.setdefault(write_answer(answer), IDEAS[idea].name)
        found.pop(right, None)
        finished = [
            one.finish(name, random, aims[at:], 1) for at, one in enumerate(self.parts.values())
        ]
        parts = tuple(one for one in finished if one)
        if (given and len(found) < least) or len(parts) < len(finished):
            return None
        self.off += sum(one.off for one in self.parts.values())
        off, texts = choose(right, found, aims, self.same)
        self.off += off + (CHOICES - len(texts)) * bool(given)
        wrong = [Choice(text, found[text]) for text in texts]
        choices = random.shuffled([Choice(right), *wrong]) if wrong else []
        kind, asked, search = KINDS[name], dict(self.asked), ""
        needs = [TERMS[need] for need in kind.needs if need in TERMS]
        rules = [*needs, *self.rules, *describe(self.shown.puzzle)]
        if self.trace:
            settings = self.trace.run.settings
            names = ("select", "order", "root", "jump")
            asked = {name: getattr(settings, name) for name in names} | asked
            asked["look"] = settings.algorithm
            search = name_search(settings, self.trace.puzzle)
            rules = [*define(settings, kind.needs, self.trace.puzzle), *rules]
        return Question(
            kind=name,
            title=kind.title,
            search=search,
            state=self.state or self.shown.situation,
            now=self.now,
            more=self.more,
            rules=tuple(dict.fromkeys(rules)),
            asks=self.asks,
            answer=self.answer,
            choices=tuple(choices),
            shown=self.shown,
            asked=asked,
            solution=(*self.solution, *filter(None, map(self.tells.get, texts))),
            difficulty=Difficulty(self.moves, self.shown.count_values(self.cells)),
            figure=self.figure,
            columns=self.columns,
            run=self.trace if kind.driven else None,
            at=(self.trace, self.step) if self.trace and self.step else None,
            parts=parts,
        )
