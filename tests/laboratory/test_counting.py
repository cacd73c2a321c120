"""Every counter is what docs/COUNTING.md says it is."""

import csv
import os
from collections.abc import Iterable
from dataclasses import asdict, fields
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st
from puzzles import puzzles
from reference_counter import SELECTIONS, Result, count

from futoshiki_lab import Counts, Puzzle, load, load_all, solve
from futoshiki_lab.solving import ENGINES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "COUNTING.md"
USP = Path(__file__).resolve().parents[2] / "data" / "usp"
# With EXHAUSTIVE=1 in the environment, what takes more than a quarter of an hour is done as well:
# searches of more than 40,000 nodes are compared to their end; mac, a node of which costs hundreds
# of checks, up to the same limit as the others; and the readable search takes no turns and runs to
# the end of every search that the compiled one ends.
EXHAUSTIVE = bool(os.environ.get("EXHAUSTIVE"))
NODE_LIMIT = 200_000 if EXHAUSTIVE else 40_000
MAC_NODE_LIMIT = NODE_LIMIT if EXHAUSTIVE else 2_000
READABLE_NODE_LIMIT = NODE_LIMIT if EXHAUSTIVE else 2_000
READABLE_MAC_NODE_LIMIT = NODE_LIMIT if EXHAUSTIVE else 200
LONG = 1_000_000  # checks: only the compiled engine comes to a figure of the page beyond that

# First solution, ascending: the tables of docs/COUNTING.md.
COLUMNS = ["bt reading", "fc reading", "fc mrv", "fc mrv_degree", "mac reading", "mac mrv"]
LEGAL_COLUMNS = ["bt legal_mrv", "bt legal_mrv_degree"]
REFUSED = ("mrv", "mrv_degree", "dom_wdeg")  # by bt, which never changes the size of a domain
GAC_COLUMNS = ["gac reading", "gac mrv", "gac dom_wdeg"]
FIGURES = ("nodes", "checks", "setup_checks")
JUMP_COLUMNS = [
    *("bt reading jump", "fc reading jump", "fc mrv jump", "bt legal_mrv_degree jump"),
]
JUMP_FIGURES = ("nodes", "accepted", "checks", "skipped", "backtracks")


def rows_of_the_page(columns: list[str]) -> list[tuple[str, str, str]]:
    """(puzzle, algorithm and selection, figures) for each filled entry of one of its tables."""
    page = PAGE.read_text("utf-8")
    table, _, _ = page[page.index(f"| puzzle | {columns[0]}") :].partition("\n\n")
    header, _, *rows = [
        [entry.strip() for entry in line.strip("| \n").split("|")] for line in table.splitlines()
    ]
    assert header[1:] == columns
    return [
        (row[0], column, figures)
        for row in rows
        for column, figures in zip(columns, row[1:], strict=False)
        if figures
    ]


@cache
def puzzle_of(title: str) -> Puzzle:
    name, _, number = title.partition(" ")
    if name == "usp":
        return load(f"usp/futoshiki#{number}")
    if "/" in name:
        return load(f"{name}#{number}")
    return load("sysu/9x9" if name == "SYSU" else f"nyu/{name}")


def test_the_page_has_all_its_figures():
    assert len(rows_of_the_page(COLUMNS)) == 37
    assert len(rows_of_the_page(LEGAL_COLUMNS)) == 12
    assert len(rows_of_the_page(GAC_COLUMNS)) == len(rows_of_the_page(JUMP_COLUMNS)) == 24


@pytest.mark.parametrize(
    ("title", "column", "figures", "engine"),
    [
        (*row, engine)
        for columns in (COLUMNS, LEGAL_COLUMNS, GAC_COLUMNS, JUMP_COLUMNS)
        for row in rows_of_the_page(columns)
        for engine in ENGINES
        if engine == "compiled" or EXHAUSTIVE or int(row[2].split(" / ")[1]) < LONG
    ],
)
def test_the_figures_of_the_page_come_out(title, column, figures, engine):
    title, _, setting = title.partition(", ")
    look, select, *jump = column.split()
    more = {"root": "ac" if setting else "none", "jump": bool(jump), "engine": engine}
    counts = asdict(solve(puzzle_of(title), look, select, **more).counts)
    assert " / ".join(str(counts[of]) for of in (JUMP_FIGURES if jump else FIGURES)) == figures


# -- against a second program --------------------------------------------------------------------


def reference(puzzle: Puzzle, *way: str, **more) -> Result:
    return count(puzzle.size, dict(puzzle.givens), puzzle.signs, *way, **more)


def test_the_counters_have_the_names_of_the_page():
    page = PAGE.read_text("utf-8")
    assert all(f"`{field.name}`" in page for field in fields(Counts))
    assert {field.name for field in fields(Counts)} == set(reference(Puzzle([[0]]), "bt").counts)


@cache
def usp() -> list[Puzzle]:
    return load_all("usp/futoshiki")


def assert_counted(expected: Result, puzzle: Puzzle, *way: str, **more):
    """The package came to the same: every counter, the outcome, the solutions in their order."""
    ran = solve(puzzle, *way, **more)
    assert (asdict(ran.counts), ran.outcome) == (expected.counts, expected.outcome), puzzle
    assert list(ran.solutions) == expected.solutions


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("column", COLUMNS)
def test_all_counters_of_the_usp_puzzles_equal_the_second_programs(column, part):
    """To the end of each search that ends within the node limit; the others for a while.

    The readable search takes every second puzzle, and in the next column the others.
    """
    limit, for_a_while = NODE_LIMIT, READABLE_NODE_LIMIT
    if column.startswith("mac"):
        limit, for_a_while = MAC_NODE_LIMIT, READABLE_MAC_NODE_LIMIT
    compared, way = 0, column.split()
    for number, puzzle in enumerate(usp()[part::4], COLUMNS.index(column)):
        compiled = solve(puzzle, *way, engine="compiled", node_limit=limit)
        more = {} if compiled.outcome == "solved" else {"node_limit": for_a_while}
        expected = reference(puzzle, *way, **more)
        assert_counted(expected, puzzle, *way, engine="compiled", **more)
        if expected.counts["nodes"] <= for_a_while and (EXHAUSTIVE or number % 2):
            assert_counted(expected, puzzle, *way, engine="readable", **more)
        compared += not more
    assert compared >= 9


@pytest.mark.parametrize("column", JUMP_COLUMNS)
def test_all_counters_of_the_usp_puzzles_equal_the_second_programs_with_jumps(column):
    """Up to some nodes; tests/explorer/test_kernels.py compares the two engines beyond that."""
    way, skipped = column.split()[:2], 0
    for number, puzzle in enumerate(usp()):
        engine = ENGINES[number % 2]
        more = {"node_limit": 5_000 if engine == "compiled" else 500, "jump": True}
        expected = reference(puzzle, *way, **more)
        assert_counted(expected, puzzle, *way, engine=engine, **more)
        skipped += expected.counts["skipped"]
    assert skipped > 100


WAYS = st.tuples(
    st.sampled_from(["bt", "fc", "mac"]),
    st.sampled_from(SELECTIONS),
    st.sampled_from(["ascending", "descending", "lcv"]),
).map(lambda way: ("bt", "reading", way[2]) if way[0] == "bt" and way[1] in REFUSED else way)


@settings(max_examples=900)
@given(
    puzzles(1, 6),
    WAYS,
    st.sampled_from(["none", "ac"]),
    st.sampled_from([1, 2, 5, None]),
    st.integers(0, 2000),
    st.booleans(),
)
def test_all_counters_of_random_puzzles_equal_the_second_programs(
    puzzle, way, root, solutions, node_limit, jump
):
    """Satisfiable or not, with one solution or many, under every ordering and limit."""
    more = {"root": root, "node_limit": node_limit, "jump": jump and way[0] != "mac"}
    expected = reference(puzzle, *way, solutions=solutions, **more)
    for engine in ENGINES:
        assert_counted(expected, puzzle, *way, engine=engine, solutions=solutions or "all", **more)


@given(puzzles(1, 6), st.sampled_from(["mrv", "mrv_degree"]), st.booleans())
def test_counting_legal_values_accepts_as_many_values_as_forward_checking_has_nodes(
    puzzle, select, all_solutions
):
    """Bacchus and van Run (1995), if a value survives a look of `fc` where it is legal."""
    sought = "all" if all_solutions and puzzle.size < 4 else 1
    forward = solve(puzzle, "fc", select, solutions=sought)
    backward = solve(puzzle, "bt", f"legal_{select}", solutions=sought)
    assert backward.solutions == forward.solutions
    if forward.counts.nodes:
        assert backward.counts.accepted == forward.counts.nodes


# -- against published counts --------------------------------------------------------------------


def published(name: str) -> dict[int, int]:
    """Puzzle number to published assignments (which is `accepted + 1`)."""
    with (USP / f"{name}.csv").open(encoding="utf-8") as file:
        return {int(row[0]): int(row[2]) for row in csv.reader(file) if not row[0].startswith("#")}


def compare(name: str, way: tuple[str, str], puzzles: Iterable[int]) -> tuple[int, set[int]]:
    """How many rows were compared, and which of them differ."""
    table, differing = published(name), set()
    rows = [number for number in puzzles if number in table]
    for number in rows:
        accepted = solve(usp()[number - 1], *way, engine="compiled").counts.accepted
        if accepted + 1 != table[number]:
            differing.add(number)
    return len(rows), differing


def without_givens() -> list[int]:
    return [number for number, puzzle in enumerate(usp(), 1) if not puzzle.givens]


def test_the_published_backtracking_counts_are_reproduced_on_all_49_rows():
    rows = published("backtracking")
    assert compare("backtracking", ("bt", "reading"), rows) == (49, set())


def test_the_published_forward_checking_counts_are_reproduced_on_8_rows():
    """Those without givens: the published program does not propagate givens."""
    assert compare("forward_checking", ("fc", "reading"), without_givens()) == (8, set())


def test_the_published_mrv_counts_are_reproduced_on_7_of_8_rows():
    """Those without givens; on #40 the published program made 106 assignments more than we do."""
    assert compare("mrv", ("fc", "mrv"), without_givens()) == (8, {40})
    ours = solve(usp()[39], "fc", "mrv", engine="compiled").counts.accepted + 1
    assert published("mrv")[40] - ours == 106
