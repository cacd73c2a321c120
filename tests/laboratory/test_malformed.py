"""Bad input of every kind gives one short error that says where it is and what was expected."""

import ast
import os
import sys
import time
import tracemalloc
from collections.abc import Iterator
from functools import partial
from unittest.mock import Mock

import pytest
from conftest import rows_of

from futoshiki_lab.core import Puzzle, PuzzleError
from futoshiki_lab.formats import FORMATS, dumps, load, loads, loads_all
from futoshiki_lab.formats.detection import detect
from futoshiki_lab.formats.origin import MAX_BYTES

AS_GRIDS = "(read as grids, since it begins with rows of numbers)"
# What a relative of a format begins with: the words in its errors.
BEGINNINGS = {
    "#puzzle=": "an address with #puzzle=",
    "{": "a bracket",
    "SAVEFILE": "SAVEFILE",
    "problem(": "problem(",
    "A1, ": "a cell and a comma",
    "id,": "a column called id",
    "0,0L,0D": "cells and commas",
    "1,0,0,0,0": "cells and commas",
    "SIZE": "SIZE, or two cells and a sign",
    "3\n0,1 <": "SIZE, or two cells and a sign",
    "___": "a board in one line",
}
HUGE = "9" * 5000  # more digits than Python's int() takes


# What takes more room than a line of the table has; the rest is in malformed.txt.
LONG_ONES = [
    ("grids", f"0 {HUGE} 0\n0 0 0\n0 0 0\n", 1, 3, "found '999999999999999999999...'"),
    ("grids", "0 " * 33, 1, 65, "at most 32 numbers in a row, found more"),
    ("picture", ". " * 33, 1, 65, "at most 32 cells in a row"),
    ("lists", "[" * 9999, 1, 10, "expected at most 8 brackets inside one another"),
]


def malformed() -> Iterator[tuple]:
    """The format, the text, the line and column of its error, and a part of the message."""
    for row in rows_of("malformed.txt"):
        format, place, rest = row.split(maxsplit=2)
        message, text = ast.literal_eval(rest)
        yield None if format == "-" else format, text, *map(int, place.split(":")), message
    yield from LONG_ONES


@pytest.mark.parametrize(
    ("format", "text", "line", "column", "message"),
    list(malformed()),
    ids=lambda one: repr(one)[:20],
)
def test_an_error_says_where_it_is_and_what_was_expected(format, text, line, column, message):
    asked = format[1:] if format and format.startswith("=") else None
    with pytest.raises(PuzzleError) as caught:
        loads_all(text, asked)
    assert message in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"{line}:{column}: ")
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 110 + 30 * len(FORMATS)  # it may name them all
    if format and asked is None:  # detection saw the format, and that format gave this error
        with pytest.raises(PuzzleError) as again:
            loads_all(text, format)
        shows = next((BEGINNINGS[at] for at in BEGINNINGS if at in text), FORMATS[format].shows)
        why = f" (read as {format}, since it begins with {shows})"
        others_read = text.startswith("1:0\n")  # then the format is in no doubt
        assert str(caught.value) == str(again.value) + why * (not others_read)


def test_the_error_of_a_file_begins_with_its_name(tmp_path):
    path = tmp_path / "bad.txt"
    path.write_text("0 0\n0 x\n")
    with pytest.raises(PuzzleError) as caught:
        load(path)
    assert str(caught.value) == f"{path}:2:3: expected a number in 0..2, found 'x' {AS_GRIDS}"
    assert caught.value.file == str(path)


def test_a_mistyped_name_is_told_in_one_line_with_the_nearest_ones(tmp_path):
    (tmp_path / "lesson.txt").write_text("0")
    for name, meant in (("nyu/Inptu3", "nyu/Input3"), (tmp_path / "leson.txt", "lesson.txt")):
        with pytest.raises(PuzzleError, match=f"did you mean .*{meant}") as caught:
            load(name)
        # IPython shows these lines in the place of a traceback.
        assert caught.value._render_traceback_() == [f"PuzzleError: {caught.value}"]


def test_a_file_that_may_not_be_read_says_so(tmp_path, monkeypatch):
    path = tmp_path / "secret.txt"
    path.write_text("0")

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(path), "open", refuse)
    with pytest.raises(PuzzleError, match=r"secret\.txt: cannot read it: Permission denied"):
        load(path)


@pytest.mark.parametrize(
    ("data", "line", "column", "message"),
    [
        (b"0 0\r\n0 \xff\n", 2, 3, "expected UTF-8 text, found the byte 0xff"),
        (b"\xef\xbb\xbf0 \xe9", 1, 3, "expected UTF-8 text, found the byte 0xe9"),
        ("# S\xe3o\n".encode("latin-1"), 1, 4, "expected UTF-8 text, found the byte 0xe3"),
        ("\u2227 \u2227".encode() + b"\x80", 1, 4, "expected UTF-8 text"),
        (b"\xff\xfe0", None, None, "expected UTF-16 text"),
        ("0 0".encode("utf-16-le"), 1, 2, "control character '\\x00'"),
        (b"0 0\n0 \0\n", 2, 3, "control character '\\x00'"),
        (b"\x89PNG\r\n\x1a\n", 1, 1, "expected UTF-8 text"),
    ],
)
def test_bytes_that_are_no_text_are_refused_with_their_place(tmp_path, data, line, column, message):
    (tmp_path / "a").write_bytes(data)
    with pytest.raises(PuzzleError) as caught:
        load(tmp_path / "a")
    assert message in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (None, "-: expected a puzzle on standard input, which cannot be read"),
        (BrokenPipeError(32, "Broken pipe"), "-: cannot read it: Broken pipe"),
        (ValueError("I/O operation on closed file"), "-: cannot read it: not a readable file"),
        ([b""], "-:1:1: expected a puzzle, found an empty text"),
        ([b"0 0\n0 x"], "-:2:3: expected a number in 0..2, found 'x'"),
        (lambda count: b"0" * count, f"-: expected at most {MAX_BYTES} bytes of puzzles"),
    ],
)
def test_standard_input_that_fails_says_so(monkeypatch, answer, message):
    stream = Mock(**{"buffer.read.side_effect": answer})
    monkeypatch.setattr(sys, "stdin", answer and stream)
    with pytest.raises(PuzzleError) as caught:
        load("-")
    assert str(caught.value).startswith(message)


# -- size and time --------------------------------------------------------------------------------


def test_a_huge_file_is_refused_unread(tmp_path):
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(100_000_000)  # one line of NULs, in a file that takes no room
    tracemalloc.start()
    with pytest.raises(PuzzleError, match=f"at most {MAX_BYTES} bytes of puzzles, found 100000000"):
        load(path)
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


def test_a_file_without_end_is_refused():
    if not os.path.exists("/dev/zero"):
        pytest.skip("there is no file without end here")
    with pytest.raises(PuzzleError, match=f"at most {MAX_BYTES} bytes of puzzles, found more"):
        load("/dev/zero")


def test_a_text_that_is_too_long_is_refused():
    with pytest.raises(PuzzleError, match="at most 4000000 characters, found 4000001"):
        loads("0" * 4_000_001)


def fill(start: str, unit: str, end: str, length: int) -> str:
    return start + unit * ((length - len(start) - len(end)) // len(unit)) + end


# Texts made of one piece again and again, each as a function of its length.
HOSTILE = {
    name: partial(fill, *ast.literal_eval(pieces))
    for name, pieces in (row.split(": ", 1) for row in rows_of("hostile.txt"))
}
# The longer text, and how much longer it is than the other.
LONG, GROWTH = MAX_BYTES // 16, 8


def seconds_to_read(text: str, format: str | None) -> tuple[float, PuzzleError | None]:
    """Processor time, and the error: a text that is hostile by its length alone is short first."""
    start = time.process_time()
    try:
        loads_all(text, format)
    except PuzzleError as error:
        return time.process_time() - start, error
    return time.process_time() - start, None


def other_formats(what: str) -> list[str]:
    """All but the one that reads the text if none is given."""
    try:
        return [format for format in FORMATS if format != detect(HOSTILE[what](1000))]
    except PuzzleError:
        return [*FORMATS]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "format"), [(what, one) for what in HOSTILE for one in [None, *other_formats(what)]]
)
def test_a_hostile_text_is_refused_in_time_that_grows_no_faster_than_its_length(what, format):
    """Two lengths on the same machine: eight times as long would take 64 times if it squared.

    Most limits (of values, of puzzles) lie between the two: the longer text reaches them.
    """
    short, long = HOSTILE[what](LONG // GROWTH), HOSTILE[what](LONG)
    ratios = []
    for _ in range(3):  # another program's work can only add to one of them
        (before, _), (after, error) = seconds_to_read(short, format), seconds_to_read(long, format)
        assert error, "the longer text was read"
        assert str(error).isprintable()
        assert len(str(error)) < 400
        ratios.append(after / before)
        if ratios[-1] < 3 * GROWTH:
            return
    pytest.fail(f"{GROWTH} times as long took {ratios} times as long")


def memory_to_refuse(text: str) -> int:
    """The bytes that a reader needs at most, besides the text."""
    tracemalloc.start()
    with pytest.raises(PuzzleError):
        loads_all(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


@pytest.mark.slow
@pytest.mark.parametrize("what", ["many cases", "blank lines"])
def test_a_hostile_text_is_refused_within_small_memory(what):
    assert memory_to_refuse(HOSTILE[what](MAX_BYTES)) < 50_000_000


def test_many_honest_puzzles_are_read():
    puzzles = [Puzzle(((0, 0), (0, 0)))] * 3000
    for format in ("id", "pairs"):
        assert loads_all(dumps(puzzles, format)) == puzzles
