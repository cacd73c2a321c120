"""What counters are held against: the tables of docs/COUNTING.md, and a second program."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from pathlib import Path

from reference_counter import Result, count, count_problem

from futoshiki_lab import Puzzle, load, solve

PAGE = Path(__file__).resolve().parents[1] / "docs" / "COUNTING.md"
# First solution, ascending: the tables of docs/COUNTING.md.
COLUMNS = ["bt reading", "fc reading", "fc mrv", "fc mrv_degree", "mac reading", "mac mrv"]
LEGAL_COLUMNS = ["bt legal_mrv", "bt legal_mrv_degree"]
GAC_COLUMNS = ["gac reading", "gac mrv", "gac dom_wdeg"]
FIGURES = ("nodes", "checks", "setup_checks")
JUMP_COLUMNS = ["bt reading jump", "fc reading jump", "fc mrv jump", "bt legal_mrv_degree jump"]
LEARN_COLUMNS = [f"{column} learn" for column in JUMP_COLUMNS]
LEARN_FIGURES = ("nodes", "accepted", "checks", "learned", "reused")
JUMP_FIGURES = ("nodes", "accepted", "checks", "skipped", "backtracks")
TABLES = (COLUMNS, LEGAL_COLUMNS, GAC_COLUMNS, JUMP_COLUMNS, LEARN_COLUMNS)


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


def assert_comes_out(title: str, column: str, figures: str, engine: str) -> None:
    """An entry of the page is what an engine counts."""
    title, _, setting = title.partition(", ")
    look, select, *words = column.split()
    more = {"root": "ac" if setting else "none", "engine": engine} | dict.fromkeys(words, True)
    counts = asdict(solve(puzzle_of(title), look, select, **more).counts)
    shown = (FIGURES, JUMP_FIGURES, LEARN_FIGURES)[len(words)]
    assert " / ".join(str(counts[of]) for of in shown) == figures


def assert_counted(expected: Result, puzzle: Puzzle, *way: str, **more):
    """The package came to the same: every counter, the outcome, the solutions in their order."""
    ran = solve(puzzle, *way, **more)
    assert (asdict(ran.counts), ran.outcome) == (expected.counts, expected.outcome), puzzle
    assert list(ran.solutions) == expected.solutions


def reference(puzzle: Puzzle, *way: str, **more) -> Result:
    return count(puzzle.size, dict(puzzle.givens), puzzle.signs, *way, **more)


def independent(problem, *way, **more):
    """What the independent program finds, with the solutions as a problem has them."""
    result = count_problem(*numbered(problem), *way, **{"solutions": None, **more})
    found = [[problem.values[k - 1] for k in solution] for solution in result.solutions]
    return [dict(zip(problem.cells, one, strict=True)) for one in found], result.counts


def numbered(problem):
    """A problem as the independent program takes it."""
    cells = {cell: k for k, cell in enumerate(problem.cells)}
    values = {value: k for k, value in enumerate(problem.values, 1)}

    def bits(some):
        return sum(1 << values[value] for value in some)

    tables = {
        (cells[x], cells[y]): (
            0,
            *(bits(b for b in values if a in problem.domains[x] or x in problem.givens
                   if problem.constraints[x][y].holds(a, b)) for a in values),
        )
        for x in problem.cells
        for y in problem.neighbours[x]
    }  # fmt: skip
    stated = {(cells[x], cells[y]) for x in cells for y in problem.stated_neighbours[x]}
    start = {cells[cell]: values[value] for cell, value in problem.givens.items()}
    return [bits(problem.domains[cell]) for cell in problem.cells], tables, stated, start
