"""Deductions: what follows really follows, and logic is a look of the search.

That no rule misses anything is seen in the verdicts of test_climbing.py and test_grade.py."""

from functools import cache, reduce
from itertools import combinations, product
from operator import and_, or_
from random import Random

import pytest
from conftest import rows_of
from puzzles import a_puzzle, brute_force, latin_squares, random_puzzle
from rebuilt import agree

from futoshiki_lab import Cell, Puzzle, Stepper, Verb, australia, load, record, solve
from futoshiki_lab.reasons import deduce, deductions, logic_solver, logic_solver_deterministic
from futoshiki_lab.reasons.deduction import remaining_values, solvable
from futoshiki_lab.reasons.ladder import look_logic, look_logic_easy
from futoshiki_lab.reasons.marks import KINDS, Marks, signs_of
from futoshiki_lab.reasons.rules import rules_for
from futoshiki_lab.reasons.shape import bits_of, values_of

LOGICAL = [*product((4, 5, 6, 7, 8, 9), ("trivial", "easy", "tricky", "extreme"))]


# -- random states and what is true in them ------------------------------------------------------

# Sets of Latin squares of size 4 are integers too: bit i is set if square i is in the set.


@cache
def squares_with() -> dict[tuple[int, int], int]:
    """For each cell and value the squares that have it there."""
    sets: dict[tuple[int, int], int] = {}
    for number, square in enumerate(latin_squares(4)):
        for cell, value in enumerate(value for row in square for value in row):
            sets[cell, value] = sets.get((cell, value), 0) | 1 << number
    return sets


@cache
def squares_with_sign(smaller: int, larger: int) -> int:
    has = squares_with()
    pairs = combinations(range(1, 5), 2)
    return reduce(or_, (has[smaller, low] & has[larger, high] for low, high in pairs))


def consistent(marks: Marks) -> int:
    """The squares that keep every sign and have only values that are left."""
    has = squares_with()
    cells = (
        reduce(or_, (has[cell, value] for value in values_of(mask)), 0)
        for cell, mask in enumerate(marks.masks)
    )
    return reduce(and_, (*cells, *(squares_with_sign(*sign) for sign in marks.signs)))


@cache
def solved(seed: int) -> tuple[Puzzle, list[int]]:
    """A random 4x4 puzzle and the values of a solution."""
    puzzle = random_puzzle(seed, 4, consistent=True)
    return puzzle, [value for row in solve(puzzle, engine="readable").solution for value in row]


def random_state(seed: int, keep_solution: bool = True) -> Marks:
    """A 4x4 board with some signs and some values gone, whoever has removed them."""
    random = Random(seed)
    puzzle, solution = solved(seed)
    masks, placed = [], 0
    gone = random.random()
    for cell, value in enumerate(solution):
        mask = sum(1 << i for i in range(4) if random.random() > gone)
        mask |= 1 << value - 1 if keep_solution else 0
        masks.append(mask or 15)
        placed |= (random.random() < 0.5 and masks[-1].bit_count() == 1) << cell
    return Marks(4, signs_of(puzzle), masks, placed)


def everything_found(marks: Marks) -> list:
    """All that each rule finds, none of it applied."""
    return [found for rule in rules_for(marks.shape.size) for found in rule(marks)]


@pytest.mark.parametrize("keep_solution", [True, False])
def test_every_conclusion_holds_wherever_its_premises_do(keep_solution):
    """With every value back but those that its premises say are absent, it still follows."""
    has, seen = squares_with(), set()
    for seed in range(2000):
        marks = random_state(seed, keep_solution)
        for found in everything_found(marks):
            seen.add(found.title)
            masks = [15] * 16
            for cell, absent in found.premises:
                assert not absent & marks.masks[cell], "what is absent is not there"
                masks[cell] &= ~absent
            allowed = consistent(Marks(4, marks.signs, masks))
            assert found.removes or found.places or not allowed
            number = marks.shape.number
            for cell, gone in found.removes.items():
                assert bits_of(gone) & ~marks.masks[number(cell)] == 0, "only what is there can go"
                assert not any(allowed & has[number(cell), value] for value in gone), found
            for cell, value in found.places.items():
                assert not allowed & ~has[number(cell), value], found
    # On four cells a hidden pair is the other two's naked pair, which is found first.
    unseen = {"hidden set of {}", "no value left", "no place left", "contradiction"}
    assert seen >= {*KINDS} - unseen, "every rule was tried"
    assert keep_solution or "no place left" in seen


# -- in words ------------------------------------------------------------------------------------


def board(rows: str, signs: str) -> Marks:
    """Marks as findings.txt writes them."""
    table = [row.split() for row in rows.split("/")]
    n = len(table[0])
    masks = [2**n - 1 if cell == "." else bits_of(map(int, cell)) for row in table for cell in row]
    pairs = [(int(low), int(high)) for low, high in (sign.split("<") for sign in signs.split())]
    return Marks(n, pairs, masks + [2**n - 1] * (n * n - len(masks)))


@pytest.mark.parametrize("row", rows_of("findings.txt"), ids=lambda row: row.partition(" |")[0])
def test_a_finding_says_which_cells_and_values_it_rests_on(row):
    title, rows, signs, text = map(str.strip, row.split("|"))
    marks = board(rows, signs)
    found, before = (
        next(one for one in everything_found(marks) if one.title == title),
        [*marks.masks],
    )
    assert str(found) == text
    marks.apply(found)
    for cell, gone in found.removes.items():  # what it removes goes, and all else stays
        number = marks.shape.number(cell)
        assert {*values_of(marks.masks[number])} == {*values_of(before[number])} - {*gone}


def test_a_contradiction_is_the_last_deduction_and_the_end_of_a_run():
    puzzle = Puzzle([[0, 1, 0], [0, 0, 0], [0, 0, 0]], [((0, 0), (0, 1))])
    last = deductions(puzzle)[-1]
    assert (last.conclusion, last.text) == ("", "r1c1 has no value left")
    assert deduce(puzzle).outcome == "unsatisfiable"


def test_an_unknown_level_is_refused_with_those_that_there_are():
    for function in (deduce, deductions, solvable):
        with pytest.raises(ValueError, match=r"did you mean 'Tricky'.*Trivial, Easy"):
            function(load("nyu/Input1"), "tricky")


def test_a_level_limits_the_rules():
    puzzle = a_puzzle(5, "tricky")
    assert {deduction.level for deduction in deductions(puzzle)} == {"Trivial", "Easy", "Tricky"}
    assert {deduction.level for deduction in deductions(puzzle, "Easy")} == {"Trivial", "Easy"}


# -- as a run that can be stepped ----------------------------------------------------------------


def test_a_run_without_guesses_solves_what_its_rules_suffice_for_and_every_rule_is_used():
    rules = set()
    for size, level in LOGICAL:
        puzzle = a_puzzle(size, level)
        trace = deduce(puzzle, level.capitalize())
        rules |= {deduction.rule for deduction in deductions(puzzle)}
        assert puzzle.is_solution(trace.run.solution)
        assert trace.counts.backtracks == trace.counts.wipeouts == 0
        assert trace.counts.nodes == size * size - len(puzzle.givens)
        assert trace.state(len(trace)).counts == trace.counts
    assert rules >= {"hidden pair", "X-wing", "forcing chain", "chain of signs"}


def test_the_run_is_the_list_of_deductions_and_every_prune_says_why():
    puzzle = a_puzzle(5, "extreme")
    removed = [
        (cell, value)
        for deduction in deductions(puzzle)
        for cell, gone in deduction.removes.items()
        for value in gone
    ]
    trace = deduce(puzzle)
    events = [trace.event(step) for step in trace.steps("prune")]
    for event in events:
        assert bool(event.deduction) != bool(event.constraint)
        assert trace.reason(event.step).startswith(f"remove {event.value} from {event.cell}: ")
    assert sorted((event.cell, event.value) for event in events) == sorted(removed)


def test_where_the_rules_end_the_run_says_so():
    trace = deduce(a_puzzle(5, "recursive"))
    assert (trace.outcome, trace.run.ended) == ("limit", "no rule finds anything more")
    assert trace.next(0, "prune")


# -- as a look -----------------------------------------------------------------------------------


@pytest.mark.parametrize("look", [look_logic, look_logic_easy])
@pytest.mark.parametrize("consistent", [True, False])
def test_with_logic_as_a_look_search_finds_what_brute_force_finds(look, consistent):
    squares = latin_squares(4)
    for seed in range(60):
        puzzle = random_puzzle(seed, 4, consistent)
        found = solve(puzzle, look, "mrv", solutions=25).solutions
        expected = brute_force(puzzle, squares)
        assert len(found) == len(set(found)) == min(25, len(expected))
        assert set(found) <= expected


def test_where_logic_suffices_the_look_leaves_nothing_to_guess():
    for size, level in LOGICAL:
        run = solve(a_puzzle(size, level), look_logic, "mrv")
        assert run.outcome == "solved"
        assert run.counts.nodes == run.counts.accepted
        assert run.counts.backtracks == 0


def test_logic_begins_before_the_first_node_even_without_givens():
    puzzle = a_puzzle(4, "extreme")
    puzzle = Puzzle([[0] * 4] * 4, puzzle.signs)
    trace = record(puzzle, look_logic, node_limit=1)
    assert trace.counts.setup_prunes > 0


def test_a_contradiction_without_an_empty_cell_is_shown_as_one():
    """Two cells share two values that a third cell, of another line, needs as well."""
    dead = 0
    for seed in range(200):
        trace = record(random_puzzle(seed, 4, consistent=False), look_logic, "mrv")
        for step in trace.steps("wipe-out"):
            dead += 1
            assert not trace.state(step).domains[trace.event(step).cell]
        assert trace.outcome in ("solved", "unsatisfiable")
    assert dead > 20


def test_the_logic_solver_guesses_at_random_and_repeatably_or_ascending():
    puzzle = a_puzzle(6, "recursive")
    again = [logic_solver(puzzle, seed).counts.nodes for seed in (0, 0, 1, 2, 3, 4)]
    assert again[0] == again[1]
    assert len(set(again)) > 1
    run = logic_solver_deterministic(puzzle)
    assert (run.settings.order, run.settings.algorithm) == ("ascending", "look_logic_easy")
    assert puzzle.is_solution(run.solution)


def test_it_is_stepped_in_the_browser_as_in_python_from_its_beginning():
    puzzle = load("unequal/5x5-tricky#1")
    trace = record(puzzle, look_logic)
    assert len(trace.recorder.reasons) > 1
    agree(trace)
    by_logic = deduce(puzzle)  # values are removed before the first node
    stepper = Stepper(by_logic)
    assert (by_logic.event(stepper.step).verb, stepper.by) == (Verb.BEGIN, "event")


def test_it_is_a_look_at_puzzles_only():
    with pytest.raises(TypeError, match="expected a Puzzle, not <Problem Australia"):
        solve(australia(), look_logic)


# -- the grid of remaining values ----------------------------------------------------------------


def test_remaining_values_print_as_in_the_seed():
    signs = [
        *[((0, 3), (0, 2)), ((1, 0), (0, 0)), ((0, 2), (1, 2)), ((0, 4), (1, 4))],
        *[((2, 2), (2, 3)), ((2, 1), (3, 1)), ((3, 0), (4, 0)), ((4, 1), (3, 1)), ((3, 3), (4, 3))],
    ]
    left = """5 34 234 1 234
              134 1345 345 2 345
              1234 134 1234 45 2345
              124 45 1245 3 245
              34 2 345 45 1"""
    rows = [line.split() for line in left.splitlines()]
    domains = {Cell(r, c): tuple(map(int, rows[r][c])) for r in range(5) for c in range(5)}
    printed = remaining_values(Puzzle([[0] * 5] * 5, signs), domains)
    assert printed.splitlines() == [
        "      5      3,4    2,3,4 >   1    2,3,4",
        "      V                 A              A",
        "  1,3,4  1,3,4,5    3,4,5     2    3,4,5",
        "",
        "1,2,3,4    1,3,4  1,2,3,4 < 4,5  2,3,4,5",
        "               A",
        "  1,2,4      4,5  1,2,4,5     3    2,4,5",
        "      A        V              A",
        "    3,4        2    3,4,5   4,5        1",
    ]


def test_remaining_values_of_a_solved_puzzle_are_its_solution():
    puzzle = a_puzzle(5, "easy")
    right = solve(puzzle, engine="readable").solution
    printed = [int(word) for word in remaining_values(puzzle).split() if word.isdigit()]
    assert printed == [value for row in right for value in row]
