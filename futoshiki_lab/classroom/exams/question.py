"""A question with its key, as data; and the choices that it offers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from itertools import combinations
from re import compile, findall, search, sub
from typing import TYPE_CHECKING, Any

from futoshiki_lab.classroom.exams.boards import ShownBoard
from futoshiki_lab.classroom.exams.kinds import KINDS, TERMS, define, describe, name_search
from futoshiki_lab.classroom.ideas import IDEAS
from futoshiki_lab.classroom.ways_on import STUCK, WAYS_ON
from futoshiki_lab.core import Cell
from futoshiki_lab.problems.portable_random import PortableRandom
from futoshiki_lab.trace import Trace

if TYPE_CHECKING:
    from futoshiki_lab.classroom.ask import Prediction
    from futoshiki_lab.classroom.drive import Drive

Answer = int | str | Cell | list[str] | dict[str, str] | dict[Cell, tuple[int, ...]]
CHOICES, MOST = 3, 15  # wrong ones, and those that they are taken from, at most
WEIGHTS = (2, 2, 1)  # of order, length and likeness, where not all can be as aimed at
ORDERED = compile("[-(), =0-9rc]+")  # texts that have an order: numbers, cells, values
LETTERS = "ABCDEFGHJK"  # of choices; parts have numbers
LENGTHS = ((10, "short"), (25, "medium"), (60, "long"))
MEANING = (
    "What (medium: 24 moves, 4 values) means: 24 moves of the recorded search decide the answer, "
    "and 4 values of domains have to be looked at. Up to "
    + ", ".join(f"{most} moves are {name}" for most, name in LENGTHS)
    + ". Minutes: one to read, five seconds a move, two a value."
)


@dataclass(frozen=True)
class Choice:
    """One of the answers to choose from.

    Attributes
    ----------
    misconception : the name of the idea that leads to it; empty for the right answer.
    """

    text: str
    misconception: str = ""

    @property
    def explained(self) -> str:
        """The idea with its sentence, for the learner; empty for the right answer."""
        idea = IDEAS.get(self.misconception)
        return f"{idea.name}: {idea.sentence}" if idea else ""


@dataclass(frozen=True)
class Difficulty:
    """How much there is to do, measured on the recorded run.

    Attributes
    ----------
    moves : the verbs of the run, or the comparisons of a selection, that the answer rests on.
    values : the values in the domains that have to be looked at.
    """

    moves: int
    values: int

    @property
    def minutes(self) -> int:
        """How long it takes by hand: one to read, five seconds a move, two a value."""
        return 1 + round((5 * self.moves + 2 * self.values) / 60)

    def __str__(self) -> str:
        moves, values = self.moves, self.values
        length = next((name for most, name in LENGTHS if moves <= most), "very long")
        return f"{length}: {moves} move{'s' * (moves != 1)}, {values} value{'s' * (values != 1)}"


@dataclass(frozen=True)
class Drawing:
    """A drawing with characters that keeps its lines in a notebook."""

    text: str

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.text)}</pre>"


@dataclass(frozen=True, repr=False)
class Question:
    """One question with its key.

    A kind makes it without choices; `finish` chooses among its mistakes.

    Attributes
    ----------
    trace : the recorded run that it is about, whose settings the text names; or None.
    shown : the board that is shown.
    now, asks : what has just happened, and the question itself; words in `backticks` are code.
    answer : the right answer, as `predict` takes it: a number, one of the choices, a cell, cells
        with the values that are removed, texts in order, or rows with what belongs to each.
    mistakes : pairs (name of an idea, the answer that it leads to), the most telling ones first.
        Those that are right by accident, or that say the same, are left out.
    solution : the worked solution, in the words of the trace.
    moves, cells : how much there is to do, as in `Difficulty`: the cells whose values count.
    asked : the settings, cells and values that the text names, for programs.
    figure : for the key, a drawing with characters; empty if there is none.
    columns : of a table to fill in, whose rows are the answer.
    parts : questions a, b, ... on the same state; then it has no answer of its own.
    more : what else is given.
    state : the board in words; its own, if this is empty.
    rules : the definitions that are needed to answer; each begins with its word: "AC-3: ...".
    step : of the run, where what is asked is what it does next; or 0.
    off : how far it is from what was aimed at (`Source.aims`): 0 is best.
    same : whether several choices may come of the same idea.
    tells : what the worked solution says of wrong choices, by their texts.
    kind : its name in `KINDS`.
    choices : the right answer among wrong ones, each with the misconception that leads to it;
        empty where a table is filled in.
    """

    trace: Trace | None = field(compare=False)
    shown: ShownBoard
    now: str
    asks: str
    answer: Answer
    mistakes: Iterable[tuple[str, Answer]]
    solution: Sequence[str]
    moves: int
    cells: Iterable[Cell]
    asked: Mapping[str, Any] = field(default_factory=dict)
    figure: str = ""
    columns: tuple[str, ...] = ()
    parts: tuple[Question, ...] = ()
    more: str = ""
    state: str = ""
    rules: tuple[str, ...] = ()
    step: int = 0
    off: int = 0
    same: bool = False
    tells: Mapping[str, str] = field(default_factory=dict)
    kind: str = ""
    choices: tuple[Choice, ...] = ()

    def finish(
        self, name: str, random: PortableRandom, aims: Sequence[float], least: int = 2
    ) -> Question | None:
        """The question of a kind, with its choices mixed.

        None if there are fewer wrong ones than `least`; where none at all is given, none is needed.
        """
        found, given, problem = dict[str, str](), [*self.mistakes], self.shown.puzzle
        signs = getattr(problem, "signs", ())
        for idea, answer in given:
            if not signs and search(r"\bsigns?\b", idea):
                continue  # there is none to misread
            found.setdefault(write_answer(answer), IDEAS[idea].name)
        found.pop(self.right, None)
        tried = [one.finish(name, random, aims[at:], 1) for at, one in enumerate(self.parts)]
        parts = tuple(one for one in tried if one)
        if (given and len(found) < least) or len(parts) < len(tried):
            return None
        off, texts = choose(self.right, found, aims, self.same)
        off += sum(one.off for one in parts) + (CHOICES - len(texts)) * bool(given)
        wrong = [Choice(text, found[text]) for text in texts]
        choices = random.shuffled([Choice(self.right), *wrong]) if wrong else []
        needs, asked = KINDS[name].needs.split(), dict(self.asked)
        rules = [TERMS[need] for need in needs if need in TERMS]
        rules += [*self.rules, *describe(problem)]
        if self.trace:
            settings = self.trace.run.settings
            names = ("select", "order", "root", "jump")
            asked = {name: getattr(settings, name) for name in names} | asked
            asked["look"] = settings.algorithm
            rules = [*define(settings, needs, problem), *rules]

        def own(text: str) -> str:  # the cells of another problem are its variables
            named = any("cell" in str(name) for name in problem.cells)
            return text if named else sub(r"\bcell(?=s?\b)", problem.unit, text)

        return replace(
            self,
            now=own(self.now),
            asks=own(self.asks),
            more=own(self.more),
            mistakes=(),
            solution=(*map(own, self.solution), *filter(None, map(self.tells.get, texts))),
            asked=asked,
            parts=parts,
            state=own(self.state or self.shown.situation),
            rules=tuple(dict.fromkeys(map(own, rules))),
            off=self.off + off,
            kind=name,
            choices=tuple(choices),
        )

    @property
    def title(self) -> str:
        """What it is about."""
        return KINDS[self.kind].title

    @property
    def search(self) -> str:
        """Which search runs; empty if none does."""
        return name_search(self.trace.run.settings, self.shown.puzzle) if self.trace else ""

    @property
    def run(self) -> Trace | None:
        """The recorded run that the learner drives; None where nothing is driven."""
        return self.trace if KINDS[self.kind].driven else None

    @property
    def at(self) -> tuple[Trace, int] | None:
        """A recorded run and the step after which it does what is asked; or None."""
        return (self.trace, self.step) if self.trace and self.step else None

    @property
    def difficulty(self) -> Difficulty:
        """How much there is to do."""
        return Difficulty(self.moves, self.shown.count_values(self.cells))

    @property
    def heading(self) -> str:
        """What it is about, to stand over it."""
        return self.title[0].upper() + self.title[1:]

    @property
    def text(self) -> str:
        """The situation, in paragraphs."""
        parts = (self.search, f"{self.state} {self.now}".strip(), self.more)
        return "\n\n".join(filter(None, parts))

    @property
    def whole(self) -> str:
        """All that has to be read: the situation, the definitions, and what is asked."""
        return "\n\n".join([self.text, *self.rules, self.asks])

    @property
    def right(self) -> str:
        """The right answer in words."""
        return write_answer(self.answer)

    @property
    def lettered(self) -> list[tuple[str, Choice]]:
        """The choices, each with its letter, from a on."""
        return [*zip(LETTERS, self.choices, strict=False)]

    @property
    def letter(self) -> str:
        """The letter of the right choice; empty without choices."""
        return next((letter for letter, one in self.lettered if not one.misconception), "")

    @property
    def wrong(self) -> list[tuple[str, Choice]]:
        """The wrong choices, each with its letter."""
        return [(letter, choice) for letter, choice in self.lettered if choice.misconception]

    @property
    def options(self) -> list[str]:
        """The texts of the choices."""
        return [choice.text for choice in self.choices]

    @property
    def row_options(self) -> list[str]:
        """Where rows are asked for: what can belong to a row."""
        return list(self.asked.get("options", ()))

    @property
    def rows(self) -> dict[str, str]:
        """Where rows are asked for: what belongs to each."""
        assert isinstance(self.answer, dict)
        return {str(row): str(text) for row, text in self.answer.items()}

    @property
    def numbered(self) -> list[tuple[str, Question]]:
        """Its parts, each with its number; itself, without one, if it has none."""
        return [(str(at), one) for at, one in enumerate(self.parts, 1)] or [("", self)]

    @property
    def tasks(self) -> list[tuple[str, Question]]:
        """What is asked, or what each part asks, with its number; and the part."""
        return [(f"{number}) " * bool(number) + one.asks, one) for number, one in self.numbered]

    @property
    def minutes(self) -> int:
        """How long it takes by hand; the parts together."""
        return sum(one.difficulty.minutes for _, one in self.numbered)

    @property
    def told(self) -> str:
        """The right answer with its letter."""
        return f"{self.letter}) {self.right}" if self.letter else self.right

    @property
    def table(self) -> list[list[str]]:
        """Where a table is filled in: its cells, row by row."""
        return [[row.split()[-1], *text.split(" | ")] for row, text in self.rows.items()]

    def ask(self) -> Prediction | Drive:
        """Ask it in a notebook, the question first; what its words mean is folded below.

        A committed answer is told the right one, and its own mistake. A search that is driven is
        shown as a `Drive`, whose `result` says what was done. Of a question with parts, each of
        `parts` is asked.
        """
        from futoshiki_lab.classroom.ask import predict
        from futoshiki_lab.classroom.drive import Drive

        if self.run:
            settings = self.run.run.settings
            look, select, order = settings.functions
            how: dict[str, Any] = {"root": settings.root, "jump": settings.jump}
            how["cells"] = settings.select != "reading"  # what the learner chooses is practised
            return Drive(self.run.puzzle, look, select=select, order=order, **how)
        if self.parts:
            raise ValueError(f"it has {len(self.parts)} parts: ask each of them, parts[0].ask()")
        options = self.options if isinstance(self.answer, str) else self.row_options
        words = {"The board in words": self.state}
        words |= dict(_in_code(rule).split(": ", 1) for rule in self.rules)
        told, opens = dict[str, str](), {"": [*words][1]}
        for _, one in self.wrong:
            idea = IDEAS[one.misconception]
            told[one.text] = f"Your answer {one.misconception}. {idea.sentence}"
            opens[one.text] = _find_word(one, [*words])
        if way := WAYS_ON.get(self.kind):
            words[STUCK] = f"It is taught in [{way.place}]({way.link})."
            words |= {"Where can I see it?": way.step, "Still stuck": way.hint}
        return predict(
            "\n\n".join(filter(None, (f"{self.now} {self.asks}".strip(), self.more))),
            self.answer,
            options=options or None,
            board=self.at or self.shown.board(),
            mark=self.shown.framed,
            mistakes=told,
            reveal=[*self.solution, *[Drawing(self.figure)] * bool(self.figure)],
            about=self.search.partition(": ")[2],
            words=words,
            opens=opens,
        )

    def __repr__(self) -> str:
        asked = "; ".join(f"{one.asks} answer: {one.right}" for _, one in self.numbered)
        return f"<Question {self.kind} ({self.difficulty}): {asked}>"

    def _repr_markdown_(self) -> str:
        parts = [f"## {self.heading}", self.text, *self.rules, f"```text\n{self.shown!r}\n```"]
        for asks, part in self.tasks:
            parts.append(f"**{asks}**")
            parts.append("\n".join(f"- {each}) {one.text}" for each, one in part.lettered))
        return "\n\n".join(parts)


# The word that matters after a mistake, by what its idea is about.
MATTERS = {
    **dict.fromkeys(("look", "removals", "wipe-out", "reasons", "checks"), "The look"),
    **{"arcs": "Arc", "AC-3": "AC-3", "next cell": "Next cell", "order of values": "Order of"},
    **{"unit propagation": "Unit", "nogood": "Nogood", "min-conflicts": "Min-conflicts"},
    **dict.fromkeys(("next node", "jump", "tree, graph"), "Depth-first"),
}


def _find_word(wrong: Choice, words: list[str]) -> str:
    """Which definition matters after a wrong choice: of what was chosen, or of what its idea is
    about; else the first."""
    begins = wrong.text.capitalize(), MATTERS.get(IDEAS[wrong.misconception].about, " ")
    found = (word for begin in begins for word in words if word.startswith(begin))
    return next(found, words[1])


def _in_code(text: str) -> str:
    """A text whose blocks of code are lines in `backticks`, a paragraph each."""
    parts = text.split("```\n")
    for at in range(1, len(parts), 2):
        lines = [line for line in parts[at].splitlines() if line.strip()]
        lines = [line.lstrip().rjust(len(line), "\xa0") for line in lines]  # what leads is kept
        parts[at] = "\n\n".join(f"`{line}`" for line in lines) + "\n\n"
    return "\n\n".join(part.removesuffix("\n```") for part in parts if part)


def write_answer(answer: Answer) -> str:
    """An answer as a choice says it: "3", "r1c2", "{1, 3}", "2, 1, 3", "r1c2: 1 3; r2c1: 2"."""
    if isinstance(answer, list):
        return ", ".join(map(str, answer))
    if not isinstance(answer, dict):
        return str(answer)
    rows: Mapping[Any, str | Sequence[int]] = answer
    if all(isinstance(row, Cell) for row in rows):  # in reading order
        rows = {cell: rows[cell] for cell in sorted(rows)}
    told = [(row, [one] if isinstance(one, str) else map(str, one)) for row, one in rows.items()]
    texts = {row: " ".join(one) for row, one in told}
    return "; ".join(f"{row}: {text}" for row, text in texts.items() if text) or "nothing"


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
    number, alone = all(map(str.isdecimal, every)), len({one.count(",") for one in every}) == 1
    ordered = alone and all(ORDERED.fullmatch(one) for one in every)  # lists: by their lengths
    sorted_texts = sorted(every if ordered else (), key=int if number else str)
    rank = {text: at for at, text in enumerate(sorted_texts)}

    def misfit(some: tuple[int, ...]) -> int:
        offered, off = (0, *some), 0 if same else 100 * (many - len({ideas[one] for one in some}))
        likeness = [sum(alike[one][two] for two in offered) for one in offered]
        order = [rank.get(every[one], 0) for one in offered]
        length = [len(every[one]) for one in offered]
        measured = zip(aims, (order, length, likeness), WEIGHTS, strict=False)
        for aim, (mine, *others), weight in measured:
            above, place = sum(one > mine for one in others), int(aim * len(offered))
            off += weight * max(above - place, place - above - others.count(mine), 0)
        return off

    best = min(combinations(range(1, min(len(every), MOST)), many), key=misfit)
    return misfit(best), tuple(every[one] for one in best)
