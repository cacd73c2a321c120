"""Reasons: enough, none too many, the cheapest; judged by CP-SAT and by trying all sets."""

from __future__ import annotations

import re
from itertools import combinations
from random import Random

import cp_sat
import pytest
from conftest import in_a_process
from puzzles import a_puzzle, solution_of

from futoshiki_lab import Cell, Puzzle, Sign, load, why
from futoshiki_lab.reasons import Explanation
from futoshiki_lab.reasons.facts import Entry, Fact, Left, Line, cost, facts_of

LEVELS = ("trivial", "easy", "tricky", "extreme", "recursive")
CROWDED = Puzzle([[1, 0, 0, 2], [0] * 4, [0, 4, 0, 0], [0, 3, 0, 0]])
IMPOSSIBLE = Puzzle([[0] * 3] * 3, [((0, 0), (0, 1)), ((0, 1), (0, 2)), ((0, 2), (1, 2))])


def questions(puzzle: Puzzle, count: int, share: float = 0.0):
    """Wrong values of open cells, in a state with a share of the solution entered."""
    random, right = Random(0), solution_of(puzzle)
    rows = [
        [value if puzzle[r, c] or random.random() < share else 0 for c, value in enumerate(row)]
        for r, row in enumerate(right)
    ]
    empty = [cell for cell in puzzle.cells if not rows[cell.row][cell.column]]
    every = [(cell, value) for cell in empty for value in puzzle.values]
    wrong = [(cell, value) for cell, value in every if value != right[cell.row][cell.column]]
    return rows, random.sample(wrong, min(count, len(wrong)))


def agreeing(size: int, facts, claim=(None, ())):
    """Values that CP-SAT finds for some facts, and for a cell that has one of some values."""
    left = {claim[0]: set(claim[1])} if claim[0] else {}
    for fact in facts:
        if isinstance(fact, Entry | Left):
            some = {fact.value} if isinstance(fact, Entry) else set(fact.values)
            left[fact.cell] = left.get(fact.cell, some) & some
    signs = [fact for fact in facts if isinstance(fact, Sign)]
    lines = [fact.cells(size) for fact in facts if isinstance(fact, Line)]
    return all(left.values()) and cp_sat.agreeing(size, {}, signs, lines, left)


def must_be_right(reasons: Explanation, marks=None) -> None:
    """The facts are those of the puzzle and rule the claim out; without any one they do not."""
    size, facts = reasons.puzzle.size, reasons.facts
    others = [value for value in reasons.puzzle.values if value != reasons.must]
    claim = (reasons.cell, others if reasons.must else [reasons.value])
    assert not reasons.solution
    assert set(facts) <= set(facts_of(reasons.puzzle, marks))
    assert not agreeing(size, facts, claim)
    for fact in facts:
        assert agreeing(size, [other for other in facts if other != fact], claim), fact


def follow(size: int, known: set[Fact], steps) -> set[Fact]:
    """All that is known after some steps; each follows from what is known, with nothing too much.

    `None` stands for a contradiction.
    """
    for step in steps:
        facts, every = set(step.facts), range(1, size + 1)
        assert facts <= known, step
        denied = [
            (fact.cell, {*every} - {*(fact.values if isinstance(fact, Left) else [fact.value])})
            for fact in step.concludes
        ] or [(None, ())]
        assert not any(agreeing(size, facts, claim) for claim in denied), step
        if step.cost < 12:  # a larger one takes long
            for fact in facts:
                assert any(agreeing(size, facts - {fact}, claim) for claim in denied), (step, fact)
        if step.inner:
            ((cell, value),) = [(fact.cell, step.value) for fact in step.concludes]
            assert None in follow(size, known | {Entry(cell, value)}, step.inner)
        known = known | set(step.concludes or [None])
    return known


def must_be_shown(reasons: Explanation, marks=None) -> None:
    """The steps hold, and lead to what is said."""
    size, known = reasons.puzzle.size, set(facts_of(reasons.puzzle, marks))
    claim = reasons.chain.claim
    known = follow(size, known | ({claim} if claim else set()), reasons.steps)
    cell, others = reasons.cell, [Entry(reasons.cell, v) for v in reasons.puzzle.values]
    if claim or not cell:
        assert None in known
        assert claim in (None, Entry(cell, reasons.value)) or claim.cell == cell
    elif reasons.must:
        assert Entry(cell, reasons.must) in known
    else:
        found = [fact for fact in known if isinstance(fact, Left) and fact.cell == cell]
        other = set(others) - {Entry(cell, reasons.value)}
        assert known & other or any(reasons.value not in fact.values for fact in found)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("size", "share"), [(4, 0), (5, 0), (6, 0.2), (7, 0.4), (8, 0.5)])
def test_a_reason_is_enough_has_nothing_too_much_and_is_shown_step_by_step(level, size, share):
    puzzle = a_puzzle(size, level)
    rows, wrong = questions(puzzle, 1, share=share)
    for cell, value in wrong:
        reasons = why(puzzle, cell, value, rows)
        assert (reasons.cell, reasons.value) == (cell, value)
        must_be_right(reasons)
        if reasons.steps or level not in ("extreme", "recursive"):
            must_be_shown(reasons)
        told = reasons.tell_by_facts()
        if told.steps:
            must_be_shown(told)
        assert told.shown_facts == reasons.facts  # of a minimal set none can be left out


@pytest.mark.parametrize("level", LEVELS)
def test_so_is_why_a_cell_must_have_its_value_and_what_follows_from_marks(level):
    puzzle, random = a_puzzle(5, level), Random(3)
    right = solution_of(puzzle)
    sure = {cell: right[cell.row][cell.column] for cell in puzzle.cells}
    marks = {cell: {sure[cell], *random.sample(puzzle.values, 2)} for cell in sure}
    rows, _ = questions(puzzle, 0, share=0.3)
    for cell, value in questions(puzzle, 4)[1]:
        for asked, more in ((None, {"values": rows}), (value, {"marks": marks})):
            reasons = why(puzzle, cell, asked, **more)
            assert reasons.must == (0 if asked else sure[cell])
            must_be_right(reasons, marks)
            must_be_shown(reasons, marks)


def test_a_bound_takes_the_place_of_a_weaker_one_only():
    """Of "at least 2" and "at most 4" neither says more."""
    must_be_shown(why(a_puzzle(7, "extreme", 2), (6, 4), 3, effort=0))


def true_of(grid, fact: Fact) -> bool:
    """Whether a fact holds for values in all cells."""
    if isinstance(fact, Entry):
        return grid[fact.cell.row][fact.cell.column] == fact.value
    if isinstance(fact, Line):
        return len({grid[row][column] for row, column in fact.cells(len(grid))}) == len(grid)
    low, high = (grid[row][column] for row, column in fact)
    return low < high


def a_cheaper_set(puzzle: Puzzle, price: int, claim=(None, ())) -> list[Fact]:
    """A set of facts that costs less and rules a claim out: every such set is tried.

    A set that holds for values that were found before is not given to CP-SAT again; so the values
    are to be such that no more facts can hold.
    """
    facts = list(facts_of(puzzle))
    found: list[int] = []  # for some values in all cells, the facts that hold, as bits
    for count in range(price):
        for numbers in combinations(range(len(facts)), count):
            chosen, bits = [facts[at] for at in numbers], sum(1 << at for at in numbers)
            if cost(chosen) >= price or any(bits & known == bits for known in reversed(found)):
                continue
            grid = agreeing(puzzle.size, chosen, claim)
            if grid is None:
                return chosen
            for fact in facts:
                holding = [other for other in facts if true_of(grid, other)]
                if fact not in holding:
                    grid = agreeing(puzzle.size, [*holding, fact], claim) or grid
            found.append(sum(true_of(grid, fact) << at for at, fact in enumerate(facts)))
    return []


@pytest.mark.parametrize("level", LEVELS)
def test_no_set_is_cheaper(level):
    puzzle = a_puzzle(4, level, 1)
    _, wrong = questions(puzzle, 20)
    every = [(*asked, why(puzzle, *asked)) for asked in wrong]
    dear = [asked for asked in every if 3 < asked[2].cost < 9]
    assert dear
    for cell, value, reasons in dear[:2]:
        assert reasons.smallest
        assert not a_cheaper_set(puzzle, reasons.cost, (cell, [value])), reasons


def test_no_set_is_cheaper_for_a_puzzle_without_a_solution():
    for puzzle in (IMPOSSIBLE, CROWDED):
        reasons = why(puzzle)
        assert reasons.smallest
        assert not a_cheaper_set(puzzle, reasons.cost)
        must_be_right(reasons)


def test_values_crossed_out_before_are_facts_too():
    puzzle = Puzzle([[0] * 3] * 3)
    marks = {Cell(0, 0): (1, 2), Cell(0, 2): (1, 2), Cell(2, 2): (), Cell(1, 1): (1, 2, 3)}
    reasons = why(puzzle, (0, 1), 2, marks=marks)
    assert reasons.marks == ((Cell(0, 0), (1, 2)), (Cell(0, 2), (1, 2)))
    assert (reasons.rows, reasons.cost) == ((0,), 1 + 1 + 2)
    assert reasons.text == (
        "r1c2 cannot be 2: in row 1, 3 can only go in r1c2, since r1c1 and r1c3 are not 3."
    )


# -- what cannot be ruled out ----------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_a_value_that_can_stand_has_a_solution(level):
    puzzle = a_puzzle(5, level)
    right = solution_of(puzzle)
    for cell in puzzle.cells[::6]:
        reasons = why(puzzle, cell, right[cell.row][cell.column])
        assert reasons.solution == right
        assert reasons.facts == ()
        assert str(reasons).startswith(f"{cell} can be ")
    assert why(puzzle).solution == right


def test_a_cell_with_several_values_has_no_reason():
    reasons = why(Puzzle([[0] * 4] * 4), (1, 1))
    assert reasons.puzzle.is_solution(reasons.solution)
    assert str(reasons).startswith("r2c2 can have more than one value: ")


# -- entries that are wrong ------------------------------------------------------------------------


def test_what_the_player_entered_in_the_cell_does_not_count():
    puzzle, values = Puzzle([[0] * 3] * 3), [[1, 0, 0], [0, 0, 0], [0, 2, 0]]
    assert why(puzzle, (0, 0), 1, values).solution
    assert str(why(puzzle, (0, 1), 1, values)) == "r1c2 cannot be 1: r1c1 = 1 stands in row 1."
    assert str(why(puzzle, (0, 1), 2, values)) == "r1c2 cannot be 2: r3c2 = 2 stands in column 2."


def test_wrong_entries_elsewhere_do_not_hide_the_reason():
    values = [[2, 2, 0, 0], [0] * 4, [0] * 4, [0, 0, 0, 3]]
    puzzle = Puzzle([[0] * 4] * 4)
    reasons = why(puzzle, (3, 0), 3, values)
    assert reasons.wrong == (Entry(Cell(0, 1), 2),)
    assert not {*reasons.wrong} & {*reasons.facts}
    assert str(reasons) == (
        "r1c2 = 2 is wrong: r1c1 in the same row is 2 as well.\n"
        "Without it, r4c1 cannot be 3: r4c4 = 3 stands in row 4."
    )
    assert why(puzzle, (2, 2), 1, values).solution[0][0] == 2
    nothing = why(puzzle, values=values)
    assert nothing.facts == (Entry(Cell(0, 0), 2), Entry(Cell(0, 1), 2), Line("row", 0))
    assert (nothing.rows, nothing.columns, nothing.signs) == ((0,), (), ())
    assert str(nothing) == "r1c2 = 2 is wrong: 2 stands twice in row 1: in r1c1 and r1c2."


@pytest.mark.parametrize("level", LEVELS)
def test_an_entry_that_no_solution_has_is_told_first_and_is_no_reason(level):
    puzzle, right = a_puzzle(6, level), solution_of(a_puzzle(6, level))
    (row, column), other, *_ = [cell for cell in puzzle.cells if not puzzle[cell]]
    rows = [list(line) for line in puzzle.grid]
    rows[row][column] = right[row][column] % 6 + 1
    for value in (right[other.row][other.column], right[other.row][other.column] % 6 + 1):
        reasons = why(puzzle, other, value, rows)
        assert reasons.wrong == (Entry(Cell(row, column), rows[row][column]),)
        assert str(reasons).startswith(f"{reasons.wrong[0]} is wrong: ")
        assert bool(reasons.solution) == (value == right[other.row][other.column])
        assert not set(reasons.wrong) & {*reasons.facts, *reasons.shown_facts}


# -- what they say ---------------------------------------------------------------------------------

SAID = {
    (0, 3, 1): "r1c4 cannot be 1: r1c2 = 1 stands in row 1.",
    (0, 1, 2): "r1c2 cannot be 2: it is given as 1.",
    (2, 1, 4): "r3c2 cannot be 4: r3c2 < r3c3 leaves it no room.",
    (1, 3, 2): "r2c4 cannot be 2: r2c4 < r3c4 = 2.",
    (2, 0, 3): "r3c1 cannot be 3: r3c1 < r3c2 < r3c3 leave it no room.",
}
TALKATIVE = Puzzle(
    [[0, 1, 0, 0], [0] * 4, [0, 0, 0, 2], [0] * 4],
    [((2, 0), (2, 1)), ((2, 1), (2, 2)), ((1, 3), (2, 3))],
)


@pytest.mark.parametrize("asked", SAID, ids=str)
def test_the_usual_reasons_are_said_as_a_player_would(asked):
    row, column, value = asked
    assert str(why(TALKATIVE, (row, column), value)) == SAID[asked]


def test_steps_are_told_as_a_player_would():
    signs = [((0, 1), (0, 2)), ((0, 2), (0, 3)), ((1, 0), (2, 0)), ((2, 0), (3, 0))]
    puzzle = Puzzle([[0] * 4, [0] * 4, [0, 0, 3, 0], [0, 0, 0, 4]], signs)
    assert str(why(puzzle, (3, 0))) == "r4c1 must be 3: row 4 has 4, and r2c1 < r3c1 < r4c1."
    assert str(why(puzzle, (0, 0), 1)) == (
        "r1c1 cannot be 1: r3c1 is at most 2, since row 3 has 3, and r3c1 < r4c1.\n"
        "r2c1 < r3c1 (at most 2), so r2c1 = 1."
    )
    sure = Puzzle([[0] * 4] * 4, [((0, 0), (0, 1)), ((0, 1), (0, 2)), ((0, 2), (0, 3))])
    assert str(why(sure, (0, 2))) == ("r1c1 < r1c2 < r1c3 < r1c4, so this has to be 1, 2, 3 and 4.")
    assert str(why(sure, (1, 1), 2)) == (
        "r2c2 cannot be 2: r1c1 < r1c2 < r1c3 < r1c4, so this has to be 1, 2, 3 and 4."
    )
    twice = Puzzle([[3, 0, 3], [0] * 3, [0] * 3])
    assert str(why(twice)) == "3 stands twice in row 1: in r1c1 and r1c3."


@pytest.mark.parametrize("level", LEVELS)
def test_no_line_is_long_and_all_that_it_names_is_lit(level):
    puzzle = a_puzzle(7, level)
    rows, wrong = questions(puzzle, 8, share=0.1)
    for cell, value in wrong:
        reasons = why(puzzle, cell, value, rows, effort=50)
        for line in reasons.text.splitlines():
            words = [word for word in line.split() if re.search("[a-z0-9]", word)]
            assert len(words[line[0].isdigit() :]) <= 25, line
        assert set(re.findall(r"r\d+c\d+", reasons.text)) <= set(map(str, reasons.cells))
        assert reasons.text.startswith(f"{cell} cannot be {value}")


def test_what_takes_a_search_has_a_tree():
    puzzle = a_puzzle(5, "recursive")
    ((cell, value),) = questions(puzzle, 1)[1]
    trace = why(puzzle, cell, value).trace()
    assert (trace.outcome, trace.puzzle[cell]) == ("unsatisfiable", value)


def test_the_board_is_shown_with_what_matters_lit():
    reasons = why(TALKATIVE, (0, 3), 1)
    assert reasons.cells == (Cell(0, 1), Cell(0, 3))
    html = reasons._repr_html_()
    assert html.startswith("<p>r1c4 cannot be 1: ")
    assert html.count("#56B4E9") == 2 * len({"row 1", "r1c2"})
    assert "<path" in html  # the value is struck through
    assert "&lt;" in why(TALKATIVE, (2, 1), 4)._repr_html_().partition("</p>")[0]


def test_where_the_steps_use_more_than_the_cheapest_facts_the_picture_says_so():
    values = [[0, 0, 0, 5, 3], [3, 0, 5, 4, 0], [5, 0, 0, 0, 0], [4, 0, 0, 0, 5], [0, 5, 0, 0, 0]]
    reasons = why(load("unequal/5x5-recursive#3"), (2, 1), 2, values)
    assert len(reasons.shown_facts) > len(reasons.facts)
    assert "Fewer facts are enough: r2c4 = 4, r3c3 &lt; r3c2" in reasons._repr_html_()
    told = reasons.tell_by_facts()
    assert (told.facts, len(told.steps)) == (reasons.facts, 4)
    assert "Fewer" not in told._repr_html_()


# -- the same each time, and what is refused -------------------------------------------------------


def test_the_reasons_are_the_same_on_every_run(monkeypatch):
    puzzle = a_puzzle(6, "extreme")
    _, wrong = questions(puzzle, 4)
    first = [why(puzzle, *asked, effort=100) for asked in wrong]
    assert [why(puzzle, *asked, effort=100) for asked in wrong[::-1]] == first[::-1]
    monkeypatch.setenv("PYTHONHASHSEED", "1")
    told = in_a_process(f"""
from futoshiki_lab import load_all, why
puzzle = load_all("unequal/6x6-extreme")[0]
print([why(puzzle, *asked, effort=100).facts for asked in {[(tuple(c), v) for c, v in wrong]}])
""")
    assert told.strip() == str([reasons.facts for reasons in first])


def test_with_little_effort_the_reasons_are_minimal_and_say_that_they_may_not_be_the_cheapest():
    puzzle = a_puzzle(6, "extreme")
    reasons = why(puzzle, *questions(puzzle, 1)[1][0], effort=0)
    assert not reasons.smallest
    must_be_right(reasons)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (((4, 0), 1), r"r5c1 = 1 is not on a board of size 4"),
        (((0, 0), 5), r"r1c1 = 5 is not on a board of size 4"),
        (((0, 9),), r"r1c10 is not on a board of size 4"),
        ((None, 3), r"which cell cannot be 3\?"),
        (((0, 0), 1, [[0]]), r"4 rows of 4 values"),
        (((0, 0), 0), r"r1c1 = 0 is not on a board of size 4"),
        (("r1c1", 4), r"a cell is \(row, column\), both from 0, not 'r1c1'"),
        (((0, 0), "4"), r"the value must be a whole number, not '4'"),
        (((0, 0), 2.0), r"the value must be a whole number, not 2.0"),
        (((0, 0), True), r"the value must be a whole number, not True"),
        (((0, 0), 1, [[2.0] * 4] * 4), r"r1c1 = 2.0 is not one of 0..4"),
        (((0, 0), 1, None, {(9, 9): [1]}), r"r10c10 is not on a board of size 4"),
        (((0, 0), 1, None, {(0, 1): [7]}), r"r1c2 = 7 is not on a board of size 4"),
    ],
)
def test_what_makes_no_sense_is_refused(asked, message):
    with pytest.raises(ValueError, match=message):
        why(TALKATIVE, *asked)
