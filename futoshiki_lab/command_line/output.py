"""Where text goes: to the screen, to a file, to the terminal's last line; and the exit codes."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import TextIO

from futoshiki_lab.core import Grid, Puzzle, PuzzleError
from futoshiki_lab.support.extras import need
from futoshiki_lab.support.writing import OutputFile, write_file

OK, UNSATISFIABLE, WRONG, LIMIT, INTERRUPTED = 0, 1, 2, 3, 130
GRAVITY = (OK, UNSATISFIABLE, LIMIT, WRONG, INTERRUPTED)  # where several apply, the last one counts

PIPE_ROOM = getattr(select, "PIPE_BUF", 4096)  # bytes that a pipe with room takes at once
LONGEST_MESSAGE = 5000  # characters of a message: a name can be very long

Write = Callable[[str], None]
Drawn = tuple[Puzzle, Grid | None]  # on paper: a puzzle, or a solution of it


def complain(what: object) -> None:
    """Say on standard error what is wrong, in one line, with unprintable characters escaped."""
    text = str(what)
    text = text if len(text) <= LONGEST_MESSAGE else text[: LONGEST_MESSAGE - 3] + "..."
    to_errors("".join(c if c.isprintable() else ascii(c)[1:-1] for c in text) + "\n")


def to_errors(text: str) -> None:
    """Write a text to standard error, if there is one; if it fails, the work goes on without."""
    if sys.stderr:
        try:
            print(text, end="", file=sys.stderr, flush=True)
        except (OSError, ValueError):  # its disk is full, or nobody reads it any more
            give_up(sys.stderr)


def give_up(stream: TextIO) -> None:
    """Let what is still to be written to a stream that fails go nowhere, without another error."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class Screen:
    """Standard output, if there is one. What Ctrl-C keeps from going out goes out later.

    Python's own streams sometimes drop the text of a write that waits when Ctrl-C comes.
    """

    def __init__(self) -> None:
        self._waiting = b""
        self._sent: list[int] = []  # how much of it the last write took

    def write(self, text: str) -> None:
        """Write a text, after what still waits."""
        stream = sys.stdout
        try:
            number = stream.fileno() if stream else None
        except (OSError, ValueError, AttributeError):  # a stream that is no file, as in a test
            stream.write(text)
            stream.flush()
            return
        if number is None:
            return
        errors = stream.errors or "strict"
        self._waiting += text.replace("\n", os.linesep).encode(stream.encoding, errors)
        while self._left():
            if os.name == "posix":  # while this waits for room, Ctrl-C takes nothing away
                select.select([], [number], [])
            # `map` notes how much went out before Ctrl-C can come: no line of Python is between.
            self._sent.extend(map(os.write, [number], [self._waiting[:PIPE_ROOM]]))

    def _left(self) -> bytes:
        if self._sent:
            self._waiting, self._sent = self._waiting[self._sent[0] :], []
        return self._waiting


def to_screen(text: str) -> None:
    """Write a text to standard output, if there is one."""
    Screen().write(text)


@contextmanager
def written(out: str | None) -> Iterator[Write]:
    """Give a function that writes to the screen (None or `-`) or to a file.

    The file is put in place at the end, with what was written until then, also after an error or
    Ctrl-C; see `OutputFile`.

    Raises
    ------
    PuzzleError : the file cannot be written.
    """
    if out in (None, "-"):
        screen = Screen()
        yield screen.write
        screen.write("")
    else:
        with OutputFile(out, keep_partial=True) as file:
            yield file.write


def is_picture(out: str | None) -> bool:
    """Whether the end of a file's name asks for a drawn board."""
    return Path(out or "").suffix.lower() in (".png", ".svg", ".pdf")


def draw(boards: list[Drawn], out: str) -> None:
    """Draw puzzles, or their solutions, into a file; several make the pages of a PDF.

    Raises
    ------
    PuzzleError : there are several, and it is no PDF; what draws is not installed; or the file
        cannot be written.
    """
    if not boards:
        return
    picture, form = BytesIO(), Path(out).suffix[1:].lower()
    if form != "pdf" and len(boards) > 1:
        why = f"{len(boards)} boards are too many for one picture; a .pdf has a page for each"
        raise PuzzleError(why, file=out)
    try:
        need("a picture", "lab", "matplotlib")
    except ModuleNotFoundError as error:
        raise PuzzleError(str(error), file=out) from None
    from matplotlib.backends.backend_pdf import PdfPages

    from futoshiki_lab.draw.sheets import draw_board  # few commands need it

    figures = [draw_board(puzzle, solution=grid) for puzzle, grid in boards]
    if form == "pdf":
        with PdfPages(picture) as pages:
            for figure in figures:
                pages.savefig(figure)
    else:
        figures[0].savefig(picture, format=form)
    write_file(out, picture.getvalue())


class Blocks:
    """Texts one after another, with a separator between them; an empty text is not a block."""

    def __init__(self, write: Write, between: str):
        self._write, self._between, self._first = write, between, True

    def write(self, text: str) -> None:
        """Write one more block."""
        if text:
            between, self._first = "" if self._first else self._between, False
            self._write(between + text)


@contextmanager
def progress(text: str) -> Iterator[Callable[[], None]]:
    """Show a line on the terminal while something is being done; nothing without a terminal.

    Gives a function that takes the line away sooner, before something else is written.
    """
    shown = text[:79] if sys.stderr and sys.stderr.isatty() else ""  # one line of any terminal

    def clear() -> None:
        nonlocal shown
        shown, before = "", shown
        if before:
            to_errors(" " * len(before) + "\r")

    try:
        if shown:
            to_errors(f"{shown}\r")
        yield clear
    finally:
        clear()
