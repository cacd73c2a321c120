"""The commands that reason like a person: grade, hint, why."""

from __future__ import annotations

import json
import re
from argparse import Namespace
from typing import Any

import futoshiki_lab.reasons as reasons  # with which error it says that it is not there
from futoshiki_lab.command_line import output
from futoshiki_lab.command_line.arguments import Job, Parser, for_each_puzzle, one_of

# -- grade ---------------------------------------------------------------------------------


def grade(arguments: list[str]) -> int:
    """Say the level of every puzzle of every file."""
    parser = Parser("grade")
    parser.switch("--json")
    asked = parser.read(arguments)
    return for_each_puzzle(asked, lambda job: _grade(job, asked))


def _grade(job: Job, asked: Namespace) -> int:
    with output.progress(job.progress):
        verdict = reasons.grade(job.puzzle)
    text = f"{job.label}: {verdict.level}" if len(asked.files) > 1 else verdict.level
    if asked.json:
        hardest = verdict.hardest
        deduction = hardest and {
            "rule": hardest.rule,
            "level": hardest.level,
            "text": str(hardest),
            "cells": [str(cell) for cell in hardest.cells],
        }
        about = {"puzzle": job.key, "n": job.puzzle.size}
        text = json.dumps({**about, "level": verdict.level, "hardest": deduction})
    output.to_screen(f"{text}\n")
    return output.UNSATISFIABLE if verdict.level == "impossible" else output.OK


# -- hint ----------------------------------------------------------------------------------


def hint(arguments: list[str]) -> int:
    """Give the next hint for every puzzle of a file."""
    parser = Parser("hint")
    parser.option("--strength", "S", one_of("strength", ("1", "2", "3")), "1")
    asked = parser.read(arguments, most=1)
    blocks = output.Blocks(output.to_screen, "\n")
    return for_each_puzzle(asked, lambda job: _hint(job, int(asked.strength), blocks))


def _hint(job: Job, strength: int, blocks: output.Blocks) -> int:
    with output.progress(job.progress):
        given = reasons.hint(job.puzzle, job.puzzle.grid)
        level = reasons.grade(job.puzzle).level
    lines = dict.fromkeys((given.where, given.rule, given.why)[:strength])  # each once
    label = f"{job.label}:\n" if job.total > 1 else ""
    blocks.write(label + "".join(f"{line}\n" for line in lines))
    return output.UNSATISFIABLE if level == "impossible" else output.OK


# -- why -----------------------------------------------------------------------------------


def why(arguments: list[str]) -> int:
    """Give the cheapest reasons for every puzzle of a file."""
    parser = Parser("why")
    asked = parser.read(arguments, most=3)
    asked.files, about = asked.files[:1], asked.files[1:]
    named = re.fullmatch(r"r(\d+)c(\d+)( \d+)?", " ".join(about), re.ASCII | re.IGNORECASE)
    if about and not named:
        parser.error(f"expected a cell such as r2c3 and a value, found {' '.join(about)[:40]!r}")
    row, column, value = map(int, named.groups("0")) if named else (0, 0, 0)
    about = [(row - 1, column - 1), value if named[3] else None] if named else []
    blocks = output.Blocks(output.to_screen, "\n")
    try:
        return for_each_puzzle(asked, lambda job: _why(job, about, blocks))
    except ValueError as error:
        parser.error(str(error))


def _why(job: Job, about: list[Any], blocks: output.Blocks) -> int:
    with output.progress(job.progress):
        found = reasons.why(job.puzzle, *about)
    grid = job.puzzle.listing(found.solution or ())
    label = f"{job.label}:\n" if job.total > 1 else ""
    text = str(found) if found.cell or not grid else "There is a solution:"
    blocks.write(f"{label}{text}\n{grid}")
    return output.UNSATISFIABLE if found.cell is None and not grid else output.OK
