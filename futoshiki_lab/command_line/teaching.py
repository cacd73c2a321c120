"""The command for the one who teaches: questions."""

from __future__ import annotations

from argparse import ArgumentTypeError
from pathlib import Path

from futoshiki_lab.command_line.arguments import Parser, integer, read_size_or_puzzle
from futoshiki_lab.command_line.output import OK, to_screen
from futoshiki_lab.exams import KINDS, questions as make_questions
from futoshiki_lab.exams.sheet import find_ending

WIDTH = 12


def questions(arguments: list[str]) -> int:
    """Make a sheet of questions and write it."""
    about = "the size of the puzzles, or a file with a puzzle"
    lines = (f"  {name.ljust(WIDTH)}{title}\n" for name, (title, _) in KINDS.items())
    parser = Parser("questions", "N", about, kinds="".join(lines))
    parser.option("--kind", "K", lambda text: text, "all")
    parser.option("--seed", "N", integer(), 0)
    parser.option("--count", "K", integer(1))
    parser.option("-o --output --to", "OUT")
    parser.switch("--key")
    asked = parser.read(arguments, most=1)
    kinds = asked.kind if asked.kind == "all" else asked.kind.split(",")
    try:
        if asked.output:
            find_ending(Path(asked.output))  # before anything is made
        sheet = make_questions(read_size_or_puzzle(asked.files[0]), kinds, asked.seed, asked.count)
        if asked.output:
            sheet.save(asked.output)
    except (ValueError, ModuleNotFoundError, ArgumentTypeError) as error:
        parser.error(str(error))
    if not asked.output:
        to_screen(sheet.markdown(key=asked.key))
    return OK
