"""Questions with keys, and sheets of them, as data; `sheet` adds what can be done with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from futoshiki_lab.core import Board, Cell, Domain, Puzzle
from futoshiki_lab.logic import remaining_values

Answer = int | str | Cell | list[str] | dict[str, str] | dict[Cell, tuple[int, ...]]
LARGE, SMALL = 84, 66  # a cell with its gap: room for the domain, printed or written by hand
LETTERS = "abcdefghij"


@dataclass(frozen=True, repr=False)
class Shown:
    """The board that a question shows; it shows itself in a notebook.

    Attributes
    ----------
    values : the assigned cells with their values; givens first, then in the order of the search.
    domains : for each cell the values left, ascending.
    mark : a cell that is framed, or None.
    """

    puzzle: Puzzle
    values: Mapping[Cell, int]
    domains: Mapping[Cell, Domain]
    mark: Cell | None = None

    @property
    def free(self) -> list[Cell]:
        """The cells without a value, in reading order."""
        return [cell for cell in self.puzzle.cells if cell not in self.values]

    @property
    def arcs(self) -> list[tuple[Cell, Cell]]:
        """The arcs (X, Y), X without a value, in reading order of X and then of Y."""
        return [(x, y) for x in self.free for y in self.puzzle.neighbours[x]]

    def list_unsupported(self, x: Cell, y: Cell) -> list[int]:
        """The values of X without a support in Y."""
        holds, others = self.puzzle.constraints[x][y].holds, self.domains[y]
        return [one for one in self.domains[x] if not any(holds(one, two) for two in others)]

    def count_values(self, cells: Iterable[Cell]) -> int:
        """How many values the domains of some cells have together."""
        return sum(len(self.domains[cell]) for cell in cells)

    def board(self) -> Board:
        """A new board in this state."""
        board = Board(self.puzzle)
        for cell, value in self.values.items():
            board.place(cell, value)
        for cell in board.unassigned:
            for value in board.domains[cell]:
                if value not in self.domains[cell]:
                    board.prune(cell, value)
        board.begin()
        return board

    def svg(self) -> str:
        """The board as vector graphics, drawn in the colour of the text around it."""
        from futoshiki_lab.draw.svg import state_as_svg

        unit = LARGE if self.puzzle.size <= 6 else SMALL
        return state_as_svg(self.puzzle, self.values, self.domains, self.mark, unit)

    _repr_html_ = svg

    def __repr__(self) -> str:
        return remaining_values(self.puzzle, self.domains)


@dataclass(frozen=True)
class Choice:
    """One of the answers to choose from.

    Attributes
    ----------
    misconception : the mistaken idea that leads to it; empty for the right answer.
    """

    text: str
    misconception: str = ""


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

    def __str__(self) -> str:
        moves, values = self.moves, self.values
        return f"{moves} move{'s' * (moves != 1)}, {values} value{'s' * (values != 1)}"


@dataclass(frozen=True, repr=False)
class Item:
    """One question with its key.

    Attributes
    ----------
    kind, title : its name in `KINDS`, and what it is about.
    text : the situation, in paragraphs; words in `backticks` are code.
    rules : the definitions that are needed to answer, a paragraph each.
    asks : the question itself.
    answer : the right answer, as `predict` takes it: a number, one of the choices, a cell, cells
        with the values that go, texts in order, or rows with what belongs to each.
    choices : the right answer among wrong ones, each with the misconception that leads to it.
    shown : the board that is shown.
    asked : the settings, cells and values that the text names, for programs.
    solution : the worked solution, in the words of the trace.
    difficulty : how much there is to do.
    figure : for the key, a drawing with characters; empty if there is none.
    """

    kind: str
    title: str
    text: str
    rules: tuple[str, ...]
    asks: str
    answer: Answer
    choices: tuple[Choice, ...]
    shown: Shown
    asked: Mapping[str, Any]
    solution: tuple[str, ...]
    difficulty: Difficulty
    figure: str = ""

    @property
    def heading(self) -> str:
        """What it is about, to stand over it."""
        return self.title[0].upper() + self.title[1:]

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
        """The letter of the right choice."""
        return LETTERS[self.options.index(self.right)]

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
    def picture(self) -> Shown:
        """The board, which shows itself in a notebook."""
        return self.shown

    @property
    def on_board(self) -> bool:
        """Whether it is answered on the board; the others need its picture beside them."""
        cells = isinstance(self.answer, dict) and not self.row_options
        return cells or isinstance(self.answer, Cell)


@dataclass(frozen=True, repr=False)
class Items:
    """The questions of a sheet.

    Attributes
    ----------
    puzzle : the puzzle of all questions, or the size of the random puzzles.
    kinds, seed : as `questions` was called.
    """

    questions: tuple[Item, ...]
    puzzle: Puzzle | int
    kinds: tuple[str, ...]
    seed: int

    def __len__(self) -> int:
        return len(self.questions)

    def __iter__(self) -> Iterator[Item]:
        return iter(self.questions)

    @property
    def title(self) -> str:
        """What stands at the top of the sheet."""
        board = self.puzzle if isinstance(self.puzzle, int) else self.puzzle.size
        name = "" if isinstance(self.puzzle, int) else self.puzzle.name
        return f"Constraint search on Futoshiki {board}x{board}{f': {name}' * bool(name)}"

    @property
    def rules(self) -> list[str]:
        """The definitions that the questions need, each once."""
        return list(dict.fromkeys(rule for question in self for rule in question.rules))


def write_answer(answer: Answer) -> str:
    """An answer as a choice says it: "3", "r1c2", "{1, 3}", "2, 1, 3", "r1c2: 1 3; r2c1: 2"."""
    if isinstance(answer, list):
        return ", ".join(map(str, answer))
    if not isinstance(answer, dict):
        return str(answer)
    rows: Mapping[Any, str | Sequence[int]] = answer
    if not all(isinstance(row, str) for row in rows):  # in reading order of the cells
        rows = {cell: " ".join(map(str, rows[cell])) for cell in sorted(rows) if rows[cell]}
    return "; ".join(f"{row}: {text}" for row, text in rows.items()) or "nothing"
