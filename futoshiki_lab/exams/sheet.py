"""Sheets as they are used: they show themselves, and are written to files; and versions of them."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from futoshiki_lab.core import unknown, whole_number
from futoshiki_lab.exams import bank, markdown, paper, slides
from futoshiki_lab.exams.items import Items
from futoshiki_lab.support.progress import with_bar
from futoshiki_lab.support.writing import write_file


@dataclass(frozen=True, repr=False)
class Sheet(Items):
    """Questions in order: `sheet[0]` is the first; `len(sheet)`, and loops, work as with a list."""

    def markdown(self, key: bool = False) -> str:
        """The sheet as Markdown; `key`: with the answers and worked solutions."""
        return markdown.write_text(self, key)

    def versions(self, count: int) -> Versions:
        """The sheets of this seed and of those that follow it, so many in all."""
        seeds = range(self.seed, self.seed + whole_number("the versions", count, 1))
        made = (self if seed == self.seed else self.remake(seed=seed) for seed in seeds)
        return Versions(tuple(with_bar(made, " versions", count)))

    def save(self, path: str | Path) -> list[Path]:
        """Write it to a file; the end of the name says how. Returns the paths of what was written.

        .html : to print; the boards are vector graphics, and a page has a trace table. The key is
            written to a file of its own beside it: sheet-key.html for sheet.html.
        .pdf : the same, printed by a browser that is installed.
        .slides.html : a deck for a class, one question a slide, the answer on the next.
        .peer.html : a deck for peer instruction: ask, vote, discuss, vote again, another question
            of the kind, reason. The instructor's own page, which counts hands, is the key.
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


@dataclass(frozen=True, repr=False)
class Versions:
    """Sheets that differ in their seeds."""

    sheets: tuple[Sheet, ...]

    def table(self) -> str:
        """The answers of all sheets, a line each, as CSV."""
        rows = [sheet.answers() for sheet in self.sheets]
        numbers = list(dict.fromkeys(number for row in rows for number in row))
        written = StringIO()
        table = csv.writer(written, lineterminator="\n")
        table.writerow(["sheet", *numbers])
        for sheet, row in zip(self.sheets, rows, strict=True):
            table.writerow([sheet.seed, *(row.get(number, "") for number in numbers)])
        return written.getvalue()

    def save(self, path: str | Path) -> list[Path]:
        """Write each sheet to a file of its own, exam-7.html for exam.html and seed 7, and all
        answers to a table beside them, exam-answers.csv. Errors are those of `Sheet.save`."""
        path = Path(path)
        end = find_ending(path)
        stem, ending = path.name[: -len(end)], path.name[-len(end) :]
        made = list[Path]()
        for sheet in with_bar(self.sheets, " files", len(self.sheets)):
            made += sheet.save(path.with_name(f"{stem}-{sheet.seed}{ending}"))
        write_file(path.with_name(f"{stem}-answers.csv"), self.table())
        return [*made, path.with_name(f"{stem}-answers.csv")]

    def __repr__(self) -> str:
        return f"<{len(self.sheets)} versions>\n{self.table()}"


# How to write each kind of file: with the key in a file beside it, or as one file.
WITH_KEY: dict[str, Callable[[Items, bool], str | bytes]] = {
    ".html": paper.write_page,
    ".pdf": lambda sheet, key: paper.print_to_pdf(paper.write_page(sheet, key)),
    ".peer.html": slides.write_peer_deck,
    ".md": markdown.write_text,
}
ALONE: dict[str, Callable[[Items], str | bytes]] = {
    ".slides.html": slides.write_deck,
    ".ipynb": markdown.write_notebook,
    ".moodle.xml": bank.write_moodle,
    ".qti.zip": bank.write_qti,
}


def find_ending(path: Path) -> str:
    """The end of a name that says how to write the file; ValueError if there is none."""
    known = (*WITH_KEY, *ALONE)
    found = [end for end in known if path.name.lower().endswith(end)]
    if not found:
        meant = [end for end in known if path.suffix and end.endswith(path.suffix.lower())]
        guess = "".join(f"; did you mean {path.with_suffix(end).name}?" for end in meant)
        raise ValueError(unknown("end of a file's name", path.suffix, known) + guess)
    return max(found, key=len)
