"""Random Latin squares and random puzzles: what is random, and what is not."""

from __future__ import annotations

from collections import Counter

import cp_sat
import pytest
from hypothesis import given, strategies as st
from puzzles import latin_squares, seeded, touching, wishes

from futoshiki_lab import Puzzle, dumps, random_latin_square, random_puzzle, random_puzzles
from futoshiki_lab.problems.random_puzzles import SQUARES


def is_latin(square) -> bool:
    values = set(range(1, len(square) + 1))
    return all(set(line) == values for line in (*square, *zip(*square, strict=True)))


def chi_square(counts: Counter, kinds: int) -> float:
    """How far counts are from even ones; kinds-1 is what to expect of even chances."""
    expected = counts.total() / kinds
    missing = (kinds - len(counts)) * expected
    return sum((count - expected) ** 2 / expected for count in counts.values()) + missing


# -- Latin squares -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", SQUARES)
@pytest.mark.parametrize("n", [*range(1, 13), 32])
def test_every_random_square_is_latin(n, kind):
    for seed in range(20 if n < 32 else 1):
        square = random_latin_square(n, seed, kind)
        assert len(square) == n
        assert is_latin(square)


# With even chances only one seed in a thousand would give as much as the bound.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("n", "draws", "bound"), [(2, 1000, 10.8), (3, 2400, 31.3), (4, 8640, 683)]
)
def test_uniform_squares_are_all_equally_likely(n, draws, bound):
    squares = latin_squares(n) if n < 4 else None
    kinds = len(squares) if squares else 576
    found = Counter(random_latin_square(n, seed) for seed in range(10_000, 10_000 + draws))
    assert set(found) == set(squares or found)
    assert len(found) == kinds
    assert chi_square(found, kinds) < bound


def test_shuffled_circulants_are_three_quarters_of_the_squares_of_size_4_and_equally_likely():
    found = Counter(random_latin_square(4, seed, "circulant") for seed in range(6480))
    assert len(found) == 432  # of 576
    assert chi_square(found, 432) < 526


# -- puzzles -------------------------------------------------------------------------------------

SEEDS = st.integers(-(2**70), 2**70)


@given(wishes(), SEEDS, st.booleans(), st.sampled_from(SQUARES))
def test_a_puzzle_has_what_was_asked_for_and_its_square_solves_it(wish, seed, consistent, kind):
    """With signs at random directions the square agrees with the givens."""
    n, givens, signs = wish
    puzzle = random_puzzle(n, givens, signs, seed, consistent, kind)
    assert (puzzle.size, len(puzzle.givens), len(puzzle.signs)) == wish
    assert puzzle.name.startswith(f"random {n}x{n}, {givens} given")
    assert puzzle.name.endswith(f" #{seed}")
    shown = puzzle if consistent else Puzzle(puzzle.grid)
    assert shown.is_solution(random_latin_square(n, seed, kind))


@given(wishes(), SEEDS, st.booleans())
def test_more_givens_and_signs_come_on_top_of_fewer(wish, seed, consistent):
    n, givens, signs = wish
    fewer = random_puzzle(n, givens // 2, signs // 2, seed, consistent)
    more = random_puzzle(n, givens, signs, seed, consistent)
    assert fewer.givens.items() <= more.givens.items()
    assert fewer.signs <= more.signs


def test_signs_at_random_directions_point_either_way():
    drawn = [random_puzzle(4, 0, 24, seed, consistent=False).signs for seed in range(200)]
    for pair in touching(4):
        assert 70 <= sum(pair in signs for signs in drawn) <= 130  # 100 +- 4.2 deviations


def test_too_many_signs_at_random_directions_leave_no_solution():
    assert cp_sat.solutions(random_puzzle(5, 0, 40, seed=1, consistent=False), 1) == []


def test_a_series_has_the_puzzles_of_consecutive_seeds():
    series = list(random_puzzles(5, 3, 7, count=4, seed=-2, consistent=False, square="circulant"))
    alone = [random_puzzle(5, 3, 7, seed, False, "circulant") for seed in (-2, -1, 0, 1)]
    assert series == alone
    assert [puzzle.name for puzzle in series] == [puzzle.name for puzzle in alone]
    assert len(set(series)) == 4


# -- the same everywhere -------------------------------------------------------------------------


@pytest.mark.parametrize(("call", "text"), seeded("random_puzzle"))
def test_a_seed_gives_the_same_puzzle_on_every_platform_and_python(call, text):
    assert dumps(eval(call), "id").strip() == text


def test_puzzles_that_are_made_in_another_way_have_another_name():
    ways = [(4, 1, 5), (4, 1, 6), (4, 2, 5), (5, 1, 5), (4, 1, 5, 1), (4, 1, 5, 0, False)]
    ways += [(4, 1, 5, 0, True, "circulant"), (4, 1, 5, 0, False, "circulant")]
    names = [random_puzzle(*way).name for way in ways]
    assert len(set(names)) == len(ways)
    assert names[0] == "random 4x4, 1 given, 5 signs #0"
    assert names[-1] == "random 4x4, 1 given, 5 signs, by coin, circulant #0"
