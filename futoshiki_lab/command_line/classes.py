"""The commands for a class: sheets of questions, and their marks."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError, Namespace
from pathlib import Path

from futoshiki_lab.command_line import output
from futoshiki_lab.command_line.arguments import Parser, integer, read_size_or_puzzle

HEADS = ("title", "course", "date", "points", "moves", "minutes")

# -- questions -----------------------------------------------------------------------------


def questions(arguments: list[str]) -> int:
    """Make a sheet of questions, or versions of it, and write it."""
    from futoshiki_lab.classroom.exams import (  # no other command loads it
        KINDS,
        questions as make_questions,
    )
    from futoshiki_lab.classroom.exams.marking import read_roster
    from futoshiki_lab.classroom.exams.sheet import Sheet, split_ending
    from futoshiki_lab.classroom.exams.text import write_text

    about = "the size of the puzzles, or a file with a puzzle"
    lines = (f"  {name.ljust(13)} {kind.title}\n" for name, kind in KINDS.items())
    parser = Parser("questions", "N", about, kinds="".join(lines))
    parser.option("--kind", "K", lambda text: text, "all")
    parser.option("--seed", "N", integer(), 0)
    parser.option("--count", "K", integer(1))
    parser.option("--minutes", "M", integer(1))
    parser.option("--moves", "A-B", read_moves)
    for names in ("-a --algorithm", "-s --select", "--order", "--root"):
        parser.option(names, "NAME")
    parser.switch("--jump")
    parser.option("--versions", "K", integer(1))
    parser.option("--roster", "CSV")
    parser.option("--secret", "FILE")
    parser.switch("--no-secret")
    for name in ("title", "course", "date"):
        parser.option(f"--{name}", "TEXT", str, "")
    parser.option("--points", "P", integer(1))
    parser.switch("--free")
    parser.option("-o --output --to", "OUT")
    parser.switch("--key")
    asked = parser.read(arguments)
    settings = {name: getattr(asked, name) for name in ("select", "order", "root")}
    settings |= {"look": asked.algorithm} | ({"jump": True} if asked.jump else {})
    heads = {name: getattr(asked, name) for name in HEADS}
    try:
        if asked.output:
            split_ending(Path(asked.output))  # before anything is made
        boards = [read_size_or_puzzle(file) for file in asked.files]
        people = read_roster(asked.roster) if asked.roster else [""] * (asked.versions or 0)
        sheet = make_questions(
            boards if len(boards) > 1 else boards[0],
            asked.kind if asked.kind == "all" else asked.kind.split(","),
            asked.seed,
            asked.count,
            choices=not asked.free,
            secret=_find_secret(asked),
            **heads,
            **{name: one for name, one in settings.items() if one is not None},
        )
        made = sheet.for_roster(people) if people else sheet
        if asked.output:
            made.save(asked.output)
            return output.OK
    except (ValueError, OSError, ModuleNotFoundError) as error:
        parser.error(str(error))
    rich = not (sys.stdout and sys.stdout.isatty())
    sheets = [made] if isinstance(made, Sheet) else made.sheets
    output.to_screen("\n".join(write_text(one, asked.key, rich) for one in sheets))
    if not isinstance(made, Sheet) and asked.key:
        output.to_screen(f"\n{made.table()}")
    return output.OK


def _find_secret(asked: Namespace) -> bytes:
    from futoshiki_lab.classroom.exams.secret import read_secret

    if asked.no_secret:
        return b""
    try:
        return read_secret(asked.secret)
    except OSError as error:
        if asked.secret:
            raise
        output.complain(
            f"no secret can be kept, so whoever has the package can make the key: {error}"
        )
        return b""


def read_moves(text: str) -> tuple[int, int]:
    """Read two numbers with a dash between."""
    low, _, high = text.partition("-")
    if not (low.isdecimal() and high.isdecimal() and int(low) <= int(high)):
        raise ArgumentTypeError(f"expected two numbers as 5-40, found {text[:40]!r}")
    return int(low), int(high)


# -- mark ----------------------------------------------------------------------------------


def mark(arguments: list[str]) -> int:
    """Mark a table of answers with the table that was written beside the sheets, or collect what
    pages have saved."""
    from futoshiki_lab.classroom.exams.marking import collect, mark as make_marks, read_table

    about = "the table of right answers, then the table of given ones; or a folder of results"
    parser = Parser("mark", "CSV", about)
    parser.option("-o --output", "OUT")
    asked = parser.read(arguments, most=2)
    folder = Path(asked.files[0])
    if (len(asked.files) == 1) != folder.is_dir():
        parser.error("expected two tables, or a folder of saved results")
    try:
        tables = (read_table(file) for file in asked.files)
        marks, left = collect(folder) if folder.is_dir() else make_marks(*tables)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    with output.written(asked.output) as write:
        write(marks)
    for one in left:
        output.complain(f"look at: {one}")
    return output.WRONG if left else output.OK
