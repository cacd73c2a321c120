"""The other programs in the benchmarks do what the benchmarks say.

The C++ search has to count what docs/COUNTING.md defines, or "within 1.3 times of C++" says
nothing. It is compared with the second program that counts and, for gac, with the readable search.
"""

import shutil
from dataclasses import asdict, astuple
from functools import cache

import pytest
from contestants import cp_sat, gecode, ours, python_constraint
from contestants.cpp import COUNTERS, Answer, Peer, build, compiler
from contestants.puzzles import as_the_course_made_them, minimal
from contestants.timing import Missing
from hypothesis import given, settings, strategies as st
from puzzles import INSTANCES, puzzles
from reference_counter import count
from test_counting import COLUMNS, GAC_COLUMNS, puzzle_of, rows_of_the_page

from futoshiki_lab import LOOKS, Counts, Puzzle, load, load_all, solve
from futoshiki_lab.formats import bundled
from futoshiki_lab.generator import random_puzzle
from futoshiki_lab.kernels import COMPILED
from futoshiki_lab.solving import is_unique

SELECTIONS = ["reading", "mrv", "mrv_degree", "dom_wdeg"]
ROOTS = st.sampled_from(["none", "ac"])
SOUGHT = st.sampled_from([1, 2, 5, None])

# One worker builds the program, once.
pytestmark = pytest.mark.xdist_group("peer")


@pytest.fixture(scope="module")
def peer(tmp_path_factory):
    try:
        compiler()
    except Missing as missing:
        pytest.skip(str(missing))
    with Peer(build(tmp_path_factory.mktemp("peer"), flags=("-O0",))) as peer:
        yield peer


def compare_with_the_second_program(
    peer: Peer, puzzle: Puzzle, look: str, select: str, sought: int | None = 1, **more
):
    numbers = puzzle.size, dict(puzzle.givens), puzzle.signs
    expected = count(*numbers, look, select, solutions=sought, **more)
    answer = peer.ask(puzzle, look, select, sought=sought, **more)
    assert (answer.outcome, asdict(answer.counts)) == (expected.outcome, expected.counts)
    assert answer.solution == next(iter(expected.solutions), None)


def compare_with_the_readable_search(
    peer: Peer, puzzle: Puzzle, look: str, select: str, sought: int | None = 1, **more
):
    run = solve(puzzle, look, select, solutions=sought or "all", engine="readable", **more)
    answer = peer.ask(puzzle, look, select, sought=sought, **more)
    assert (answer.outcome, answer.counts) == (run.outcome, run.counts)
    assert answer.solution == run.solution


# -- the C++ search counts what the page defines -------------------------------------------------


@pytest.mark.parametrize(
    ("title", "column", "figures"), rows_of_the_page(COLUMNS) + rows_of_the_page(GAC_COLUMNS)
)
def test_the_figures_of_the_page_come_out(peer, title, column, figures):
    title, _, setting = title.partition(", ")
    counts = peer.ask(puzzle_of(title), *column.split(), root="ac" if setting else "none").counts
    assert f"{counts.nodes} / {counts.checks} / {counts.setup_checks}" == figures


@settings(max_examples=300)
@given(
    puzzle=puzzles(1, 7),
    way=st.one_of(
        st.just(("bt", "reading")),
        st.tuples(st.sampled_from(["fc", "mac"]), st.sampled_from(SELECTIONS)),
    ),
    root=ROOTS,
    sought=SOUGHT,
    node_limit=st.integers(0, 2000),
)
def test_it_counts_like_the_second_program(peer, puzzle, way, root, sought, node_limit):
    """Satisfiable or not, with one solution or many, under every limit."""
    compare_with_the_second_program(
        peer, puzzle, *way, root=root, sought=sought, node_limit=node_limit
    )


@settings(max_examples=200)
@given(
    puzzle=puzzles(1, 9),
    way=st.one_of(
        st.just(("bt", "reading")), st.tuples(st.just("fc"), st.sampled_from(SELECTIONS))
    ),
    root=ROOTS,
    sought=SOUGHT,
    node_limit=st.integers(0, 300),
)
def test_a_search_that_jumps_counts_like_the_readable_one(
    peer, puzzle, way, root, sought, node_limit
):
    compare_with_the_readable_search(
        peer, puzzle, *way, root=root, sought=sought, node_limit=node_limit, jump=True
    )


@settings(max_examples=200)
@given(
    puzzle=puzzles(1, 7),
    select=st.sampled_from(SELECTIONS),
    root=ROOTS,
    sought=SOUGHT,
    node_limit=st.integers(0, 60),
)
def test_gac_counts_like_the_readable_search(peer, puzzle, select, root, sought, node_limit):
    compare_with_the_readable_search(
        peer, puzzle, "gac", select, root=root, sought=sought, node_limit=node_limit
    )


@cache
def every_bundled_puzzle() -> list[Puzzle]:
    return [puzzle for name in bundled() for puzzle in load_all(name)]


@pytest.mark.parametrize(("look", "select"), [("fc", "dom_wdeg"), ("mac", "mrv"), ("gac", "mrv")])
def test_it_counts_like_the_readable_search_on_what_is_bundled(peer, look, select):
    for puzzle in every_bundled_puzzle()[::15]:
        compare_with_the_readable_search(peer, puzzle, look, select, node_limit=30)


@pytest.mark.skipif(not INSTANCES.is_dir(), reason="the shared instances are not here")
def test_it_counts_like_the_second_program_on_the_shared_instances(peer):
    files = [path for path in sorted(INSTANCES.rglob("*.txt")) if "expected" not in path.parts]
    shared = [puzzle for path in files for puzzle in _readable(path)]
    assert len(shared) >= 20
    for puzzle in shared:
        for way in (("bt", "reading"), ("mac", "dom_wdeg")):
            compare_with_the_second_program(peer, puzzle, *way, node_limit=50)


def _readable(path) -> list[Puzzle]:
    try:
        return load_all(path)
    except ValueError:
        return []  # some of them are broken on purpose


def test_the_largest_size_is_no_exception(peer):
    puzzle = random_puzzle(32, givens=20, signs=300)
    for look in ("fc", "mac"):
        compare_with_the_second_program(peer, puzzle, look, "mrv", node_limit=20)
    without_givens = random_puzzle(32, givens=0, signs=300)
    compare_with_the_readable_search(peer, without_givens, "gac", "mrv", node_limit=1)


@pytest.mark.parametrize(("look", "back"), [*((look, "") for look in LOOKS), ("fc", "jump")])
def test_a_repeated_search_begins_afresh(peer, look, back):
    select = "reading" if look == "bt" else "dom_wdeg"
    once = peer.ask(load("nyu/Input2"), look, select, jump=bool(back))
    often = peer.ask(load("nyu/Input2"), look, select, jump=bool(back), milliseconds=10)
    assert isinstance(once, Answer)
    assert (often.counts, often.solution) == (once.counts, once.solution)
    assert 0 < often.seconds < 0.01


def test_it_refuses_what_it_does_not_know_and_goes_on(peer):
    with pytest.raises(ValueError, match="unknown setting 'fcc'"):
        peer.ask(load("nyu/Input1"), "fcc", "mrv")
    with pytest.raises(ValueError, match="bt needs reading"):
        peer.ask(load("nyu/Input1"), "bt", "mrv")
    with pytest.raises(ValueError, match="only bt and fc can jump"):
        peer.ask(load("nyu/Input1"), "mac", "mrv", jump=True)
    assert peer.ask(load("nyu/Input1"), "fc", "mrv").counts.nodes == 87


def test_its_counters_are_all_of_ours():
    assert list(asdict(Counts())) == list(COUNTERS)


# -- the others solve what they are given --------------------------------------------------------


@pytest.mark.skipif(not COMPILED, reason="Numba is not installed")
def test_the_kernel_that_is_measured_counts_like_the_readable_search():
    puzzle = load("nyu/Input2")
    alone = ours.kernel("bt", "reading", 1000, jump=True)(puzzle)
    assert alone.answer == astuple(solve(puzzle, "bt", jump=True, node_limit=1000).counts)
    for look, select in (("bt", "reading"), ("fc", "mrv"), ("mac", "mrv"), ("gac", "dom_wdeg")):
        alone = ours.kernel(look, select, 1000)(puzzle)
        readable = ours.engine("readable", look, select, 1000)(puzzle)
        assert alone.answer == readable.answer


@pytest.mark.parametrize("solver", python_constraint.SOLVERS)
def test_python_constraint_solves_a_puzzle(solver):
    pytest.importorskip("constraint")
    puzzle = load("nyu/Input1")
    assert puzzle.is_solution(python_constraint.first_solution(solver)(puzzle).answer)


def test_cp_sat_solves_a_puzzle():
    puzzle = load("nyu/Input1")
    assert puzzle.is_solution(cp_sat.first_solution()(puzzle).answer)


@pytest.mark.skipif(not shutil.which("minizinc"), reason="MiniZinc is not installed")
@pytest.mark.parametrize("way", gecode.WAYS)
def test_gecode_solves_a_puzzle(way):
    puzzle = load("nyu/Input1")
    lap = gecode.first_solution(way)(puzzle)
    assert puzzle.is_solution(lap.answer)
    assert 0 < lap.seconds < gecode.LIMIT


# -- the puzzles they meet -----------------------------------------------------------------------


def test_a_minimal_puzzle_needs_each_of_its_clues():
    puzzle = minimal(5, seed=1)
    assert is_unique(puzzle)
    for sign in puzzle.signs:
        assert not is_unique(Puzzle(puzzle.grid, puzzle.signs - {sign}))
    for cell in puzzle.givens:
        rows = [
            [0 if (r, c) == cell else v for c, v in enumerate(row)]
            for r, row in enumerate(puzzle.grid)
        ]
        assert not is_unique(Puzzle(rows, puzzle.signs))


def test_random_puzzles_have_as_many_signs_and_givens_as_the_course_gave_them():
    for puzzle in as_the_course_made_them(10, 3):
        assert (len(puzzle.signs), len(puzzle.givens)) == (33, 14)
