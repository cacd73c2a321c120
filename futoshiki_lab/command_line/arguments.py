"""How the command line reads its arguments: the parser of a command, and the kinds of options."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from math import inf
from pathlib import Path
from string import Template
from typing import NoReturn

from futoshiki_lab.command_line.output import WRONG, complain, to_screen
from futoshiki_lab.core import PuzzleError, unknown
from futoshiki_lab.formats import reader

PROGRAM = "futoshiki-lab"

HELP = Path(__file__).parent / "help"  # for each command its usage, what it does, and more


class Parser(argparse.ArgumentParser):
    """A parser with one-line errors that takes options before, between and after files.

    Parameters
    ----------
    command : its name; the folder `help` has a text for it.
    takes : what the command takes besides options: FILE, or something else instead.
    about : what the help says about that.
    lists : what the text leaves open, such as names, each by its word there.
    """

    def __init__(
        self,
        command: str,
        takes: str = "FILE",
        about: str = "where the puzzles are",
        **lists: str,
    ):
        text = Template((HELP / f"{command}.txt").read_text(encoding="utf-8"))
        files = (HELP / "files.txt").read_text(encoding="utf-8")
        told = text.substitute(lists, files=files, options="$options")
        described, epilog = told.split("\n\n$options\n\n")
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
            self.option("--format", "F", "the files' format", format_by(reader))

    def option(
        self,
        names: str,
        value: str,
        about: str,
        read: Callable[[str], object] = str,
        default: object = None,
    ) -> None:
        """Add an option that takes a value.

        Parameters
        ----------
        names : with their dashes, such as "-o --output".
        value, about : what the help calls the value, and what it says about the option.
        read : turns the text into the value; an ArgumentTypeError says what is wrong with it.
        """
        words = names.split()
        self.add_argument(*words, metavar=value, default=default, type=read, help=about)

    def switch(self, name: str, about: str) -> None:
        """Add an option without a value."""
        self.add_argument(name, action="store_true", help=about)

    def error(self, message: str) -> NoReturn:
        complain(f"{self.prog}: {message} (see {self.prog} --help)")
        raise SystemExit(WRONG)

    def print_help(self, file: object = None) -> None:
        to_screen(self.format_help())  # argparse would hide an error of standard output

    def read(self, arguments: list[str], most: float = inf, least: int = 1) -> argparse.Namespace:
        """Parse all arguments.

        Parameters
        ----------
        most, least : how many files (or of what it takes instead) there may be.
        """
        end = arguments.index("--") if "--" in arguments else len(arguments)
        asked, strange = self.parse_known_intermixed_args(arguments[:end])
        if strange:
            self.error(f"unknown option {strange[0]}{self._hint(strange[0])}")
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


def format_by(look_up: Callable[[str], object]) -> Callable[[str], str]:
    """The reader of an option that is the name of a format."""

    def read(text: str) -> str:
        try:
            look_up(text)
        except PuzzleError as error:
            raise argparse.ArgumentTypeError(error.message) from None
        return text

    return read
