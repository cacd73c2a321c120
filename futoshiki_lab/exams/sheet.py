"""Questions and sheets as they are used: they show themselves, ask, and are written to files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from futoshiki_lab.core import unknown
from futoshiki_lab.exams import bank, markdown, paper
from futoshiki_lab.exams.items import Item, Items
from futoshiki_lab.formats import write_file

if TYPE_CHECKING:
    from futoshiki_lab.widgets import Prediction


@dataclass(frozen=True, repr=False)
class Question(Item):
    """One question with its key; see `Item` for what it holds."""

    def ask(self) -> Prediction:
        """Ask it in a notebook; the answer is told when one is committed.

        Where it is not answered on the board, `picture` in the cell before shows the board.
        """
        from futoshiki_lab.widgets import predict

        options = self.options if isinstance(self.answer, str) else self.row_options
        drawn = [markdown.Drawing(self.figure)] if self.figure else []
        return predict(
            self.whole,
            self.answer,
            options=options or None,
            board=self.shown.board() if self.on_board else None,
            mark=self.shown.mark if self.on_board else None,
            reveal=[*self.solution, *drawn],
        )

    def __repr__(self) -> str:
        return f"<Question {self.kind}: {self.asks} ({self.difficulty}); answer: {self.right}>"

    def _repr_markdown_(self) -> str:
        return markdown.write_question(self, 1)


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
        return markdown.write_markdown(self, key)

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
        path = Path(path)
        end = find_ending(path)
        stem, ending = path.name[: -len(end)], path.name[-len(end) :]
        if end in WITH_KEY:
            made = {"": WITH_KEY[end](self, False), "-key": WITH_KEY[end](self, True)}
        else:
            made = {"": ALONE[end](self)}
        contents = {path.with_name(stem + more + ending): text for more, text in made.items()}
        for one, content in contents.items():
            write_file(one, content)
        return [*contents]

    def __repr__(self) -> str:
        lines = [f"<Sheet: {self.title}, seed {self.seed}, {len(self)} questions>"]
        return "\n".join([*lines, *(f"{at}. {one!r}" for at, one in enumerate(self, 1))])

    def _repr_markdown_(self) -> str:
        return self.markdown()


# How to write each kind of file: with the key in a file beside it, or as one file.
WITH_KEY: dict[str, Callable[[Items, bool], str | bytes]] = {
    ".html": paper.write_page,
    ".pdf": lambda sheet, key: paper.print_to_pdf(paper.write_page(sheet, key)),
    ".md": markdown.write_markdown,
}
ALONE: dict[str, Callable[[Items], str | bytes]] = {
    ".slides.html": paper.write_deck,
    ".ipynb": markdown.write_notebook,
    ".moodle.xml": bank.write_moodle,
    ".qti.zip": bank.write_qti,
}


def find_ending(path: Path) -> str:
    """The end of a name that says how to write the file; ValueError if there is none."""
    known = (*WITH_KEY, *ALONE)
    found = [end for end in known if path.name.lower().endswith(end)]
    if not found:
        raise ValueError(unknown("end of a file's name", path.suffix, known))
    return max(found, key=len)
