"""Questions and sheets as they are used: they show themselves, ask, and are written to files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from futoshiki_lab.exams import asking_notebook, markdown, saving
from futoshiki_lab.exams.question import Item, Items

if TYPE_CHECKING:
    from futoshiki_lab.widgets import Prediction


@dataclass(frozen=True, repr=False)
class Question(Item):
    """One question with its key; see `Item` for what it holds."""

    def ask(self) -> Prediction:
        """Ask it in a notebook; the answer is told when one is committed.

        Where it is not answered on the board, `picture` in the cell before shows the board.
        """
        return asking_notebook.ask(self)

    def __repr__(self) -> str:
        return f"<Question {self.kind}: {self.asks} ({self.difficulty}); answer: {self.right}>"

    def _repr_markdown_(self) -> str:
        return markdown.of_question(self, 1)


@dataclass(frozen=True, repr=False)
class Sheet(Items):
    """Questions in order: `sheet[0]` is the first; `len(sheet)`, and loops, work as with a list.

    Attributes
    ----------
    puzzle : the puzzle of all questions, or the size of the random puzzles.
    kinds, seed : as `questions` was called.
    """

    questions: tuple[Question, ...]

    def __getitem__(self, at: int) -> Question:
        return self.questions[at]

    def markdown(self, key: bool = False) -> str:
        """The sheet as Markdown; `key`: with the answers and worked solutions."""
        return markdown.of_sheet(self, key)

    def save(self, path: str | Path) -> list[Path]:
        """Write it to a file; the end of the name says how. Returns the paths of what was written.

        .html : to print; the boards are vector graphics, and a page has a trace table. The key is
            written to a file of its own beside it: sheet-key.html for sheet.html.
        .pdf : the same, printed by a browser that is installed.
        .slides.html : a deck for a class, one question a slide, the answer on the next.
        .md : Markdown, with the key beside it in the same way.
        .ipynb : a notebook that asks each question and tells its answer once one is committed.
        .moodle.xml : a question bank for Moodle.
        .qti.zip : a quiz for Canvas and other systems that import QTI 1.2.

        Raises
        ------
        ValueError : another end, or no browser to make a PDF.
        PuzzleError : the file cannot be written.
        """
        return saving.save(self, Path(path))

    def __repr__(self) -> str:
        lines = [f"<Sheet: {self.title}, seed {self.seed}, {len(self)} questions>"]
        return "\n".join([*lines, *(f"{at}. {one!r}" for at, one in enumerate(self, 1))])

    def _repr_markdown_(self) -> str:
        return self.markdown()
