"""Every writable format round-trips, and no text raises any error but PuzzleError."""

from collections.abc import Callable

import pytest
from conftest import EXHAUSTIVE
from hypothesis import HealthCheck, given, settings, strategies as st
from puzzles import any_puzzles

from futoshiki_lab.core import Puzzle, PuzzleError
from futoshiki_lab.formats import FORMATS, dumps, load_all, loads, loads_all
from futoshiki_lab.formats.registry import READERS

MANY = 200 if EXHAUSTIVE else 16
steady = {"derandomize": True, "deadline": None, "suppress_health_check": list(HealthCheck)}


def puzzles(smallest=1, largest=9, vertical=True) -> st.SearchStrategy[Puzzle]:
    """Any puzzle, if need be without signs between rows."""
    if vertical:
        return any_puzzles(smallest, largest)
    return any_puzzles(smallest, largest).map(
        lambda one: Puzzle(one.grid, [pair for pair in one.signs if pair[0].row == pair[1].row])
    )


def refusal(call: Callable[..., list[Puzzle]], *arguments: object) -> PuzzleError | None:
    """Why a reader refuses; None if it reads at least one puzzle."""
    try:
        found = call(*arguments)
    except PuzzleError as error:
        return error
    assert found
    assert all(isinstance(puzzle, Puzzle) for puzzle in found)
    return None


def reads_or_explains(text: str, format: str | None) -> None:
    """Read a text; if that fails, see that the error is one short line with a place in the text."""
    error = refusal(loads_all, text, format)
    if error:
        assert str(error).isprintable()
        assert len(str(error)) < 500
        assert error.line is not None
        assert error.column is not None
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1]) + 1


@pytest.mark.parametrize("format", FORMATS)
@settings(max_examples=MANY // 2, **steady)
@given(data=st.data())
def test_what_a_format_writes_it_reads_as_the_same_puzzle_named_or_not(format, data):
    largest = 10 if format == "cnf" else 32  # whose clauses are a million
    sizes = data.draw(st.sampled_from([(1, 9)] * 5 + [(10, largest)]))
    puzzle = data.draw(puzzles(*sizes, vertical=format != "lists"))
    text = dumps(puzzle, format)
    assert loads(text, format) == loads(text) == puzzle
    assert dumps(loads(text, format), format) == text


@pytest.mark.parametrize("format", ["id", "pairs"])
@settings(max_examples=MANY // 2, **steady)
@given(many=st.lists(puzzles(1, 5), min_size=1, max_size=6))
def test_many_puzzles_round_trip_in_their_order(format, many):
    assert loads_all(dumps(many, format)) == many


def woven(puzzle: Puzzle, across: str, down: str, empty: str, none: str) -> list[list[str]]:
    """The 2N-1 rows of 2N-1 entries: cells, and between them signs (smaller, larger) or `none`."""
    rows = [[none] * (2 * puzzle.size - 1) for _ in range(2 * puzzle.size - 1)]
    for cell in puzzle.cells:
        rows[2 * cell.row][2 * cell.column] = str(puzzle[cell] or empty)
    for small, large in puzzle.signs:
        signs = (across if small.row == large.row else down).split()
        between = small.row + large.row, small.column + large.column
        rows[between[0]][between[1]] = signs[small > large]
    return rows


def as_matrix(puzzle: Puzzle) -> str:
    rows = woven(puzzle, "1 -1", "1 -1", "0", "0")
    return f"{puzzle.size}\n" + "".join(" ".join(row) + "\n" for row in rows)


def as_lines_of_givens(puzzle: Puzzle) -> str:
    givens = [(*cell, value - 1) for cell, value in puzzle.givens.items()]
    signs = [(*large, *small) for small, large in puzzle.signs]
    lists = [(len(givens) - 1,), *givens, (len(signs) - 1,), *signs]
    return f"{puzzle.size}\n" + "".join(" ".join(str(k + 1) for k in row) + "\n" for row in lists)


def as_commas(puzzle: Puzzle) -> str:
    return "\n".join(map(",".join, woven(puzzle, "< >", "< >", " ", " ")))


def as_blanks(puzzle: Puzzle) -> str:
    return "\n".join(map("".join, woven(puzzle, "< >", "^ v", " ", " ")))


def as_one_line(puzzle: Puzzle) -> str:
    return "".join(map("".join, woven(puzzle, "( )", "^ v", ".", "_")))


def as_sections(puzzle: Puzzle) -> str:
    lines = [f"SIZE\n{puzzle.size}\nGIVENS"]
    lines += [f"{row + 1},{column + 1},{value}" for (row, column), value in puzzle.givens.items()]
    pairs = [[f"{row + 1},{column + 1}" for row, column in sign] for sign in puzzle.signs]
    return "\n".join([*lines, "INEQUALITIES", *map(",<,".join, pairs)])


WRITERS = [as_matrix, as_lines_of_givens, as_commas, as_blanks, as_one_line, as_sections]


@pytest.mark.parametrize("write", WRITERS)
@settings(max_examples=MANY // 2, **steady)
@given(puzzle=puzzles(2, 9))
def test_what_other_programs_write_is_read_as_the_same_puzzle(write, puzzle):
    if puzzle.signs and any(puzzle.grid[-1]):  # else a drawing is not told from other texts
        assert loads(write(puzzle)) == puzzle


@settings(max_examples=MANY // 2, **steady)
@given(puzzle=puzzles(), end=st.sampled_from(["\n", "\r\n", "\r"]), bom=st.booleans())
def test_line_ends_and_byte_order_marks_change_nothing(puzzle, end, bom):
    for format in set(FORMATS) - {"lists"}:
        text = "\ufeff" * bom + dumps(puzzle, format).replace("\n", end)
        assert loads(text) == puzzle
        assert loads(text.rstrip()) == puzzle


PIECES = [*"0123456789<>^vAV.*_-,;:#$[]{}()'\" \n\t\r\0", "∧", "∨", "٣", "²", "\ufeff", "\u2028"]
PIECES += ["letting ", "be ", "n ", "hints ", "function", "relation", "-->", "START:", "REL:", "5:"]
PIECES += [
    "=== a ===\n",
    "SIZE 2\n",
    "1,1<1,2",
    "s SAT",
    "v 1",
    "%\n",
    "id,",
    "a",
    "U",
    "R",
    "D",
    "L",
    "z",
    "99999999999999999999",
    "-1",
    "+1",
    "1_0",
    "{'x':",
]
SOUP = st.lists(st.sampled_from(PIECES), max_size=60).map("".join)


@pytest.mark.parametrize("format", [None, *READERS])
@settings(max_examples=MANY, **steady)
@given(text=st.one_of(st.text(max_size=80), SOUP))
def test_any_text_is_read_or_refused_with_a_reason(format, text):
    reads_or_explains(text, format)


@st.composite
def damaged(draw, format: str) -> str:
    """A text of the format with one to four pieces of it lost, doubled, moved or replaced."""
    text = dumps(draw(puzzles(1, 5, vertical=format != "lists")), format)
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 6)))
        middle = draw(st.one_of(st.just(""), st.sampled_from(PIECES), st.just(text[start:end] * 2)))
        text = text[:start] + middle + text[end:]
    return text


@pytest.mark.filterwarnings("ignore:the drawing above")  # what is damaged may look like a solution
@pytest.mark.parametrize("format", FORMATS)
@settings(max_examples=MANY, **steady)
@given(data=st.data())
def test_a_damaged_text_is_read_or_refused_with_a_reason(format, data):
    text = data.draw(damaged(format))
    reads_or_explains(text, format)
    reads_or_explains(text, None)


@settings(max_examples=MANY, **steady)
@given(data=st.binary(max_size=80))
def test_any_bytes_are_read_or_refused(data, tmp_path_factory):
    path = tmp_path_factory.mktemp("bytes") / "a"
    path.write_bytes(data)
    error = refusal(load_all, path)
    if error:
        assert str(error).startswith(str(path))
        assert str(error).isprintable()


@settings(max_examples=MANY, **steady)
@given(name=st.one_of(st.text(max_size=40), st.sampled_from(["x" * 5000, "a\0b", "\ud800"])))
def test_any_name_is_found_or_refused(name):
    error = refusal(load_all, f"./{name}")  # never standard input
    if error:
        assert str(error).isprintable()
