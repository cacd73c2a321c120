"""The puzzles of the files that a command names, one after another."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass

from futoshiki_lab.command_line.output import GRAVITY, INTERRUPTED, OK, WRONG, complain
from futoshiki_lab.core import Puzzle, PuzzleError
from futoshiki_lab.formats import load_all, load_entries, picked, printable

A_FEW = 3  # puzzles, or files; with more than that a terminal shows the progress


@dataclass(frozen=True)
class Job:
    """One puzzle of one file.

    Attributes
    ----------
    file : its name, as it was typed.
    number, total : its number in the file, from 1, and how many puzzles the file has.
    progress : which of the files and puzzles it is, in words; empty if there are only a few.
    """

    file: str
    number: int
    total: int
    puzzle: Puzzle
    progress: str = ""

    @property
    def key(self) -> str:
        """`FILE#k`, also for the only puzzle of a file; a FILE that picks one is it already."""
        return self.file if picked(self.file)[1] else f"{self.file}#{self.number}"

    @property
    def label(self) -> str:
        """Its name in messages: `FILE#k` only if the file holds several; always printable."""
        return printable(self.key if self.total > 1 else self.file)


def read_size_or_puzzle(text: str) -> int | Puzzle:
    """Read a size, or the puzzle of a file; of several puzzles take the first, and say so."""
    if text.isascii() and text.isdigit() and len(text) < 4:
        return int(text)
    puzzles = load_all(text)
    if len(puzzles) > 1:
        complain(f"{printable(text)} has {len(puzzles)} puzzles: this is about the first one")
    return puzzles[0]


def for_each_puzzle(asked: Namespace, do: Callable[[Job], int]) -> int:
    """Do something with every puzzle of every file, in order.

    A file or a puzzle of it that cannot be read gets a message, and the next one follows.

    Parameters
    ----------
    do : what to do with a puzzle; it returns an exit code. `INTERRUPTED` ends the loop.

    Returns
    -------
    The most serious exit code.
    """
    files, codes = asked.files, [OK]
    for index, file in enumerate(files, 1):
        entries: list[Puzzle | PuzzleError]
        try:
            entries = load_entries(file, asked.format)
        except PuzzleError as error:
            entries = [error]
        of_files = f"file {index} of {len(files)}, " if len(files) > 1 else ""
        many = len(files) > A_FEW or len(entries) > A_FEW
        for number, entry in enumerate(entries, 1):
            if isinstance(entry, PuzzleError):
                complain(entry)
                codes.append(WRONG)
                continue
            progress = f"{of_files}puzzle {number} of {len(entries)}: {printable(file)}"
            codes.append(do(Job(file, number, len(entries), entry, progress if many else "")))
            if codes[-1] == INTERRUPTED:
                return INTERRUPTED
    return max(codes, key=GRAVITY.index)
