"""The compiled engine counts what docs/COUNTING.md, a second program and published tables say."""

import csv
from pathlib import Path

import pytest
from conftest import EXHAUSTIVE, few
from counted import TABLES, assert_comes_out, assert_counted, reference, rows_of_the_page

from futoshiki_lab import load_all, solve

COLUMNS, _, _, JUMP_COLUMNS, _ = TABLES
PUZZLES = load_all("usp/futoshiki")
USP = Path(__file__).resolve().parents[2] / "data" / "usp"
# With EXHAUSTIVE=1 in the environment, what takes more than a quarter of an hour is done as well:
# searches of more than 40,000 nodes are compared to their end; mac, a node of which costs hundreds
# of checks, up to the same limit as the others; and the readable search takes no turns and runs to
# the end of every search that the compiled one ends.
NODE_LIMIT = 200_000 if EXHAUSTIVE else 40_000
MAC_NODE_LIMIT = NODE_LIMIT if EXHAUSTIVE else 2_000
READABLE_NODE_LIMIT = NODE_LIMIT if EXHAUSTIVE else 2_000
READABLE_MAC_NODE_LIMIT = NODE_LIMIT if EXHAUSTIVE else 200


@pytest.mark.parametrize(
    ("title", "column", "figures"),
    [row for columns in TABLES[:-1] for row in rows_of_the_page(columns)],
)
def test_the_figures_of_the_page_come_out(title, column, figures):
    assert_comes_out(title, column, figures, "compiled")


# -- against a second program --------------------------------------------------------------------


@pytest.mark.parametrize("part", few(range(4)))
@pytest.mark.parametrize("column", [*COLUMNS, *JUMP_COLUMNS])
def test_all_counters_of_the_usp_puzzles_equal_the_second_programs(column, part):
    """To the end of each search that ends within the node limit; the others for a while.

    The readable search takes every second puzzle, and in the next column the others.
    """
    limit, for_a_while = NODE_LIMIT, READABLE_NODE_LIMIT
    if column.startswith("mac"):
        limit, for_a_while = MAC_NODE_LIMIT, READABLE_MAC_NODE_LIMIT
    *way, last = column.split()
    way, jump = (way, {"jump": True}) if last == "jump" else ((*way, last), {})
    if jump:  # tests/explorer/test_kernels.py compares the two engines beyond that
        limit, for_a_while = 20_000, 500
    compared = skipped = 0
    for number, puzzle in enumerate(PUZZLES[part::4], len(column)):
        compiled = solve(puzzle, *way, engine="compiled", node_limit=limit, **jump)
        more = jump if compiled.outcome == "solved" else {"node_limit": for_a_while} | jump
        expected = reference(puzzle, *way, **more)
        assert_counted(expected, puzzle, *way, engine="compiled", **more)
        if expected.counts["nodes"] <= for_a_while and (EXHAUSTIVE or number % 2):
            assert_counted(expected, puzzle, *way, engine="readable", **more)
        compared += more == jump
        skipped += expected.counts["skipped"]
    assert compared >= 9
    assert bool(skipped) == bool(jump)


# -- against published counts --------------------------------------------------------------------


def published(name: str) -> dict[int, int]:
    """Puzzle number to published assignments (which is `accepted + 1`)."""
    with (USP / f"{name}.csv").open(encoding="utf-8") as file:
        return {int(row[0]): int(row[2]) for row in csv.reader(file) if not row[0].startswith("#")}


NO_GIVENS = [number for number, puzzle in enumerate(PUZZLES, 1) if not puzzle.givens]


@pytest.mark.parametrize(
    ("name", "way", "numbers", "rows", "more_there"),
    [
        ("backtracking", ("bt", "reading"), range(1, 101), 49, {}),
        # Only those without givens: the published program does not propagate givens.
        ("forward_checking", ("fc", "reading"), NO_GIVENS, 8, {}),
        ("mrv", ("fc", "mrv"), NO_GIVENS, 8, {40: 106}),
    ],
)
def test_the_published_counts_are_reproduced_but_for_one(name, way, numbers, rows, more_there):
    theirs = {k: count for k, count in published(name).items() if k in numbers}
    ours = {k: solve(PUZZLES[k - 1], *way, engine="compiled").counts.accepted + 1 for k in theirs}
    assert len(ours) == rows
    assert {k: theirs[k] - ours[k] for k in ours if theirs[k] != ours[k]} == more_there
