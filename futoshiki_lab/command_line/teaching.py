"""The command for the one who teaches: questions."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from pathlib import Path

from futoshiki_lab.command_line.arguments import Parser, integer, read_size_or_puzzle
from futoshiki_lab.command_line.output import OK, to_screen
from futoshiki_lab.exams import KINDS, questions as make_questions
from futoshiki_lab.exams.sheet import Sheet, find_ending, write_text

WIDTH = 12


def questions(arguments: list[str]) -> int:
    """Make a sheet of questions, or versions of it, and write it."""
    about = "the size of the puzzles, or a file with a puzzle"
    lines = (f"  {name.ljust(WIDTH)}{title}\n" for name, (title, _) in KINDS.items())
    parser = Parser("questions", "N", about, kinds="".join(lines))
    parser.option("--kind", "K", lambda text: text, "all")
    parser.option("--seed", "N", integer(), 0)
    parser.option("--count", "K", integer(1))
    parser.option("--moves", "A-B", read_moves)
    for name in ("look", "select", "order", "root"):
        parser.option(f"--{name}", "NAME")
    parser.switch("--jump")
    parser.option("--versions", "K", integer(1))
    for name in ("title", "course", "date"):
        parser.option(f"--{name}", "TEXT", str, "")
    parser.option("--points", "P", integer(1))
    parser.switch("--free")
    parser.option("-o --output --to", "OUT")
    parser.switch("--key")
    asked = parser.read(arguments, most=1)
    settings = {name: getattr(asked, name) for name in ("look", "select", "order", "root")}
    settings |= {"jump": True} if asked.jump else {}
    heads = {name: getattr(asked, name) for name in ("title", "course", "date", "points", "moves")}
    try:
        if asked.output:
            find_ending(Path(asked.output))  # before anything is made
        sheet = make_questions(
            read_size_or_puzzle(asked.files[0]),
            asked.kind if asked.kind == "all" else asked.kind.split(","),
            asked.seed,
            asked.count,
            choices=not asked.free,
            **heads,
            **{name: one for name, one in settings.items() if one is not None},
        )
        made = sheet.versions(asked.versions) if asked.versions else sheet
        if asked.output:
            made.save(asked.output)
            return OK
    except (ValueError, ModuleNotFoundError, ArgumentTypeError) as error:
        parser.error(str(error))
    rich = not sys.stdout.isatty()
    sheets = [made] if isinstance(made, Sheet) else made.sheets
    to_screen("\n".join(write_text(one, asked.key, rich) for one in sheets))
    if not isinstance(made, Sheet) and asked.key:
        to_screen(f"\n{made.table()}")
    return OK


def read_moves(text: str) -> tuple[int, int]:
    """Read two numbers with a dash between."""
    low, _, high = text.partition("-")
    if not (low.isdecimal() and high.isdecimal() and int(low) <= int(high)):
        raise ArgumentTypeError(f"expected two numbers as 5-40, found {text[:40]!r}")
    return int(low), int(high)
