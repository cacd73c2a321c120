"""A question with its key, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

from futoshiki_lab.classroom.exams.boards import ShownBoard
from futoshiki_lab.classroom.ideas import IDEAS
from futoshiki_lab.core import Cell

if TYPE_CHECKING:
    from futoshiki_lab.classroom.ask import Prediction
    from futoshiki_lab.classroom.drive import Drive
    from futoshiki_lab.trace import Trace

Answer = int | str | Cell | list[str] | dict[str, str] | dict[Cell, tuple[int, ...]]
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

    Attributes
    ----------
    kind, title : its name in `KINDS`, and what it is about.
    search, state, now, more : the situation: which search runs, what the board shows, what has just
        happened, and what else is given; words in `backticks` are code.
    rules : the definitions that are needed to answer; each begins with its word: "AC-3: ...".
    asks : the question itself.
    answer : the right answer, as `predict` takes it: a number, one of the choices, a cell, cells
        with the values that are removed, texts in order, or rows with what belongs to each.
    choices : the right answer among wrong ones, each with the misconception that leads to it;
        empty where a table is filled in.
    shown : the board that is shown.
    asked : the settings, cells and values that the text names, for programs.
    solution : the worked solution, in the words of the trace.
    difficulty : how much there is to do.
    figure : for the key, a drawing with characters; empty if there is none.
    columns : of a table to fill in, whose rows are the answer.
    parts : questions a, b, ... on the same state; then it has no answer of its own.
    run : the recorded run that the learner drives; None where nothing is driven.
    at : a recorded run and the step after which it does what is asked; or None.
    """

    kind: str
    title: str
    search: str
    state: str
    now: str
    more: str
    rules: tuple[str, ...]
    asks: str
    answer: Answer
    choices: tuple[Choice, ...]
    shown: ShownBoard
    asked: Mapping[str, Any]
    solution: tuple[str, ...]
    difficulty: Difficulty
    figure: str = ""
    columns: tuple[str, ...] = ()
    parts: tuple[Question, ...] = ()
    run: Trace | None = field(default=None, compare=False)
    at: tuple[Trace, int] | None = field(default=None, compare=False)

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
            chosen = settings.select != "reading"  # what is practised is what the learner chooses
            return Drive(
                self.run.puzzle,
                look,
                cells=chosen,
                select=select,
                order=order,
                root=settings.root,
                jump=settings.jump,
            )
        if self.parts:
            raise ValueError(f"it has {len(self.parts)} parts: ask each of them, parts[0].ask()")
        options = self.options if isinstance(self.answer, str) else self.row_options
        words = {"The board in words": self.state} | dict(map(_split, self.rules))
        return predict(
            "\n\n".join(filter(None, (f"{self.now} {self.asks}".strip(), self.more))),
            self.answer,
            options=options or None,
            board=self.at or self.shown.board(),
            mark=self.shown.framed,
            mistakes={
                one.text: f"Your answer {one.misconception}. {IDEAS[one.misconception].sentence}"
                for _, one in self.wrong
            },
            reveal=[*self.solution, *[Drawing(self.figure)] * bool(self.figure)],
            about=self.search.partition(": ")[2],
            words=words,
            opens={"": [*words][1]}
            | {one.text: _find_word(one, [*words]) for _, one in self.wrong},
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


def _split(rule: str) -> tuple[str, str]:
    """What a definition defines, and the definition; code as lines in `backticks`."""
    word, _, told = _in_code(rule).partition(": ")
    return word, told


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
        lines = (line.replace(" ", "\xa0") for line in parts[at].splitlines() if line.strip())
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
