"""What the command line reads: the arguments of a command, and the puzzles of its files."""

from __future__ import annotations

import argparse
import os
import re
from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from math import inf
from pathlib import Path
from string import Template
from textwrap import fill
from typing import NoReturn

from futoshiki_lab.command_line.output import GRAVITY, INTERRUPTED, OK, WRONG, complain, to_screen
from futoshiki_lab.core import LOOKS, ORDERS, SELECTIONS, Puzzle, PuzzleError, unknown
from futoshiki_lab.core.errors import listed
from futoshiki_lab.formats import FORMATS, READERS, load_all, load_entries, picked
from futoshiki_lab.support.phrases import printable

PROGRAM = "futoshiki-lab"

DETECTED = "The format is detected from the content, unless --format names it:"
HELP = Path(__file__).parent / "help"  # for each command its usage, what it does, and more


class Parser(argparse.ArgumentParser):
    """A parser with one-line errors that takes options before, between and after files.

    Parameters
    ----------
    command : its name; the folder `help` has a text for it and for each of its options.
    takes : what the command takes besides options: FILE, or something else instead.
    about : what the help says about that.
    lists : what the text leaves open, such as names, each by its word there.
    """

    def __init__(
        self, command: str, takes: str = "FILE", about: str = "where the puzzles are", **lists: str
    ):
        text = Template((HELP / f"{command}.txt").read_text(encoding="utf-8"))
        formats = fill(f"{DETECTED} {listed(FORMATS, 'or')}.", 80)
        shared = Template((HELP / "files.txt").read_text(encoding="utf-8"))
        files = shared.substitute(formats=formats)
        known = {"algorithms": [*LOOKS], "selections": [*SELECTIONS], "orders": [*ORDERS]}
        lists = {word: listed(names, "or") for word, names in known.items()} | lists
        told = text.substitute(lists, files=files, options="$options")
        described, more = told.split("\n\n$options")
        options, epilog = more.split("\n\n", 1)
        self._about = dict(re.findall(r"^  (--[\w-]+): ((?:.*\n {6})*.*)", options, re.MULTILINE))
        usage, description = described.split("\n\n", 1)
        super().__init__(
            prog=f"{PROGRAM} {command}",
            usage=f"{PROGRAM} {command} {usage}",
            description=description,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        self._takes = takes
        self.add_argument("files", nargs="*", metavar=takes, help=about)
        if takes == "FILE":
            self._about["--format"] = "the files' format"
            self.option("--format", "F", one_of("format", READERS))

    def option(
        self, names: str, value: str, read: Callable[[str], object] = str, default: object = None
    ) -> None:
        """Add an option that takes a value; the command's text says what it is.

        Parameters
        ----------
        names : with their dashes, such as "-o --output".
        value : what the help calls the value.
        read : turns the text into the value; an ArgumentTypeError says what is wrong with it.
        """
        words = names.split()
        about = next(self._about[word] for word in words if word in self._about)
        self.add_argument(*words, metavar=value, default=default, type=read, help=about)

    def several(self, name: str, value: str) -> None:
        """Add an option that takes one value or more."""
        self.add_argument(name, metavar=value, nargs="+", default=[], help=self._about[name])

    def switch(self, name: str) -> None:
        """Add an option without a value."""
        self.add_argument(name, action="store_true", help=self._about[name])

    def error(self, message: str) -> NoReturn:
        complain(f"{self.prog}: {message} (see {self.prog} --help)")
        raise SystemExit(WRONG)

    def print_help(self, file: object = None) -> None:
        to_screen(self.format_help())  # argparse would hide an error of standard output

    def read(self, arguments: list[str], most: float = inf, least: int = 1) -> argparse.Namespace:
        """Parse all arguments. `--look`, as Python calls it, is understood as `--algorithm`.

        Parameters
        ----------
        most, least : how many files (or of what it takes instead) there may be.
        """
        arguments = [re.sub("^--look(?==|$)", "--algorithm", each) for each in arguments]
        end = arguments.index("--") if "--" in arguments else len(arguments)
        asked, strange = self.parse_known_intermixed_args(arguments[:end])
        if strange:
            self.error(f"there is no option {strange[0]}{self._hint(strange[0])}")
        asked.files = [*asked.files, *arguments[end + 1 :]]
        if not least <= len(asked.files) <= most:
            some = f"one {self._takes}" if most == 1 else f"a {self._takes}"
            self.error(f"expected {some}, found {len(asked.files) or 'none'}")
        return asked

    def _hint(self, option: str) -> str:
        """What may be meant by an option that there is not."""
        if os.path.lexists(option):
            return "; a FILE whose name starts with - goes after --"
        name = option[:40].partition("=")[0].lower().replace("_", "-")
        known = [known for action in self._actions for known in action.option_strings]
        close = get_close_matches(name, known, n=1)
        return f"; did you mean {close[0]}?" if close else ""


# -- the kinds of options ------------------------------------------------------------------


def one_of(what: str, names: Mapping[str, object] | tuple[str, ...]) -> Callable[[str], str]:
    """The reader of an option that is one of several names."""

    def read(text: str) -> str:
        if text not in names:
            raise argparse.ArgumentTypeError(unknown(what, text[:40], names))
        return text

    return read


def integer(least: int | None = None, word: str = "") -> Callable[[str], int | str]:
    """The reader of an option that is a whole number, or a word."""

    def read(text: str) -> int | str:
        if word and text == word:
            return text
        if re.fullmatch(r"[+-]?[0-9]{1,999}", text) and (least is None or int(text) >= least):
            return int(text)
        wanted = "a whole number" + ("" if least is None else f" from {least}")
        wanted += f", or {word}" if word else ""
        raise argparse.ArgumentTypeError(f"expected {wanted}, found {text[:40]!r}")

    return read


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


def for_each_puzzle(asked: Namespace, do: Callable[[Job], int | None]) -> int:
    """Do something with every puzzle of every file, in order.

    A file or a puzzle of it that cannot be read gets a message, and the next one follows.

    Parameters
    ----------
    do : what to do with a puzzle; it returns an exit code, or None for `OK`. `INTERRUPTED` ends
        the loop.

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
            job = Job(file, number, len(entries), entry, progress if many else "")
            codes.append(do(job) or OK)
            if codes[-1] == INTERRUPTED:
                return INTERRUPTED
    return max(codes, key=GRAVITY.index)
