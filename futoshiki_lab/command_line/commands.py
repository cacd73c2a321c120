"""The commands about files of puzzles: solve, show, convert, puzzles."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from futoshiki_lab.command_line import output
from futoshiki_lab.command_line.arguments import (
    PROGRAM,
    Job,
    Parser,
    for_each_puzzle,
    format_by,
    integer,
    one_of,
)
from futoshiki_lab.core import Grid, Puzzle, PuzzleError
from futoshiki_lab.core.orderings import ORDERS, SELECTIONS
from futoshiki_lab.core.run import ROOTS, Run, parse_settings
from futoshiki_lab.core.search import LOOKS
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
    parser = Parser("solve")
    parser.option("-a --algorithm", "A", one_of("algorithm", LOOKS), "fc")
    parser.option("-s --select", "S", one_of("select", SELECTIONS), "reading")
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
    boards: list[tuple[Puzzle, Grid | None]] = []
    try:
        with output.written(None if drawn else asked.output) as write:
            blocks = output.Blocks(write, "" if asked.json else "\n")
            code = for_each_puzzle(asked, lambda job: _solve(job, asked, blocks, drawn and boards))
    except EngineError as error:
        parser.error(str(error))
    if boards:
        output.draw(boards, asked.output)
    return code


def _settings(asked: Namespace) -> dict[str, Any]:
    """The settings but for the engine."""
    names = ("select", "order", "root", "solutions", "node_limit", "seed", "jump")
    return {"look": asked.algorithm, **{name: getattr(asked, name) for name in names}}


def _solve(job: Job, asked: Namespace, blocks: output.Blocks, boards: list | bool) -> int:
    """Solve one puzzle and write each solution when it is found. Returns its exit code.

    Parameters
    ----------
    boards : takes the solutions, if they are to be drawn.
    """
    with output.progress(job.progress or (STARTING if job.number == 1 else "")) as clear:
        answer = _Answer(job, asked, blocks, clear, boards)
        settings = _settings(asked)
        run = solve_puzzle(job.puzzle, **settings, engine=asked.engine, keep=0, each=answer.write)
    if run.outcome == "interrupted":  # perhaps after a solution was found, before it went out
        run.counts.solutions = answer.written
    answer.end(run)
    _comment(job, run, answer.written, asked.json)
    return EXIT_CODES[run.outcome]


class _Answer:
    """Writes the solutions of a puzzle: as rows of numbers, or with all else as one JSON object.

    Parameters
    ----------
    clear : called before something is written.
    boards : takes the solutions instead, if they are to be drawn.

    Attributes
    ----------
    written : how many solutions were written.
    """

    def __init__(
        self,
        job: Job,
        asked: Namespace,
        blocks: output.Blocks,
        clear: Callable[[], None],
        boards: list | bool,
    ):
        self._job, self._asked, self._blocks, self._clear = job, asked, blocks, clear
        self._boards = boards
        self.written = 0

    def write(self, grid: Grid) -> None:
        """Write one more solution."""
        self._clear()
        if isinstance(self._boards, list):
            self._boards.append((self._job.puzzle, grid))
            self.written += 1
            return
        if self._asked.json:
            text = (", " if self.written else self._begin()) + _json(grid)
        else:
            text = self._job.puzzle.listing(grid)
        self.written += 1  # before: a write that Ctrl-C interrupts goes out later
        self._blocks.write(text)

    def _begin(self) -> str:
        names = ("algorithm", "select", "order", "root", "jump")
        settings = {name: getattr(self._asked, name) for name in names}
        begin = {"puzzle": self._job.key, "n": self._job.puzzle.size, **settings}
        return _json(begin)[:-1] + ', "solutions": ['

    def end(self, run: Run) -> None:
        """Write what is known only when the search has ended."""
        if self._asked.json:
            result = {"engine": run.settings.engine, "outcome": run.outcome}
            counts = result | {"counts": asdict(run.counts)}
            begin = "" if self.written else self._begin()
            self._blocks.write(f"{begin}], {_json(counts)[1:]}\n")


def _json(what: object) -> str:
    import json  # here, so that nothing else waits for it

    return json.dumps(what)


def _comment(job: Job, run: Run, written: int, as_json: bool) -> None:
    """Say in one line what grids cannot say; with JSON, only what the outcome does not say."""
    found = f"{_count(written, 'solution')} found until then"
    if run.outcome == "interrupted":
        output.complain(f"{job.label}: interrupted at {run.counts.nodes:,} nodes, {found}")
    elif run.outcome == "limit" and not as_json:
        output.complain(f"{job.label}: {run.ended}, {found}")
    elif run.outcome == "unsatisfiable" and not as_json:
        output.complain(f"{job.label}: no solution (unsatisfiable)")


# -- show and convert ----------------------------------------------------------------------


def show(arguments: list[str]) -> int:
    """Draw every puzzle of a file: with characters, under a line with its size, or as a picture."""
    parser = Parser("show")
    parser.option("-o --output", "OUT")
    asked = parser.read(arguments, most=1)
    boards: list[tuple[Puzzle, Grid | None]] = []
    if asked.output and not output.is_picture(asked.output):
        parser.error("-o takes a picture: a name that ends with .png, .svg or .pdf")
    blocks = output.Blocks(output.to_screen, "\n")

    def draw(job: Job) -> int:
        puzzle = job.puzzle
        if asked.output:
            boards.append((puzzle, None))
            return output.OK
        givens, signs = _count(len(puzzle.givens), "given"), _count(len(puzzle.signs), "sign")
        blocks.write(f"{job.label}: n = {puzzle.size}, {givens}, {signs}\n\n{puzzle.picture()}\n")
        return output.OK

    code = for_each_puzzle(asked, draw)
    if boards:
        output.draw(boards, asked.output)
    return code


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def convert(arguments: list[str]) -> int:
    """Write the puzzles of a file in another format, to the screen or to a file."""
    parser = Parser("convert")
    parser.option("--to", "F", format_by(FORMATS))
    parser.option("-o --output", "OUT")
    parser.switch("--model")
    asked = parser.read(arguments, most=1)
    if asked.to is None:
        parser.error(f"expected --to and one of {', '.join(FORMATS)}")
    if asked.model and (asked.to != "essence" or asked.output in (None, "-")):
        parser.error("--model needs --to essence and -o")
    puzzles: list[Puzzle] = []

    def collect(job: Job) -> int:
        puzzles.append(job.puzzle)
        return output.OK

    code = for_each_puzzle(asked, collect)
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
