"""What the commands of the command line do, once `__main__` has understood what is asked for."""

from __future__ import annotations

import json
import os
import secrets
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from stat import S_IMODE
from typing import Any

from futoshiki_lab.core import Puzzle, PuzzleError, Run
from futoshiki_lab.core.display import text_of
from futoshiki_lab.formats import dumps, load_all, save
from futoshiki_lab.formats.source import picked, printable
from futoshiki_lab.solving import choose, solve

OK, UNSATISFIABLE, WRONG, LIMIT, INTERRUPTED = 0, 1, 2, 3, 130
GRAVITY = (OK, UNSATISFIABLE, LIMIT, WRONG, INTERRUPTED)  # where several apply, the last one
EXIT_CODES = {
    "solved": OK,
    "exhausted": OK,
    "unsatisfiable": UNSATISFIABLE,
    "limit": LIMIT,
    "interrupted": INTERRUPTED,
}
A_FEW = 3  # puzzles, or files; with more than that a terminal is told how far it is
STARTING = "starting the search (compiled when it is run for the first time ever)"
LONGEST = 5000  # characters of a complaint: a name may be endless

Write = Callable[[str], None]


@dataclass(frozen=True)
class Job:
    """One puzzle of one file.

    Attributes
    ----------
    file : as it was asked for.
    number, total : it is the puzzle number `number`, from 1, of `total` in the file.
    progress : how far it is with files and puzzles, in words; empty if there are only a few.
    """

    file: str
    number: int
    total: int
    puzzle: Puzzle
    progress: str = ""

    @property
    def key(self) -> str:
        """`FILE#k`, also for the only puzzle of a file; a FILE that picks one says it already."""
        return self.file if picked(self.file)[1] else f"{self.file}#{self.number}"

    @property
    def label(self) -> str:
        """What messages call it: `FILE#k` only if the file holds several, and printable."""
        return printable(self.key if self.total > 1 else self.file)


# -- solve ---------------------------------------------------------------------------------


def check_settings(asked: Namespace) -> None:
    """Refuse settings that do not go together, before any file is read.

    Raises
    ------
    ValueError : says what is wrong with them.
    """
    choose(**_settings(asked))


def solve_files(asked: Namespace) -> int:
    """Solve every puzzle of every file, in order, and write each result at once.

    Returns
    -------
    The exit code.

    Raises
    ------
    PuzzleError : the output cannot be written.
    """
    codes = [OK]
    with written(asked.output) as write:
        blocks = Blocks(write, "" if asked.json else "\n")
        for job in jobs(asked):
            codes.append(wrong(job) if isinstance(job, PuzzleError) else _do(job, asked, blocks))
            if codes[-1] == INTERRUPTED:
                break
    return max(codes, key=GRAVITY.index)


def wrong(error: PuzzleError) -> int:
    """Say what is wrong with a file. Returns the exit code."""
    complain(error)
    return WRONG


def _do(job: Job, asked: Namespace, blocks: Blocks) -> int:
    """Solve one puzzle and write the result. Returns its exit code."""
    with progress(job.progress or (STARTING if job.number == 1 else "")):
        run = solve(job.puzzle, **_settings(asked))
    blocks.write(_json(job, run) if asked.json else _grids(run))
    _comment(job, run, asked.json)
    return EXIT_CODES[run.outcome]


class Blocks:
    """Texts one after another, with something between them; an empty text is no block."""

    def __init__(self, write: Write, between: str):
        self._write, self._between, self._first = write, between, True

    def write(self, text: str) -> None:
        if text:
            self._write(text if self._first else self._between + text)
            self._first = False


def _settings(asked: Namespace) -> dict[str, Any]:
    return {
        "look": asked.algorithm,
        "select": asked.select,
        "order": asked.order,
        "root": asked.root,
        "solutions": asked.solutions,
        "node_limit": asked.node_limit,
        "seed": asked.seed,
        "engine": asked.engine,
    }


def jobs(asked: Namespace) -> Iterator[Job | PuzzleError]:
    """Read file after file; one that cannot be read gives its error, and the next one follows."""
    files = asked.files
    for index, file in enumerate(files, 1):
        try:
            puzzles = load_all(file, asked.format)
        except PuzzleError as error:
            yield error
            continue
        of_files = f"file {index} of {len(files)}, " if len(files) > 1 else ""
        for number, puzzle in enumerate(puzzles, 1):
            many = len(files) > A_FEW or len(puzzles) > A_FEW
            progress = f"{of_files}puzzle {number} of {len(puzzles)}: {printable(file)}"
            yield Job(file, number, len(puzzles), puzzle, progress if many else "")


def _grids(run: Run) -> str:
    return "\n".join(text_of(grid) for grid in run.solutions)


def _json(job: Job, run: Run) -> str:
    settings = run.settings
    result = {
        "puzzle": job.key,
        "n": job.puzzle.size,
        "algorithm": settings.algorithm,
        "select": settings.select,
        "order": settings.order,
        "root": settings.root,
        "engine": settings.engine,
        "outcome": run.outcome,
        "solutions": run.solutions,
        "counts": asdict(run.counts),
    }
    return json.dumps(result) + "\n"


def _comment(job: Job, run: Run, told: bool) -> None:
    """Say in one line what a grid cannot say; in JSON the outcome has told most of it already."""
    found = f"{len(run.solutions)} solution{'s' * (len(run.solutions) != 1)} found until then"
    if run.outcome == "interrupted":
        complain(f"{job.label}: interrupted at {run.counts.nodes:,} nodes, {found}")
    elif run.outcome == "limit" and not told:
        complain(f"{job.label}: {run.ended}, {found}")
    elif run.outcome == "unsatisfiable" and not told:
        complain(f"{job.label}: no solution (unsatisfiable)")


# -- show and convert ----------------------------------------------------------------------


def show(asked: Namespace) -> int:
    """Draw every puzzle of a file, under a line with its size."""
    file = asked.files[0]
    puzzles = load_all(file, asked.format)
    blocks = Blocks(to_screen, "\n")
    for number, puzzle in enumerate(puzzles, 1):
        label = Job(file, number, len(puzzles), puzzle).label
        blocks.write(f"{label}: {_size(puzzle)}\n\n{puzzle.picture()}\n")
    return OK


def _size(puzzle: Puzzle) -> str:
    givens, signs = len(puzzle.givens), len(puzzle.signs)
    return (
        f"n = {puzzle.size}, {givens} given{'s' * (givens != 1)}, {signs} sign{'s' * (signs != 1)}"
    )


def convert(asked: Namespace) -> int:
    """Write the puzzles of a file in another format, to the screen or to a file."""
    file = asked.files[0]
    puzzles = load_all(file, asked.format)
    try:
        text = dumps(puzzles, asked.to)
    except PuzzleError as error:
        raise PuzzleError(error.message, file=printable(file)) from None
    if asked.model:
        save(puzzles, asked.output, asked.to, model=True)
        return OK
    with written(asked.output) as write:
        write(text)
    return OK


# -- where the output goes -----------------------------------------------------------------


def complain(what: object, *, lines: bool = False) -> None:
    """Say on standard error what is wrong: in one line, with nothing unprintable left as it is.

    Parameters
    ----------
    lines : whether it may have several lines, being a text of our own.
    """
    text = str(what)
    if not lines:
        text = text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
        text = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    if sys.stderr:
        print(text, file=sys.stderr, flush=True)


def to_screen(text: str) -> None:
    if sys.stdout:
        sys.stdout.write(text)
        sys.stdout.flush()


@contextmanager
def written(out: str | None) -> Iterator[Write]:
    """Give a function that writes to the screen (None or `-`) or to a file.

    A file grows beside its place, as `OUT.????????.part`, and is moved there at the end, also after
    an error or Ctrl-C; if nothing was written, or it could not be, the place stays as it was.

    Raises
    ------
    PuzzleError : the file cannot be written.
    """
    if out in (None, "-"):
        yield to_screen
        return
    place = _Place(out)
    try:
        yield place.write
    finally:
        place.close()


class _Place:
    """A file in the making."""

    def __init__(self, out: str):
        self._out, self._draft, self._failed = out, None, False
        with self._errors():
            self._path = Path(out)
            if self._path.exists() and not self._path.is_file():  # a terminal, a pipe, a folder
                self._file = self._path.open("w", encoding="utf-8", newline="\n")
                return
            self._path = Path(os.path.realpath(out))
            if self._path.exists() and not os.access(self._path, os.W_OK):
                raise PermissionError(13, "Permission denied")
            name = f"{self._path.name[:60]}.{secrets.token_hex(4)}.part"
            self._draft = self._path.with_name(name)
            self._file = self._draft.open("x", encoding="utf-8", newline="\n")
            if self._path.exists():
                self._draft.chmod(S_IMODE(self._path.stat().st_mode))

    def write(self, text: str) -> None:
        with self._errors():
            self._file.write(text)
            self._file.flush()

    def close(self) -> None:
        """Move what was written to its place."""
        with self._errors():
            try:
                self._file.close()
                if self._draft and self._draft.stat().st_size and not self._failed:
                    os.replace(self._draft, self._path)
            finally:
                if self._draft:
                    self._draft.unlink(missing_ok=True)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:  # nobody reads any more: nobody is to be told
            raise
        except (OSError, ValueError) as error:
            self._failed = True
            reason = getattr(error, "strerror", None) or "not a file name"
            raise PuzzleError(f"cannot write it: {reason}", file=printable(self._out)) from None


@contextmanager
def progress(text: str) -> Iterator[None]:
    """Show a line on the terminal while something is being done; none without a terminal."""
    if not text or not sys.stderr or not sys.stderr.isatty():
        yield
        return
    text = text[:79]
    try:
        print(text, end="\r", file=sys.stderr, flush=True)
        yield
    finally:
        print(" " * len(text), end="\r", file=sys.stderr, flush=True)
