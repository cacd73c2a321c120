"""Steps: each is right and the cheapest, together they are the solution; how they are shown."""

from __future__ import annotations

import sys
from itertools import islice
from statistics import median

import pytest
import why as benchmark
from house import REPO
from puzzles import a_puzzle, solution_of
from pysat.solvers import pysolvers
from test_why import LEVELS, follow, must_be_right, must_be_shown

from futoshiki_lab import Puzzle, Stepper, explain, load_all, why
from futoshiki_lab.reasons import SHORT
from futoshiki_lab.reasons.facts import Entry, facts_of
from futoshiki_lab.reasons.steps import Course
from futoshiki_lab.support import progress


@pytest.mark.parametrize("level", LEVELS)
def test_the_steps_lead_to_the_solution_and_each_is_right(level):
    steps = explain(a_puzzle(5, level))
    right, rows = solution_of(steps.puzzle), [list(row) for row in steps.puzzle.grid]
    ruled_out = set()
    for number, step in enumerate(steps):
        (row, column), value = step.cell, step.must
        assert [list(line) for line in step.puzzle.grid] == rows
        if not value:
            ruled_out = follow(5, {*facts_of(step.puzzle), *ruled_out}, step.steps)
            continue
        assert (rows[row][column], right[row][column]) == (0, value)
        if step.marks:
            follow(5, {*facts_of(step.puzzle), *ruled_out}, step.steps)
        elif number % 3 == 0:
            must_be_right(step)
            must_be_shown(step)
        rows[row][column] = value
    assert steps.complete
    assert all(map(all, rows))


@pytest.mark.parametrize(("size", "number"), [(6, 1), (7, 0), (8, 0)])
def test_where_singles_are_enough_no_step_is_large(size, number):
    steps = explain(a_puzzle(size, "easy", number), effort=0)
    assert steps.largest.cost <= SHORT
    assert all(one.cost <= SHORT for step in steps for one in step.steps)
    assert all(step.steps for step in steps)


def test_what_is_on_the_board_is_not_derived_again():
    steps = explain(Puzzle([[0, 0], [0, 0]], [((0, 0), (0, 1))]))
    assert [str(step) for step in steps] == [
        "r1c1 < r1c2, so this has to be 1 and 2.",
        "r1c1 < r1c2, so this has to be 1 and 2.",
        "In column 1, 2 can only go in r2c1: r1c1 is filled.",
        "In column 2, 1 can only go in r2c2: r1c2 is filled.",
    ]
    for step in explain(a_puzzle(5, "tricky")):
        concluded = [fact for one in step.steps for fact in one.concludes]
        assert not {*step.puzzle.givens.items()} & {tuple(f) for f in concluded if type(f) is Entry}


@pytest.mark.parametrize("level", ["trivial", "extreme"])
def test_no_step_is_dearer_than_the_cheapest(level):
    puzzle = a_puzzle(4, level)
    for step in [step for step in explain(puzzle) if step.must][::3]:
        cells = [cell for cell in puzzle.cells if not step.puzzle[cell]]
        assert step.smallest
        assert step.cost == min(why(step.puzzle, cell).cost for cell in cells)


def test_with_little_effort_the_steps_are_minimal_and_do_not_claim_more():
    steps = explain(a_puzzle(5, "recursive"), effort=0)
    assert steps.complete
    assert not steps[0].smallest
    assert "perhaps not the least" in repr(steps)
    for step in [step for step in steps if step.must and not step.marks][:3]:
        must_be_right(step)


def test_ctrl_c_keeps_what_was_found(monkeypatch):
    found = Course.__iter__

    def interrupted(course):
        yield from islice(found(course), 3)
        raise KeyboardInterrupt

    monkeypatch.setattr(Course, "__iter__", interrupted)
    steps = explain(a_puzzle(4, "easy"))
    assert len(steps) == 3
    assert not steps.complete
    assert repr(steps).startswith("3 steps to 3 of 15 values; the largest costs ")
    assert steps.trace().outcome == "limit"


def test_ctrl_c_within_the_solver_is_one_too(monkeypatch):
    def interrupted(*_, **__):
        raise pysolvers.error("Caught keyboard interrupt")

    monkeypatch.setattr("pysat.solvers.Minisat22.solve_limited", interrupted)
    assert explain(a_puzzle(4, "easy"), progress=False) == []
    with pytest.raises(KeyboardInterrupt):
        why(a_puzzle(4, "easy"))


def test_long_work_shows_a_bar(monkeypatch, capsys):
    monkeypatch.setattr(progress, "BAR_DELAY", 0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    explain(a_puzzle(4, "easy"), progress=False)
    assert capsys.readouterr().err == ""
    explain(a_puzzle(4, "easy"))
    assert "/15" in capsys.readouterr().err


def test_the_steps_show_themselves():
    steps = explain(a_puzzle(4, "extreme"))
    assert steps.largest.cost == max(step.cost for step in steps)
    head, *lines = repr(steps).splitlines()
    assert head == f"14 steps; the largest costs {steps.largest.cost}"
    assert lines[0] == f"1. {steps[0]} (cost {steps[0].cost})"
    html = steps._repr_html_()
    assert html.count("<li>") == len(steps)
    assert "&lt;" in html
    assert " < " not in html


def test_a_stepper_walks_through_them():
    steps = explain(a_puzzle(4, "extreme"))
    (trace,) = Stepper(steps).traces
    assert trace.outcome == "solved"
    assert trace.counts.nodes == sum(bool(step.must) for step in steps) == 14
    told = [trace.reason(at).partition(": ")[2] for at in trace.steps("prune")]
    assert list(dict.fromkeys(told)) == [*dict.fromkeys(map(str, steps))]


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (Puzzle([[0, 0], [0, 0]]), "several solutions"),
        (Puzzle([[1, 0], [1, 0]]), "no solution: why"),
    ],
)
def test_only_one_solution_can_be_explained(puzzle, message):
    with pytest.raises(ValueError, match=message):
        explain(puzzle)


def test_the_page_has_what_the_benchmark_writes():
    page = (REPO / "docs" / "WHY.md").read_text("utf-8")
    _, _, table = page.partition(benchmark.STEPS[0])
    found = [line.strip("| ").split(" | ") for line in table.splitlines() if "x" in line[:4]]
    assert [row[1] for row in found] == 6 * list(benchmark.GRADES)
    for size, grade, count, told, middle, *_ in found:
        costs = [int(cost) for cost in told.split(", ")]
        assert (len(costs), median(costs)) == (int(count), float(middle))
        if (size, grade) == ("4x4", "Tricky"):
            puzzles = load_all(f"unequal/{size}-tricky")[: int(count)]
            assert sorted(explain(puzzle).largest.cost for puzzle in puzzles) == costs


def test_a_full_board_needs_no_steps():
    steps = explain(Puzzle([[1, 2], [2, 1]]))
    assert (steps, steps.complete, repr(steps)) == ([], True, "0 steps")
    assert repr(explain(Puzzle([[1, 2], [2, 0]]))).startswith("1 step; the largest costs 3")
    assert str(explain(Puzzle([[0]]))[0]) == "r1c1 must be 1."
