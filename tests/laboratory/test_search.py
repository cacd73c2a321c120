"""What the search finds, what it leaves behind, and how it ends."""

import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from itertools import islice, product
from threading import Event

import pytest
from conftest import EXHAUSTIVE, examples, in_a_process
from hypothesis import given, strategies as st
from puzzles import (
    ENGINES,
    EVERY_WAY,
    TWINNED,
    brute_force,
    latin_squares,
    puzzles,
    random_puzzle,
    touching,
)

from futoshiki_lab import Board, Cell, Puzzle, load, record, solve
from futoshiki_lab.core import Run, forward_check, parse_settings, search
from futoshiki_lab.core.search import set_up
from futoshiki_lab.solving import count_solutions, is_unique

on_both_engines = pytest.mark.parametrize("engine", ENGINES)
SEARCHES = [*product(TWINNED[0], ENGINES)]


def found(puzzle: Puzzle, *way: str, **more) -> list:
    return list(solve(puzzle, *way, solutions="all", **more).solutions)


# -- against brute force -------------------------------------------------------------------------


def boards():
    """Every 241st of the 3^12 ways to put signs on a 3x3 board (with EXHAUSTIVE every 17th), and
    many 4x4 boards, with and without a solution."""
    for pattern in islice(product((-1, 0, 1), repeat=12), 0, None, 17 if EXHAUSTIVE else 241):
        marked = zip(pattern, touching(3), strict=True)
        yield Puzzle([[0] * 3] * 3, [pair[::-mark] for mark, pair in marked if mark])
    yield from (random_puzzle(seed, 4, consistent=seed % 2 > 0) for seed in range(200))


@pytest.mark.slow
def test_small_boards_have_the_solutions_that_brute_force_finds():
    for number, puzzle in enumerate(boards()):  # looks and engines take turns
        expected = brute_force(puzzle, latin_squares(puzzle.size))
        for look, engine in SEARCHES if EXHAUSTIVE else [SEARCHES[number % len(SEARCHES)]]:
            grids = found(puzzle, look, engine=engine)
            assert len(grids) == len(expected)
            assert set(grids) == expected, (look, engine, puzzle)


# -- against each other --------------------------------------------------------------------------


@examples(30)
@given(puzzle=puzzles(1, 5), seed=st.integers(0, 9), root=st.sampled_from(["none", "ac"]))
def test_every_algorithm_and_ordering_finds_the_same_solutions(puzzle, seed, root):
    if puzzle.size == 5 and len(puzzle.signs) + len(puzzle.givens) < 14:
        return  # hundreds of thousands of solutions
    expected = set(found(puzzle, "fc", engine=ENGINES[0]))
    for way in EVERY_WAY:  # tests/explorer has that both engines find the same
        engine = ENGINES[0] if all(map(list.__contains__, TWINNED, way)) else "readable"
        assert set(found(puzzle, *way, root=root, seed=seed, engine=engine)) == expected, way


@examples(60)
@given(puzzles(1, 5), st.sampled_from(EVERY_WAY), st.sampled_from(["none", "ac"]))
def test_an_exhausted_search_leaves_the_board_as_it_was(puzzle, way, root):
    look, select, order = parse_settings(*way).functions
    board = Board(puzzle, sought=None, node_limit=3000)
    if not set_up(board, look, root):
        return
    before = dict(board.values), dict(board.domains)
    try:
        assert search(board, look, select, order) is False
    except Exception:  # the node limit
        return
    assert (dict(board.values), dict(board.domains)) == before


@pytest.mark.slow
@on_both_engines
def test_a_seed_gives_the_same_run_again_and_another_one_another_order(engine):
    runs = [
        solve(load("nyu/Input2"), "fc", order="random", seed=seed, engine=engine)
        for seed in (*range(9), *range(9))
    ]
    assert runs[:9] == runs[9:]
    assert len({run.counts.nodes for run in runs}) > 3


# -- how it ends ---------------------------------------------------------------------------------


@on_both_engines
@pytest.mark.parametrize("look", TWINNED[0])
@pytest.mark.parametrize(
    ("grid", "outcome", "nodes", "solutions"),
    [
        ([[1, 1], [0, 0]], "unsatisfiable", 0, ()),
        ([[1, 2], [2, 1]], "exhausted", 0, (((1, 2), (2, 1)),)),
        ([[0]], "exhausted", 1, (((1,),),)),
    ],
    ids=["givens that contradict each other", "all givens", "the smallest board"],
)
def test_there_is_a_node_only_where_a_value_is_sought(
    grid, outcome, nodes, solutions, look, engine
):
    run = solve(Puzzle(grid), look, solutions="all", engine=engine)
    assert (run.outcome, run.counts.nodes, run.solutions) == (outcome, nodes, solutions)


def test_a_real_interrupt_ends_a_long_search_with_a_usable_result():
    """In a process of its own: interrupts go to the main thread, a test may be in another."""
    script = """
        import signal
        from futoshiki_lab import Puzzle, look_back, solve

        def interrupted(board, cell):
            if board.counts.nodes == 5000:
                signal.raise_signal(signal.SIGINT)
            return look_back(board, cell)

        run = solve(Puzzle([[0] * 9] * 9), interrupted, solutions="all")
        print(run.outcome, 5000 <= run.counts.nodes < 5100, run.violations)
        print(len(run.solutions) == run.counts.solutions)
    """
    assert in_a_process(script) == "interrupted True ()\nTrue\n"


# -- a student's own functions -------------------------------------------------------------------


def test_a_look_of_your_own_is_searched_and_counted():
    def row_only(board: Board, cell: Cell) -> bool:
        same_row = (o for o in board.assigned_neighbours(cell) if o.row == cell.row)
        return all(board.check(cell, board.values[cell], o, board.values[o]) for o in same_row)

    run = solve(Puzzle([[0, 0], [0, 0]]), row_only)
    assert run.settings.algorithm == "row_only"
    assert run.solution == ((1, 2), (1, 2))
    assert run.violations[0] == "r1c1 ≠ r2c1 fails: 1 and 1"
    assert "wrong: r1c1 ≠ r2c1 fails" in repr(run)


def test_a_known_function_goes_by_its_short_name():
    assert solve(Puzzle([[0]]), forward_check).settings.algorithm == "fc"


def test_the_state_of_a_board_can_only_be_changed_through_its_verbs():
    board = Board(Puzzle([[0, 0], [0, 0]]))
    with pytest.raises(TypeError):
        board.domains[Cell(0, 0)] = (1,)
    with pytest.raises(TypeError):
        board.values[Cell(0, 0)] = 1
    with pytest.raises(AttributeError):
        board.domains[Cell(0, 0)].remove(1)


A, B, D = Cell(0, 0), Cell(0, 1), Cell(1, 1)


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda b: (b.prune(A, 1), b.prune(A, 1)), r"cannot prune 1 from r1c1: its domain is .2"),
        (lambda b: (b.assign(A, 1), b.prune(A, 1, A)), "cannot prune 1 from r1c1: it is assigned"),
        (lambda b: b.check(A, 1, D, 2), "no constraint between r1c1 and r2c2"),
        (lambda b: b.check(A, 1, A, 2), "no constraint between r1c1 and r1c1"),
        (lambda b: b.restore(b.assign(A, 1) - 1), "-1 is not a mark: restore needs one that"),
        (lambda b: search(b, lambda *_: b.restore(0) or True), "cannot accept r1c1: its value was"),
        (lambda b: b.assign(3, 1), "3 is not a cell: a cell is one of"),
        (lambda b: b.prune(3, 1), "3 is not a cell: a cell is one of"),
        *(
            (lambda b, x=x: b.prune(A, 1, because=x), "there is no constraint between r1c1 and")
            for x in (D, A, (1, 1), Cell(5, 0))
        ),
    ],
)
def test_a_verb_refuses_what_makes_no_sense(act, message):
    with pytest.raises(ValueError, match=message):
        act(Board(Puzzle([[0, 0], [0, 0]])))


# -- what a look returns ---------------------------------------------------------------------


def forgets_to_return(board: Board, cell: Cell):
    """Backtracking without its last line."""
    for other in board.assigned_neighbours(cell):
        if not board.check(cell, board.values[cell], other, board.values[other]):
            return False


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (solve, " forgets_to_return"),
        (record, " forgets_to_return"),
        (partial(solve, search=lambda *all_of_it: search(*all_of_it)), " forgets_to_return"),
        (lambda puzzle, look: search(Board(puzzle), look), ""),  # a board does not know its name
    ],
)
def test_a_look_that_returns_nothing_is_named_at_once(call, name):
    with pytest.raises(TypeError, match=f"the look{name} must return True or False, but it .* N"):
        call(load("nyu/Input1"), forgets_to_return)


@pytest.mark.parametrize("answer", [..., 2, "no", (), [], {}, (x for x in "ab"), 0.5])
def test_a_look_returns_true_or_false_and_nothing_else(answer):
    with pytest.raises(TypeError, match=f"returned a {type(answer).__name__}: "):
        solve(Puzzle([[0]]), lambda board, cell: answer)


def test_what_equals_true_or_false_is_as_good():
    numpy = pytest.importorskip("numpy")
    for yes, no in ((1, 0), (numpy.True_, numpy.False_)):
        assert solve(Puzzle([[0]]), lambda board, cell, yes=yes: yes).outcome == "solved"
        assert solve(Puzzle([[0]]), lambda board, cell, no=no: no).outcome == "unsatisfiable"


def test_what_a_look_begins_with_returns_true_or_false_too():
    def look(board, cell):
        return True

    look.begin_with = lambda board: None
    with pytest.raises(TypeError, match="returned None"):
        solve(Puzzle([[0]]), look)


@pytest.mark.parametrize("call", [solve, record, partial(solve, jump=True)])
@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (
            {"select": lambda board: None},
            "selection <lambda> must return one of board.unassigned, but it returned None: is a",
        ),
        ({"select": lambda board: [0, 0]}, "selection <lambda> must .* returned .0, 0."),
        ({"select": lambda board: board.puzzle.cells[0]}, "selection <lambda> .* returned r1c1"),
        ({"order": lambda board, cell: None}, "order <lambda> must .* values of r1c1, but it .* N"),
        ({"order": lambda board, cell: enumerate((5, 4), 1)}, "order <lambda> must .* .1, 5."),
        ({"order": lambda board, cell: "12"}, "order <lambda> must return values that .* '1'"),
        ({"order": lambda board, cell: (0, 1)}, "order <lambda> must .* are left in r1c1, .1, 2"),
        (
            {"order": lambda board, cell: board.puzzle.values},
            "order <lambda> must return values that are left in r1c2, .2, 3, 4, 5., but .* 1$",
        ),
    ],
)
def test_a_selection_or_order_that_returns_something_else_is_named(call, settings, said):
    with pytest.raises(TypeError, match=f"^the {said}"):
        call(Puzzle([[0] * 5] * 5), "fc", **settings)


def test_an_order_is_asked_for_one_value_after_the_other():
    def order(board, cell):
        for value in board.domains[cell]:
            asked.append((cell, value))
            yield value

    asked: list = []
    counts = solve(load("nyu/Input1"), "fc", order=order).counts
    assert counts == solve(load("nyu/Input1"), "fc").counts
    assert len(asked) == counts.nodes


def test_the_search_that_the_package_offers_is_the_one_in_the_file():
    assert search is import_module("futoshiki_lab.core.search").search
    assert record(load("nyu/Input1"), forward_check, search=search).sources == (
        record(load("nyu/Input1")).sources
    )


# -- bad use -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"look": "mack"}, "there is no look 'mack'; did you mean 'mac'? The looks are bt, fc"),
        ({"look": ["fc"]}, "there is no look ['fc']; the looks are bt, fc"),
        ({"select": "mvr"}, "did you mean 'mrv'"),
        ({"order": "up"}, "the orders are ascending"),
        ({"root": "gac"}, "there is no root 'gac'"),
        ({"solutions": 0}, 'solutions must be a whole number from 1 or "all", not 0'),
        ({"solutions": "some"}, "from 1 or \"all\", not 'some'"),
        ({"solutions": True}, "not True"),
        ({"node_limit": -1}, "node_limit must be a whole number from 0, not -1"),
        ({"node_limit": 1.5}, "not 1.5"),
        ({"seed": "x"}, "the seed must be a whole number, not 'x'"),
        ({"keep": -1}, "keep must be a whole number from 0, not -1"),
        ({"keep": True}, "keep must be a whole number from 0, not True"),
    ],
)
@pytest.mark.parametrize("engine", [*ENGINES, None])
def test_bad_settings_are_refused_with_what_would_do(arguments, message, engine):
    with pytest.raises(ValueError) as error:  # noqa: PT011
        solve(Puzzle([[0]]), **arguments, engine=engine)
    assert message in str(error.value)


@pytest.mark.parametrize("what", [solve, count_solutions, is_unique, record])
@pytest.mark.parametrize("given", ["nyu/Input1", [[0]], None])
def test_what_is_no_puzzle_is_refused_with_how_to_get_one(what, given):
    with pytest.raises(TypeError, match=r"expected a Puzzle or another Problem, not .*load"):
        what(given)


@pytest.mark.parametrize("select", ["mrv", "mrv_degree", "dom_wdeg"])
def test_backtracking_refuses_to_select_by_domains_that_it_never_changes(select):
    with pytest.raises(ValueError, match=r"never prunes a domain.*take .*legal_mrv"):
        solve(Puzzle([[0]]), "bt", select)


@on_both_engines
def test_a_run_says_how_it_ended(engine):
    run = solve(load("nyu/Input2"), "fc", "mrv", node_limit=5, engine=engine)
    assert isinstance(run, Run)
    assert "limit (the node limit of 5 was reached)" in repr(run)
    assert str(run) == "no solution: limit"


# -- several searches at once ----------------------------------------------------------------


def test_a_search_keeps_its_depth_when_another_one_ends_in_another_thread():
    """Nor does the limit of recursion leak: each would give back what it found."""
    before = sys.getrecursionlimit()
    begun, both, over = Event(), Event(), Event()

    def ends_first(board, cell):
        begun.set()
        assert both.wait(60)
        return False

    def goes_deep(board, cell):
        both.set()
        assert over.wait(60)
        return True

    with ThreadPoolExecutor(2) as threads:
        short = threads.submit(solve, Puzzle([[0]]), ends_first)
        short.add_done_callback(lambda done: over.set())
        assert begun.wait(60)
        deep = threads.submit(solve, Puzzle([[0] * 32] * 32), goes_deep)
        assert deep.result().counts.max_depth == 32 * 32 > sys.getrecursionlimit()
    assert short.result().outcome == "unsatisfiable"
    assert sys.getrecursionlimit() == before


@pytest.mark.parametrize("function", [solve, record])
def test_a_misspelt_argument_is_answered_with_the_one_that_is_meant(function):
    with pytest.raises(TypeError, match="no argument 'node_limt'; did you mean 'node_limit'"):
        function([], "fc", node_limt=3)
