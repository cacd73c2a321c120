"""The commands that reason like a person: grade, hint, generate."""

from __future__ import annotations

import json
import re
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator
from math import inf

from futoshiki_lab import generator, logic
from futoshiki_lab.command_line.arguments import (
    FILES,
    PROGRAM,
    Parser,
    format_by,
    one_of,
    whole_number,
)
from futoshiki_lab.command_line.commands import (
    A_FEW,
    GRAVITY,
    OK,
    UNSATISFIABLE,
    Blocks,
    Job,
    complain,
    jobs,
    progress,
    to_screen,
    written,
    wrong,
)
from futoshiki_lab.core import Puzzle, PuzzleError
from futoshiki_lab.formats import FORMATS, dumps
from futoshiki_lab.formats.registry import known
from futoshiki_lab.generator.wishes import wish

STRENGTHS = ("1", "2", "3")

GRADE = """\
Say how hard puzzles are for a person, one line each: the lowest level whose
rules solve the puzzle without a guess, as Simon Tatham's Unequal defines them.
  Trivial     singles in rows and columns; signs need no reasoning
  Easy        and bounds over one sign at a time
  Tricky      and naked and hidden sets in rows and columns
  Extreme     and sets across lines, and forcing chains
  Recursive   has one solution, but needs guesses
  ambiguous   has several solutions
  impossible  has none
"""
GRADE_MORE = f"""\
{FILES}
exit code: 0, or 1 if some puzzle is impossible, 2 if some file cannot be read
(the others are graded all the same).

examples:
  {PROGRAM} grade nyu/Input1 nyu/Input2
  {PROGRAM} grade unequal/7x7-extreme --json
"""
GRADE_JSON = """one JSON object for each puzzle, one a line: its n, its level, and the hardest
deduction that it needs, with the rule and the reason"""

HINT = """\
Give a hint for the next step: where to look, which rule to use there, and what
follows and why. The values that stand in the file count as filled in, and have
to be right.
"""
HINT_MORE = f"""\
{FILES}
exit code: 0, or 1 if some puzzle has no solution.

example:
  {PROGRAM} hint nyu/Input2 --strength 3
"""
STRENGTH = "1: where to look (the default); 2: also which rule to use; 3: also what follows and why"

GENERATE = """\
Make an N x N puzzle that has exactly one solution and just the level asked for.
"""
GENERATE_MORE = f"""\
Numbers of givens and signs are exact (6) or a range (4-8).

exit code: 0, or 1 if there is no such puzzle or none was found; what was made
until then is written.

examples:
  {PROGRAM} generate 5
  {PROGRAM} generate 7 --level extreme --count 20 --seed 100 -o 20.id
  {PROGRAM} generate 6 --givens 0 --to picture
"""
LEVEL = """Trivial, Easy (the default), Tricky, Extreme or Recursive, in any case, or Unequal's
letter for it: t, e, k, x, r"""
SEED = "a whole number (default 0): the same one gives the same puzzle, the next one another"
ATTEMPTS = "how many Latin squares to try for each puzzle before it is given up"
TO = "the format to write; id unless told otherwise: a line a puzzle, for the Unequal apps too"
MINIMAL = "leave no clue that could go without losing the single solution"


# -- grade ---------------------------------------------------------------------------------


def grade(arguments: list[str]) -> int:
    """Say the level of every puzzle of every file."""
    parser = Parser("grade", "FILE... [options]", GRADE, GRADE_MORE)
    parser.add_argument("--json", action="store_true", help=GRADE_JSON)
    asked = parser.read(arguments, most=inf)
    codes = [OK]
    for job in jobs(asked):
        codes.append(wrong(job) if isinstance(job, PuzzleError) else _grade(job, asked.json))
    return max(codes, key=GRAVITY.index)


def _grade(job: Job, as_json: bool) -> int:
    with progress(job.progress):
        verdict = logic.grade(job.puzzle)
    to_screen((_verdict(job, verdict) if as_json else verdict.level) + "\n")
    return UNSATISFIABLE if verdict.level == "impossible" else OK


def _verdict(job: Job, verdict: logic.Grade) -> str:
    hardest = verdict.hardest
    deduction = hardest and {
        "rule": hardest.rule,
        "level": hardest.level,
        "text": str(hardest),
        "cells": [str(cell) for cell in hardest.cells],
    }
    result = {"puzzle": job.key, "n": job.puzzle.size, "level": verdict.level, "hardest": deduction}
    return json.dumps(result)


# -- hint ----------------------------------------------------------------------------------


def hint(arguments: list[str]) -> int:
    """Give the next hint for every puzzle of a file."""
    parser = Parser("hint", "FILE [options]", HINT, HINT_MORE)
    strength = one_of("strength", STRENGTHS)
    parser.add_argument("--strength", metavar="S", default="1", type=strength, help=STRENGTH)
    asked = parser.read(arguments, most=1)
    blocks, codes = Blocks(to_screen, "\n"), [OK]
    for job in jobs(asked):
        if isinstance(job, PuzzleError):
            return wrong(job)
        with progress(job.progress):
            codes.append(_hint(job, int(asked.strength), blocks))
    return max(codes, key=GRAVITY.index)


def _hint(job: Job, strength: int, blocks: Blocks) -> int:
    given = logic.hint(job.puzzle, job.puzzle.grid)
    lines = dict.fromkeys((given.where, given.rule, given.why)[:strength])  # each once
    label = f"{job.label}:\n" if job.total > 1 else ""
    blocks.write(label + "".join(f"{line}\n" for line in lines))
    return UNSATISFIABLE if logic.grade(job.puzzle).level == "impossible" else OK


# -- generate ------------------------------------------------------------------------------


def generate(arguments: list[str]) -> int:
    """Make puzzles with one solution."""
    parser = _generate_parser()
    asked = parser.read(arguments, most=1)
    try:
        asked.n = whole_number(1)(asked.files[0])
        asked.givens, asked.signs = (_number(text) for text in (asked.givens, asked.signs))
        wish(asked.n, **_settings(asked))
    except generator.GenerationError as error:
        complain(f"{parser.prog}: {error}")
        return UNSATISFIABLE
    except (ValueError, ArgumentTypeError) as error:
        parser.error(str(error))
    if asked.count > 1 and not FORMATS[asked.to].many:
        parser.error(f"{asked.to} has room for one puzzle only: leave out --count or --to")
    return _generate(asked, parser.prog)


def _generate_parser() -> Parser:
    about = ("N", "the size of the puzzle, 1 to 32")
    parser = Parser("generate", "N [options]", GENERATE, GENERATE_MORE, *about)
    for names, value, default, read, about in (
        ("--level", "L", "Easy", lambda text: text[:40], LEVEL),
        ("--givens", "G", None, str, "how many cells are given; 0 for a puzzle of signs alone"),
        ("--signs", "S", None, str, "how many signs there are; 0 for a puzzle of givens alone"),
        ("--count", "K", 1, whole_number(1), "how many puzzles (default 1), of consecutive seeds"),
        ("--seed", "N", 0, whole_number(), SEED),
        ("--attempts", "A", None, whole_number(1), ATTEMPTS),
        ("--to", "F", "id", format_by(known), TO),
        ("-o --output", "OUT", None, str, "write to this file, not to the screen"),
    ):
        parser.add_argument(*names.split(), metavar=value, default=default, type=read, help=about)
    symmetric = "half a turn takes given cells to given cells"
    parser.add_argument("--symmetric", action="store_true", help=symmetric)
    parser.add_argument("--minimal", action="store_true", help=MINIMAL)
    return parser


def _number(text: str | None) -> int | tuple[int, ...] | None:
    """A number, or a range such as 4-8."""
    if text is None:
        return None
    read = whole_number(0)
    span = re.fullmatch("([0-9]+)-([0-9]+)", text, re.ASCII)
    return (read(span[1]), read(span[2])) if span else read(text)


def _settings(asked: Namespace) -> dict[str, object]:
    names = ("level", "givens", "signs", "symmetric", "minimal")
    return {name: getattr(asked, name) for name in names}


def _generate(asked: Namespace, program: str) -> int:
    """Write each puzzle as soon as it is made, where the format has a line for each."""
    made: list[Puzzle] = []
    code = OK
    with written(asked.output) as write:
        try:
            for puzzle in _made(asked):
                if asked.to == "id":
                    write(dumps(puzzle, "id"))
                made.append(puzzle)
        except generator.GenerationError as error:
            complain(f"{program}: {error}")
            code = UNSATISFIABLE
        if made and asked.to != "id":
            write(dumps(made, asked.to))
    return code


def _made(asked: Namespace) -> Iterator[Puzzle]:
    settings = _settings(asked)
    for number in range(asked.count):
        text = f"making puzzle {number + 1} of {asked.count}"
        with progress(text if asked.count > A_FEW else ""):
            seed = asked.seed + number
            puzzle = generator.generate(asked.n, seed=seed, attempts=asked.attempts, **settings)
        yield puzzle
