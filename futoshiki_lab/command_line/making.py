"""The command that makes puzzles: generate."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from collections.abc import Generator
from contextlib import closing

from futoshiki_lab.command_line import output
from futoshiki_lab.command_line.arguments import (
    A_FEW,
    Parser,
    integer,
    one_of,
    read_size_or_puzzle,
)
from futoshiki_lab.core import Puzzle
from futoshiki_lab.explorer.generator import GenerationError, Request, generate_in_turn, requested
from futoshiki_lab.formats import FORMATS, dumps
from futoshiki_lab.reasons import LEVELS, grade


def generate(arguments: list[str]) -> int:
    """Make puzzles with one solution."""
    about = "the size of the puzzle, 1 to 32, or a file with one to make another like it"
    parser = Parser("generate", "N", about)
    parser.option("--level", "L", lambda text: text[:40])
    parser.option("--givens", "G", _amount)
    parser.option("--signs", "S", _amount)
    parser.option("--count", "K", integer(1), 1)
    parser.option("--seed", "N", integer(), 0)
    parser.option("--attempts", "A", integer(1))
    parser.option("--to", "F", one_of("format", FORMATS))
    parser.option("-o --output", "OUT")
    parser.switch("--symmetric")
    parser.switch("--minimal")
    asked = parser.read(arguments, most=1)
    try:
        n, level = _size_and_level(read_size_or_puzzle(asked.files[0]))
        wishes = asked.givens, asked.signs, asked.symmetric, asked.minimal
        request = requested(n, asked.level or level, *wishes)
    except GenerationError as error:
        output.complain(f"{parser.prog}: {error}")
        return output.UNSATISFIABLE
    except ValueError as error:
        parser.error(str(error))
    to_terminal = bool(sys.stdout and sys.stdout.isatty()) and asked.output in (None, "-")
    drawn = to_terminal and asked.to is None
    asked.to = asked.to or "id"
    if asked.count > 1 and not FORMATS[asked.to].many:
        parser.error(f"{asked.to} has room for one puzzle only: leave out --count or --to")
    try:
        _write_puzzles(_made(request, asked), asked, drawn)
    except GenerationError as error:
        output.complain(f"{parser.prog}: {error}")
        return output.UNSATISFIABLE
    return output.OK


def _size_and_level(like: int | Puzzle) -> tuple[int, str]:
    """The size to make, and the level where none is named: those of a puzzle, if there is one."""
    if isinstance(like, Puzzle):
        level = grade(like).level
        return like.size, level if level in LEVELS else "Easy"
    return like, "Trivial" if like == 1 else "Easy"


def _amount(text: str) -> int | tuple[int, int]:
    """Read a number, or a range such as 4-8."""
    read = integer(0)
    span = re.fullmatch("([0-9]+)-([0-9]+)", text, re.ASCII)
    return (int(read(span[1])), int(read(span[2]))) if span else int(read(text))


def _made(request: Request, asked: Namespace) -> Generator[Puzzle, None, None]:
    """Give each puzzle when it is made, on all cores if there are many."""
    puzzles = generate_in_turn(request, asked.count, asked.seed, asked.attempts)
    for number in range(1, asked.count + 1):
        text = f"making puzzle {number} of {asked.count}"
        with output.progress(text if asked.count > A_FEW else ""):
            puzzle = next(puzzles)
        yield puzzle


def _write_puzzles(puzzles: Generator[Puzzle, None, None], asked: Namespace, drawn: bool) -> None:
    """Write each puzzle at once where the format has a line for each, else all at the end.

    What was made until an error or Ctrl-C is always written.

    Parameters
    ----------
    drawn : whether each is drawn with characters above its ID.
    """
    made: list[Puzzle] = []
    with output.written(asked.output) as write, closing(puzzles):
        try:
            for puzzle in puzzles:
                if asked.to == "id":
                    write(f"{puzzle.picture()}\n\n" * drawn + dumps(puzzle, "id"))
                else:
                    made.append(puzzle)
        finally:
            if made:
                write(dumps(made, asked.to))
