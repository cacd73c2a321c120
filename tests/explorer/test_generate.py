"""Generated puzzles: one solution, the requested level, and the other requests."""

from __future__ import annotations

from itertools import product

import cp_sat
import joblib
import pytest
from distributed import Client, LocalCluster
from puzzles import seeded

from futoshiki_lab import Cell, Puzzle, dumps
from futoshiki_lab.explorer.generator import generate, generate_batch, is_minimal, unique
from futoshiki_lab.reasons import LEVELS, grade, solvable
from futoshiki_lab.reasons.kernels import climber
from futoshiki_lab.solving import kernels_are_compiled
from futoshiki_lab.support import progress

TRIVIAL, EASY, TRICKY, EXTREME, RECURSIVE = LEVELS
SIZES = (4, 5, 6, 7)


def has_one_solution(puzzle: Puzzle) -> bool:
    """As CP-SAT says, which knows nothing of this package."""
    return len(cp_sat.solutions(puzzle, at_most=2)) == 1


def with_one_clue_less(puzzle: Puzzle):
    for row, column in puzzle.givens:
        grid = [list(values) for values in puzzle.grid]
        grid[row][column] = 0
        yield Puzzle(grid, puzzle.signs)
    for sign in puzzle.signs:
        yield Puzzle(puzzle.grid, puzzle.signs - {sign})


def half_a_turn(puzzle: Puzzle) -> set[Cell]:
    last = puzzle.size - 1
    return {Cell(last - row, last - column) for row, column in puzzle.givens}


# -- one solution, the level, and what else was wished for -----------------------------------------

WISHES = [
    *((n, TRIVIAL if n == 1 else EASY, {}) for n in (1, 2, 3)),
    *((n, level, {}) for n, level in product(SIZES, LEVELS)),
    *((9, level, {}) for level in (EASY, EXTREME, RECURSIVE)),
    *((n, level, {"minimal": True}) for n, level in product((5, 6), LEVELS)),
    *((n, level, {"symmetric": True}) for n, level in product((5, 6, 7), LEVELS)),
    *((n, EASY, {"symmetric": True, "givens": m}) for n, m in [(5, 4), (5, 5), (6, 6), (7, 9)]),
    *((n, level, {"givens": 0}) for n, level in product((4, 5, 6), (EASY, EXTREME, RECURSIVE))),
    *((n, level, {"signs": 0}) for n, level in product((6, 7), (TRIVIAL, RECURSIVE))),
    *((n, level, {"signs": 0}) for n, level in [(5, TRIVIAL), (5, EXTREME), (6, EXTREME)]),
    *((5, level, {"givens": 7, "signs": 10}) for level in LEVELS),
    *((5, level, {"givens": 10, "signs": 18}) for level in LEVELS),
    (6, TRICKY, {"givens": (5, 7), "signs": [9, 12]}),
]


@pytest.mark.parametrize(("n", "level", "wish"), WISHES)
def test_a_puzzle_has_one_solution_the_level_and_whatever_was_wished_for(n, level, wish):
    puzzle = generate(n, level, **wish, seed=n)
    assert (puzzle.size, grade(puzzle).level) == (n, level)
    assert puzzle.name == f"{level.lower()} {n}x{n} #{n}"
    assert has_one_solution(puzzle)
    for kind in wish.keys() & {"givens", "signs"}:
        bounds = wish[kind] if isinstance(wish[kind], (tuple, list)) else [wish[kind]] * 2
        assert bounds[0] <= len(getattr(puzzle, kind)) <= bounds[1]
    if "symmetric" in wish:  # an odd number of givens takes the centre
        assert set(puzzle.givens) == half_a_turn(puzzle)
        assert (Cell(n // 2, n // 2) in puzzle.givens) == (len(puzzle.givens) % 2 == 1)
    if "minimal" in wish:
        assert not any(has_one_solution(less) for less in with_one_clue_less(puzzle))
        assert is_minimal(puzzle)


@pytest.mark.parametrize("level", LEVELS[:-1])
def test_no_clue_can_be_left_out_without_making_it_harder_or_ambiguous(level):
    puzzle = generate(6, level, seed=2)
    assert not any(solvable(less, level) for less in with_one_clue_less(puzzle))


@pytest.mark.parametrize(
    "names", [("EASY", " easy ", "e"), ("tricky", "k", "K"), ("x", "Extreme"), ("r", "RECURSIVE")]
)
def test_a_level_may_be_written_in_any_case_or_as_the_letter_of_unequal(names):
    assert len({(generate(5, name), generate(5, name).name) for name in names}) == 1


def test_a_puzzle_with_a_clue_to_spare_is_not_minimal():
    puzzle = generate(5, EASY, minimal=True, seed=3)
    (solution,) = cp_sat.solutions(puzzle)
    empty = next(cell for cell in puzzle.cells if cell not in puzzle.givens)
    grid = [list(row) for row in puzzle.grid]
    grid[empty.row][empty.column] = solution[empty.row][empty.column]
    assert not is_minimal(Puzzle(grid, puzzle.signs))


def test_most_puzzles_are_not_symmetric_unless_it_is_asked_for():
    puzzles = [generate(5, EASY, seed=seed, givens=4) for seed in range(5)]
    assert any(set(puzzle.givens) != half_a_turn(puzzle) for puzzle in puzzles)


# -- reproducible ----------------------------------------------------------------------------------


def test_another_seed_gives_another_puzzle():
    assert len({generate(5, EXTREME, seed=seed) for seed in range(10)}) == 10


@pytest.mark.skipif(not kernels_are_compiled(), reason="Numba is not installed")
@pytest.mark.parametrize("level", LEVELS)
def test_a_seed_gives_the_same_puzzle_with_and_without_numba(level, monkeypatch):
    wishes = [{}, {"symmetric": True}, {"minimal": True}, {"givens": 6, "signs": (9, 12)}]

    def made(engine):
        monkeypatch.setattr(climber, "choose_engine", lambda: engine)
        return [generate(5, level, seed=seed, **wish) for seed, wish in enumerate(wishes)]

    assert made(climber.PLAIN) == made(climber.compiled_engine())


# -- batches ---------------------------------------------------------------------------------------


def test_a_batch_has_the_puzzles_of_consecutive_seeds():
    puzzles = generate_batch(4, 4, "extreme", seed=-1, givens=(0, 3), jobs=1, progress=False)
    alone = [generate(4, "extreme", seed=seed, givens=(0, 3)) for seed in (-1, 0, 1, 2)]
    assert puzzles == alone
    assert [puzzle.name for puzzle in puzzles] == [puzzle.name for puzzle in alone]


def test_workers_make_the_same_puzzles():
    """Two processes, then a Dask cluster, with the same call."""
    alone = generate_batch(6, 4, jobs=1, progress=False)
    with joblib.parallel_config(backend="loky", n_jobs=2):
        assert generate_batch(6, 4, progress=False) == alone
    with (
        LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster,
        Client(cluster),
        joblib.parallel_config(backend="dask"),
    ):
        assert generate_batch(6, 4, progress=False) == alone


def test_ctrl_c_keeps_what_is_made(monkeypatch):
    made = iter(generate_batch(2, 4, progress=False))

    def two_and_ctrl_c(*_):
        for puzzle in made:
            return puzzle
        raise KeyboardInterrupt

    monkeypatch.setattr(unique, "generated", two_and_ctrl_c)
    assert len(generate_batch(9, 4, progress=False)) == 2


def test_a_bar_shows_how_far_a_batch_is(monkeypatch, capsys):
    monkeypatch.setattr(progress, "BAR_DELAY", 0)
    generate_batch(3, 4, jobs=1)
    assert "3/3" in capsys.readouterr().err
    generate_batch(3, 4, jobs=1, progress=False)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("call", "text"), seeded("generate"))
def test_a_seed_gives_the_same_puzzle_on_every_platform_and_python(call, text):
    assert dumps(eval(call), "id").strip() == text
