"""Sheets of questions, versions of them, and the files that they are written to.

The modules that know a kind of file add it: `writes` says which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from futoshiki_lab.classroom.exams.marking import BY_HAND, write_table
from futoshiki_lab.classroom.exams.question import Question
from futoshiki_lab.classroom.exams.secret import identify
from futoshiki_lab.core import Problem, Puzzle, unknown, whole_number
from futoshiki_lab.support.phrases import listed
from futoshiki_lab.support.progress import with_bar
from futoshiki_lab.support.writing import write_file

DRIVEN = ".html", ".ipynb"  # what can hold a search to drive


class Writer(NamedTuple):
    """How to write a kind of file; `write(sheet, True)` writes the key that is beside it."""

    write: Callable[..., Any]
    with_key: bool


WRITERS: dict[str, Writer] = {}  # by the end of the file's name


def writes(end: str, with_key: bool = False) -> Callable[[Any], Any]:
    """A decorator: the function writes files whose names end so."""

    def add(write: Any) -> Any:
        WRITERS[end] = Writer(write, with_key)
        return write

    return add


@dataclass(frozen=True, repr=False)
class Sheet:
    """Questions in order: `sheet[0]` is the first; `len(sheet)`, and loops, work as with a list.

    Attributes
    ----------
    puzzle : the puzzle of all questions, or the size of the random puzzles.
    kinds, seed : as `questions` was called.
    settings : what its questions were asked for: settings of searches and moves; or the run.
    remake : makes the sheet of another seed.
    secret : the instructor's; empty if whoever has the package can make the key.
    learner : whose sheet it is; empty for a line to write the name on.
    note : what only the key says.
    name, course, date, points, choices : what stands on paper, as `questions` was called.
    """

    questions: tuple[Question, ...]
    puzzle: Problem | int | tuple[Problem | int, ...]
    kinds: tuple[str, ...]
    seed: int
    settings: Mapping[str, Any] = field(default_factory=dict, compare=False)
    remake: Callable[..., Any] = field(default=lambda **_: NotImplemented, compare=False)
    note: str = ""
    name: str = ""
    course: str = ""
    date: str = ""
    points: int | None = None
    choices: bool = True
    secret: bytes = field(default=b"", compare=False)
    learner: str = ""
    added: tuple[Sheet, ...] = field(default=(), compare=False)

    def __len__(self) -> int:
        return len(self.questions)

    def __iter__(self) -> Iterator[Question]:
        return iter(self.questions)

    def __add__(self, other: Sheet) -> Sheet:
        """One sheet with the questions of both; its heads are those of the first.

        ValueError is raised if one has another secret: its key could not be made again.
        """
        if self.secret != other.secret:
            raise ValueError("sheets that are added have the same secret, or none")

        def again(seed: int) -> Sheet:
            return self.remake(seed=seed) + other.remake(seed=seed + other.seed - self.seed)

        boards, more = (
            one.puzzle if isinstance(one.puzzle, tuple) else (one.puzzle,) for one in (self, other)
        )
        return replace(
            self,
            questions=(*self.questions, *other.questions),
            puzzle=self.puzzle if boards == more else (*dict.fromkeys((*boards, *more)),),
            kinds=(*dict.fromkeys((*self.kinds, *other.kinds)),),
            remake=again,
            note=self.note or other.note,
            added=(*(self.added or (self,)), *(other.added or (other,))),
        )

    def __getitem__(self, at: int) -> Question:
        return self.questions[at]

    @property
    def title(self) -> str:
        """What stands at the top of the sheet."""
        if self.name:
            return self.name
        every = self.puzzle if isinstance(self.puzzle, tuple) else (self.puzzle,)
        return f"Constraint search on {listed(dict.fromkeys(map(_name_board, every)), 'and')}"

    @property
    def rules(self) -> list[str]:
        """The definitions that the questions need, each once, in the order of their words."""
        parts = [part for question in self for _, part in question.numbered]
        return sorted({rule for part in parts for rule in part.rules}, key=str.casefold)

    @property
    def numbered(self) -> list[tuple[str, Question]]:
        """The questions, or their parts, by number: "1", "2.1", "2.2", ..."""
        each = ((at, *one) for at, question in enumerate(self, 1) for one in question.numbered)
        return [(f"{at}.{part}" if part else f"{at}", one) for at, part, one in each]

    @property
    def total(self) -> int:
        """All points together."""
        return (self.points or 1) * len(self.numbered)

    @cached_property
    def identifier(self) -> str:
        """What it shows instead of a seed; without a secret the seed."""
        seeds = dict.fromkeys(str(one.seed) for one in self.added or (self,))
        return identify(repr(self), self.secret) if self.secret else "+".join(seeds)

    @property
    def label(self) -> str:
        """Which sheet it is, how long it takes, and how many points it has."""
        points = f", {sum(one.minutes for one in self)} minutes"
        points += f", {self.total} points" * (self.points is not None)
        return f"(sheet {self.identifier}{points})"

    def answers(self) -> dict[str, str]:
        """The right answers by number: the letter where there are choices, else in words."""
        told = {number: one.letter * self.choices or one.right for number, one in self.numbered}
        tables = [number for number, one in self.numbered if one.columns]
        return told | dict.fromkeys(tables, BY_HAND)

    def markdown(self, key: bool = False) -> str:
        """The sheet as Markdown; `key`: with the answers and worked solutions."""
        return WRITERS[".md"].write(self, key)

    def versions(self, count: int) -> Versions:
        """The sheets of this seed and of those that follow it, so many in all."""
        return self.for_roster([""] * whole_number("the versions", count, 1))

    def for_roster(self, names: list[str]) -> Versions:
        """A sheet for each name, of this seed and of those that follow it."""
        made = (
            replace(self if not at else self.remake(seed=self.seed + at), learner=name)
            for at, name in enumerate(names)
        )
        return Versions(tuple(with_bar(made, " versions", len(names))))

    def save(self, path: str | Path) -> list[Path]:
        """Write it to a file; the end of the name says how. Returns the paths of what was written.

        .html : to print; the boards are vector graphics, and a page has a trace table. The key is
            written to a file of its own beside it: sheet-key.html for sheet.html. Drives make a
            page to drive them in, without a kernel.
        .pdf : the same, printed by a browser that is installed.
        .slides.html : a deck for a class, one question a slide, the answer on the next.
        .peer.html : a deck for peer instruction: ask, vote, discuss, vote again, another question
            of the kind, reason. The instructor's own page, which counts hands, is the key.
        .md : Markdown, with the key beside it in the same way.
        .ipynb : a notebook that asks each question and tells its answer once one is committed;
            after a drive it has its `result`, for the instructor.
        .moodle.xml : a question bank for Moodle.
        .qti.zip : a quiz for Canvas and other systems that import QTI 1.2.

        Raises
        ------
        ValueError : another end, no browser to make a PDF, or a drive that the file cannot hold.
        PuzzleError : the file cannot be written.
        """
        path = Path(path)
        stem, end = split_ending(path)
        if end.lower() not in DRIVEN and any(question.run for question in self):
            raise ValueError(
                f"a drive is for a screen: save it as {' or '.join(DRIVEN)}, not as {end}"
            )
        writer = WRITERS[end.lower()]
        made = {stem: writer.write(self)}
        if writer.with_key:
            made[f"{stem}-key"] = writer.write(self, True)
        contents = {path.with_name(name + end): content for name, content in made.items()}
        for one, content in contents.items():
            write_file(one, content)
        return [*contents]

    def __repr__(self) -> str:
        lines = [f"<Sheet: {self.title}, seed {self.seed}, {len(self)} questions>"]
        return "\n".join([*lines, *(f"{at}. {one!r}" for at, one in enumerate(self, 1))])

    def _repr_markdown_(self) -> str:
        return self.markdown()


def _name_board(board: Problem | int) -> str:
    if isinstance(board, int):
        return f"Futoshiki {board}x{board}"
    if not isinstance(board, Puzzle):
        return board.label
    return f"Futoshiki {board.size}x{board.size}{f': {board.name}' * bool(board.name)}"


@dataclass(frozen=True, repr=False)
class Versions:
    """Sheets that differ in their seeds."""

    sheets: tuple[Sheet, ...]

    def table(self) -> str:
        """The answers of all sheets, a line each, as CSV."""
        named = any(sheet.learner for sheet in self.sheets)
        return write_table(
            ({"name": sheet.learner} if named else {})
            | {"sheet": sheet.identifier}
            | sheet.answers()
            for sheet in self.sheets
        )

    def save(self, path: str | Path) -> list[Path]:
        """Write each sheet to a file of its own, exam-00.html, exam-01.html, ... for exam.html, and
        all answers to a table beside them, exam-answers.csv, which `futoshiki-lab mark` reads.
        Errors are those of `Sheet.save`."""
        path, made = Path(path), list[Path]()
        stem, end = split_ending(path)
        wide = max(2, len(str(len(self.sheets) - 1)))  # then the names sort
        for at, sheet in enumerate(with_bar(self.sheets, " files", len(self.sheets))):
            made += sheet.save(path.with_name(f"{stem}-{at:0{wide}}{end}"))
        answers = path.with_name(f"{stem}-answers.csv")
        write_file(answers, self.table())
        return [*made, answers]

    def __repr__(self) -> str:
        return f"<{len(self.sheets)} versions>\n{self.table()}"


def split_ending(path: Path) -> tuple[str, str]:
    """Split the end of a name that says how to write the file; ValueError if there is none."""
    name, known = path.name, (*WRITERS,)
    found = [end for end in known if name.lower().endswith(end)]
    if not found:
        meant = [end for end in known if path.suffix and end.endswith(path.suffix.lower())]
        guess = "".join(f"; did you mean {path.with_suffix(end).name}?" for end in meant)
        raise ValueError(unknown("kind of file", path.suffix, known) + guess)
    length = max(map(len, found))
    return name[:-length], name[-length:]
