"""The commands about files of puzzles: solve, show, convert, puzzles."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import asdict
from inspect import getdoc
from textwrap import fill
from typing import Any

from futoshiki_lab.command_line import output
from futoshiki_lab.command_line.arguments import (
    PROGRAM,
    Job,
    Parser,
    for_each_puzzle,
    integer,
    one_of,
)
from futoshiki_lab.core import LOOKS, ORDERS, SELECTIONS, Grid, Named, Puzzle, PuzzleError, listed
from futoshiki_lab.core.run import ROOTS, Run, parse_settings
from futoshiki_lab.core.search import NamedLook
from futoshiki_lab.formats import FORMATS, bundled, dumps, save
from futoshiki_lab.solving import ENGINES, EngineError, solve as solve_puzzle
from futoshiki_lab.support.phrases import printable

EXIT_CODES = {
    "solved": output.OK,
    "exhausted": output.OK,
    "unsatisfiable": output.UNSATISFIABLE,
    "limit": output.LIMIT,
    "interrupted": output.INTERRUPTED,
}
STARTING = "starting the search (compiled when it is run for the first time ever)"


# -- solve ---------------------------------------------------------------------------------


def solve(arguments: list[str]) -> int:
    """Solve puzzles, count every step of the search, and write each result at once."""
    parser = Parser(
        "solve",
        looks="\n".join(map(_tell_look, LOOKS.values())),
        algorithms=_tell_names(LOOKS, "fc"),
        selections=_tell_names(SELECTIONS, "reading"),
        orders=_tell_names(ORDERS, "ascending"),
        undemanding=listed(one.name for one in SELECTIONS.values() if not one.by_domains),
        jumping=listed(one.name for one in LOOKS.values() if one.blames),
    )
    parser.option("-a --algorithm", "A", one_of("algorithm", LOOKS), "fc")
    parser.option("-s --select", "S", one_of("selection", SELECTIONS), "reading")
    parser.option("--order", "O", one_of("order", ORDERS), "ascending")
    parser.option("--seed", "N", integer(), 0)
    parser.option("--root", "R", one_of("root", ROOTS), "none")
    parser.switch("--jump")
    parser.option("--solutions", "K", integer(1, "all"), 1)
    parser.option("--node-limit", "N", integer(0))
    parser.option("--engine", "E", one_of("engine", ENGINES))
    parser.option("-o --output", "OUT")
    parser.switch("--json")
    asked = parser.read(arguments)
    try:
        parse_settings(**_settings(asked))  # before any file is read
    except ValueError as error:
        parser.error(str(error))
    drawn = output.is_picture(asked.output)
    if drawn and asked.json:
        parser.error("--json writes text, and -o names a picture")
    boards: list[output.Drawn] = []
    try:
        with output.written(None if drawn else asked.output) as write:
            blocks = output.Blocks(write, "" if asked.json else "\n")
            code = for_each_puzzle(asked, lambda job: _solve(job, asked, blocks, drawn, boards))
    except EngineError as error:
        parser.error(str(error))
    output.draw(boards, asked.output)
    return code


def _tell_look(look: NamedLook) -> str:
    """What an algorithm does, in lines for the help."""
    does = (getdoc(look.function) or "").partition("\n")[0]
    told = f"  {look.name:<4} {look.said}: {does[:1].lower()}{does[1:]}"
    return fill(told, 79, subsequent_indent=" " * 7)


def _tell_names(names: Mapping[str, Named[Any]], default: str) -> str:
    """Names with what they are called, in a line."""
    said = {one.name: [one.said] * (one.said != one.name) for one in names.values()}
    said[default].append("the default")
    return "; ".join(f"{name} ({', '.join(told)})" if told else name for name, told in said.items())


def _settings(asked: Namespace) -> dict[str, Any]:
    """The settings but for the engine."""
    names = ("select", "order", "root", "solutions", "node_limit", "seed", "jump")
    return {"look": asked.algorithm, **{name: getattr(asked, name) for name in names}}


def _solve(
    job: Job, asked: Namespace, blocks: output.Blocks, drawn: bool, boards: list[output.Drawn]
) -> int:
    """Solve one puzzle and write each solution when it is found. Returns its exit code.

    Parameters
    ----------
    drawn, boards : whether the solutions are to be drawn; then `boards` takes them.
    """
    puzzle, settings, written = job.puzzle, _settings(asked), 0
    names = ("algorithm", "select", "order", "root", "jump")
    about = {"puzzle": job.key, "n": puzzle.size, **{name: getattr(asked, name) for name in names}}
    begin = json.dumps(about)[:-1] + ', "solutions": ['

    def take(grid: Grid) -> None:
        nonlocal written
        clear()
        before = ", " if written else begin
        written += 1  # before: a write that Ctrl-C interrupts goes out later
        if drawn:
            boards.append((puzzle, grid))
        else:
            blocks.write(before + json.dumps(grid) if asked.json else puzzle.listing(grid))

    with output.progress(job.progress or (STARTING if job.number == 1 else "")) as clear:
        run = solve_puzzle(puzzle, **settings, engine=asked.engine, keep=0, each=take)
    if run.outcome == "interrupted":  # perhaps after a solution was found, before it went out
        run.counts.solutions = written
    if asked.json:
        result = {"engine": run.settings.engine, "outcome": run.outcome}
        told = json.dumps(result | {"counts": asdict(run.counts)})
        blocks.write(f"{'' if written else begin}], {told[1:]}\n")
    _comment(job, run, written, asked.json)
    return EXIT_CODES[run.outcome]


def _comment(job: Job, run: Run, written: int, as_json: bool) -> None:
    """Say in one line what grids cannot say; with JSON, only what the outcome does not say."""
    found = f"{_count(written, 'solution')} found until then"
    if run.outcome == "interrupted":
        output.complain(f"{job.label}: interrupted at {run.counts.nodes:,} nodes, {found}")
    elif run.outcome == "limit" and not as_json:
        output.complain(f"{job.label}: {run.ended}, {found}")
    elif run.outcome == "unsatisfiable" and not as_json:
        output.complain(f"{job.label}: no solution: {run.reason or run.outcome}")


# -- show and convert ----------------------------------------------------------------------


def show(arguments: list[str]) -> int:
    """Draw every puzzle of a file: with characters, under a line with its size, or as a picture."""
    parser = Parser("show")
    parser.option("-o --output", "OUT")
    asked = parser.read(arguments, most=1)
    boards: list[output.Drawn] = []
    if asked.output and not output.is_picture(asked.output):
        parser.error("-o takes a picture: a name that ends with .png, .svg or .pdf")
    blocks = output.Blocks(output.to_screen, "\n")

    def draw(job: Job) -> None:
        puzzle = job.puzzle
        if asked.output:
            boards.append((puzzle, None))
            return
        givens, signs = _count(len(puzzle.givens), "given"), _count(len(puzzle.signs), "sign")
        blocks.write(f"{job.label}: n = {puzzle.size}, {givens}, {signs}\n\n{puzzle.picture()}\n")

    code = for_each_puzzle(asked, draw)
    output.draw(boards, asked.output)
    return code


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def convert(arguments: list[str]) -> int:
    """Write the puzzles of a file in another format, to the screen or to a file."""
    parser = Parser("convert")
    parser.option("--to", "F", one_of("format", FORMATS))
    parser.option("-o --output", "OUT")
    parser.switch("--model")
    asked = parser.read(arguments, most=1)
    if asked.to is None:
        parser.error(f"expected --to and one of {', '.join(FORMATS)}")
    if asked.model and (asked.to != "essence" or asked.output in (None, "-")):
        parser.error("--model needs --to essence and -o")
    puzzles: list[Puzzle] = []
    code = for_each_puzzle(asked, lambda job: puzzles.append(job.puzzle))
    if not puzzles:
        return code
    try:
        text = dumps(puzzles, asked.to)
    except PuzzleError as error:
        error.file = printable(asked.files[0])
        raise
    if asked.model:
        save(puzzles, asked.output, asked.to, model=True)
    else:
        with output.written(asked.output) as write:
            write(text)
    return code


# -- puzzles -------------------------------------------------------------------------------


def puzzles(arguments: list[str]) -> int:
    """List the names of the bundled puzzles."""
    parser = Parser("puzzles", "WORD", "a part of the names, in any case")
    word = "".join(parser.read(arguments, most=1, least=0).files)
    names = [name for name in bundled() if word.lower() in name.lower()]
    if not names:
        output.complain(f"{PROGRAM} puzzles: no bundled puzzle has {printable(word)} in its name")
        return output.WRONG
    output.to_screen("".join(f"{name}\n" for name in names))
    return output.OK
