"""The compiled engine counts what the readable one counts, and it can be stopped at any time."""

import sys
from functools import cache
from itertools import count, product
from time import thread_time

import numpy as np
import pytest
from conftest import EXHAUSTIVE, in_a_process
from hypothesis import given, settings, strategies as st
from puzzles import EVERY_WAY, TWINNED, any_puzzles, latin_squares, puzzles, random_puzzle

from futoshiki_lab import LOOKS, ORDERS, SELECTIONS, Board, Cell, Counts, Puzzle, load, solve
from futoshiki_lab.core import Named, NamedLook, NamedSelect, parse_settings
from futoshiki_lab.explorer.kernels import layout, running
from futoshiki_lab.problems import random_puzzle as drawn_puzzle
from futoshiki_lab.solving import Found, count_solutions, kernels_are_compiled
from futoshiki_lab.support.compiling import COMPILED

EVERY_WAY = [way for way in product(*TWINNED) if way in EVERY_WAY]
EVERY_JUMP = [way for way in EVERY_WAY if way[0] in ("bt", "fc")]  # every way that can jump back
puzzle_of = cache(random_puzzle)  # every way to search is tried on the same few
EMPTY_4X4 = Puzzle([[0] * 4] * 4)  # 576 solutions
EMPTY_5X5 = Puzzle([[0] * 5] * 5)  # 161,280 solutions
EMPTY_9X9 = Puzzle([[0] * 9] * 9)


def what_it_came_to(puzzle: Puzzle, way: tuple, engine: str, **more) -> tuple:
    ran = solve(puzzle, *way, engine=engine, **more)
    return ran.outcome, ran.ended, ran.solutions, ran.counts


def assert_the_same(puzzle: Puzzle, way: tuple, **more) -> str:
    """Both engines come to the same, every counter and the order of the solutions included."""
    readable = what_it_came_to(puzzle, way, "readable", **more)
    assert what_it_came_to(puzzle, way, "compiled", **more) == readable, (puzzle, way, more)
    return readable[0]


# -- the same integers ---------------------------------------------------------------------------


@settings(max_examples=20_000 if EXHAUSTIVE else 900)
@given(
    puzzles(1, 9) | any_puzzles(),
    st.sampled_from(EVERY_WAY),
    st.fixed_dictionaries(
        {
            "root": st.sampled_from(["none", "ac"]),
            "solutions": st.sampled_from([1, 2, 5, "all"]),
            "node_limit": st.sampled_from([0, 1, 2, 7, 40, 150]),
            "seed": st.integers(-9, 9),
        }
    ),
)
def test_both_engines_count_the_same_on_random_puzzles(puzzle, way, more):
    assert_the_same(puzzle, way, **more)
    if way in EVERY_JUMP:
        assert_the_same(puzzle, way, jump=True, **more)


EVERY_SEARCH = [
    *(pytest.param(way, {}, id=" ".join(way)) for way in EVERY_WAY),
    *(pytest.param(way, {"jump": True}, id=" ".join((*way, "jump"))) for way in EVERY_JUMP),
]


@pytest.mark.parametrize(("way", "jump"), EVERY_SEARCH)
def test_every_way_counts_the_same_to_its_end(way, jump):
    """Solved, exhausted and unsatisfiable, without a limit, from 1x1 to 5x5."""
    outcomes = set()
    for seed, root in product(range(50, 64), ["none", "ac"]):  # whose searches are not long
        n = 1 + seed % 5
        puzzle, sought = puzzle_of(seed, n, seed % 3 > 0), "all" if n < 4 else 2
        outcomes.add(assert_the_same(puzzle, way, root=root, solutions=sought, seed=seed, **jump))
    assert outcomes == {"solved", "exhausted", "unsatisfiable"}


@pytest.mark.parametrize("seed", [0, -7, -(2**70)])
def test_both_engines_draw_the_same_random_orders_for_thousands_of_nodes(seed):
    """The source of chance has to be stirred again after every 624 draws."""
    assert_the_same(
        EMPTY_9X9, ("bt", "reading", "random"), solutions="all", node_limit=9000, seed=seed
    )


# -- all solutions -------------------------------------------------------------------------------


def grids_at_once(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a kernel find no more than so many grids before it hands them over."""
    monkeypatch.setattr(running, "ROOM", room)
    monkeypatch.setattr(running, "_spare", cache(lambda n: []))


@pytest.mark.parametrize("look", TWINNED[0])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5] if COMPILED else [1, 2, 3, 4])
def test_an_empty_board_has_as_many_solutions_as_there_are_latin_squares(n, look):
    squares = {1: 1, 2: 2, 3: 12, 4: 576, 5: 161_280}[n]  # OEIS A002860
    ran = solve(Puzzle([[0] * n] * n), look, solutions="all", keep=0, engine="compiled")
    assert (ran.outcome, ran.counts.solutions, ran.solutions) == ("exhausted", squares, ())


@pytest.mark.parametrize("look", TWINNED[0])
def test_more_solutions_than_are_handed_over_at_once_are_all_kept_in_order(look, monkeypatch):
    assert len(solve(EMPTY_5X5, look, solutions=3 * running.ROOM + 1).solutions) == 3073
    ran = solve(EMPTY_4X4, look, solutions="all")
    assert set(ran.solutions) == set(latin_squares(4))
    for room in (1, 2, 575, 576, 577):
        grids_at_once(room, monkeypatch)
        assert solve(EMPTY_4X4, look, solutions="all") == ran


# -- in slices -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("way", "jump"), EVERY_SEARCH)
def test_a_search_in_slices_is_the_same_search(way, jump, monkeypatch):
    """A kernel pauses after so many nodes, and has room for that many grids."""
    asked = [
        (puzzle_of(seed, 5, consistent=True), way, {"node_limit": limit, "seed": seed, **jump})
        for seed, limit in product(range(4), (0, 1, 50))
    ]

    def came_to() -> list[tuple]:
        return [what_it_came_to(*of, "compiled", solutions="all", **more) for *of, more in asked]

    whole = came_to()
    monkeypatch.setattr(running, "SLICE", 0)
    for nodes in (1, 2, 3, 17):
        monkeypatch.setattr(running, "FIRST_SLICE", nodes * 25)  # nodes times cells
        grids_at_once(nodes, monkeypatch)
        assert came_to() == whole


# -- interrupts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "call", "expected"),
    [("explore", 0, 0), ("explore", 1, 20), ("explore", 4, 80), ("_hand_over", 3, 60)],
)
def test_an_interrupt_at_any_moment_keeps_what_was_found(moment, call, expected, monkeypatch):
    """As it is heard: before the first slice of a kernel, right after one, or when its grids have
    been handed over. A count that is interrupted is no answer."""
    whole, calls = solve(EMPTY_4X4, solutions="all"), []

    def interrupted(*arguments):
        answer = original(*arguments) if call else None
        calls.append(moment)
        if len(calls) == max(call, 1):
            raise KeyboardInterrupt
        return answer

    original = getattr(running, moment)
    monkeypatch.setattr(running, moment, interrupted)
    grids_at_once(20, monkeypatch)
    ran = solve(EMPTY_4X4, solutions="all")
    assert (ran.outcome, ran.ended) == ("interrupted", "it was interrupted")
    assert len(ran.solutions) == ran.counts.solutions == expected
    assert ran.solutions == whole.solutions[:expected]
    assert expected or ran.counts == Counts()
    calls.clear()
    with pytest.raises(KeyboardInterrupt):
        count_solutions(EMPTY_4X4)


@pytest.mark.parametrize("keep", [0, 2, 1000])
@pytest.mark.parametrize("engine", ["compiled", "readable"])
def test_an_interrupt_between_any_two_steps_of_python_keeps_what_was_counted(
    engine, keep, monkeypatch
):
    """While grids are handed over: each is kept once or not at all, and none is left out."""
    handing_over = {Found.append.__code__, running._hand_over.__code__}
    whole = solve(EMPTY_4X4, solutions=9).solutions
    grids_at_once(3, monkeypatch)
    for steps in count(1):
        left = count(steps, -1)

        def trace(frame, event, _, left=left):
            if frame.f_code not in handing_over:
                return None
            frame.f_trace_opcodes = True
            if event == "opcode" and next(left) == 0:
                raise KeyboardInterrupt  # after which Python traces no more
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            ran = solve(EMPTY_4X4, solutions=9, keep=keep, engine=engine)
        finally:
            sys.settrace(before)
        assert ran.solutions == whole[: min(keep, ran.counts.solutions)]
        if ran.outcome == "solved":
            break
    assert steps > 50


@pytest.mark.skipif(sys.platform == "win32", reason="os.kill would end the process there")
def test_control_c_ends_a_search_that_would_take_years():
    """Long searches of every look, interrupted by real signals: in a process of its own."""
    out = in_a_process("""
        import os, signal, threading
        from futoshiki_lab import Puzzle, solve
        from futoshiki_lab.explorer.kernels import running

        def empty(n):
            return Puzzle([[0] * n] * n)

        def explore(*asked):
            if not timer.is_alive():  # the first slice
                timer.start()
            return run_on(*asked)

        for look in ("bt", "fc", "mac", "gac"):
            solve(empty(3), look, engine="compiled")  # so that compiling takes no part in it
        searches = [(12, "bt", "reading", "all"), (20, "mac", "dom_wdeg", "all"),
                    (32, "fc", "mrv", 10**9), (32, "gac", "mrv", "all")]
        run_on, running.explore = running.explore, explore
        for n, look, select, sought in searches:
            timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
            run = solve(empty(n), look, select, solutions=sought, engine="compiled", keep=50)
            kept = len(run.solutions) == min(50, run.counts.solutions) and not run.violations
            print(run.outcome, run.counts.nodes > 0, kept)
    """)
    assert out.splitlines() == ["interrupted True True"] * 4


# -- without Numba, without NumPy ----------------------------------------------------------------


@pytest.mark.skipif(not COMPILED, reason="Numba is not installed")
def test_without_numba_the_same_functions_count_the_same_uncompiled():
    script = """
        import sys
        {without}
        from futoshiki_lab import load, solve
        from futoshiki_lab.support.compiling import COMPILED
        for look, select, order in {ways}:
            run = solve(load("nyu/Input1"), look, select, order, engine="compiled", seed=3)
            more = solve(load("nyu/SampleInput"), look, select, order, root="ac", solutions="all")
            print(run.outcome, run.counts, more.counts, run.solutions == more.solutions)
            if look in ("bt", "fc"):
                print(solve(load("sysu/9x9"), look, select, order, jump=True, node_limit=400,
                            engine="compiled").counts)
        print(COMPILED, solve(load("nyu/Input1")).settings.engine)
    """
    ways = [way for way in EVERY_WAY if way[1] == "mrv"] + [("bt", "reading", "lcv")]
    switched_off = "import os; os.environ['NUMBA_DISABLE_JIT'] = '1'"
    without, switched, with_it = (
        in_a_process(script.format(ways=ways, without=line)).splitlines()
        for line in ("sys.modules['numba'] = None", switched_off, "")
    )
    assert without[:-1] == switched[:-1] == with_it[:-1]
    assert without[-1] == switched[-1] == "False readable"
    assert with_it[-1] == "True compiled"


# -- which engine --------------------------------------------------------------------------------


def test_the_compiled_engine_is_taken_where_it_can_do_what_is_asked():
    own = "compiled" if kernels_are_compiled() else "readable"
    assert solve(EMPTY_4X4).settings.engine == own
    assert solve(EMPTY_4X4, LOOKS["mac"], SELECTIONS["mrv"]).settings.engine == own
    assert solve(EMPTY_4X4, engine="readable").settings.engine == "readable"
    assert solve(EMPTY_4X4, observer=lambda *event: None).settings.engine == "readable"


def fc(board: Board, cell: Cell) -> bool:
    """Takes every value for good, so it is not what its name says."""
    return True


def forward_check(board: Board, cell: Cell) -> bool:
    """Takes none."""
    return False


def test_a_function_of_your_own_is_not_mistaken_for_the_one_whose_name_it_has():
    takes_all, takes_none = solve(EMPTY_4X4, fc), solve(EMPTY_4X4, forward_check)
    assert (takes_all.outcome, takes_all.counts.nodes) == ("solved", 16)
    assert takes_all.violations
    assert (takes_none.outcome, takes_none.counts.nodes) == ("unsatisfiable", 4)
    assert takes_all.settings.engine == takes_none.settings.engine == "readable"


# -- what lies where -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "way", [way for way in EVERY_WAY if way[2] in ("random", "lcv")], ids=" ".join
)
def test_the_largest_boards_work_and_nothing_is_written_between_the_parts(way):
    space = running.Space(32, running.ROOM)
    memory = space.memory
    starts = layout.parts.starts[1:]
    gaps = np.concatenate([np.arange(start - layout.GAP, start) for start in starts])
    memory[gaps] = canaries = np.arange(len(gaps)) * 1_000_003
    running._spare(32).append(space)
    jump = {"jump": True} if way in EVERY_JUMP else {}
    for blanks, limit in ((0.05, None), (1, 40)):
        puzzle = drawn_puzzle(32, round(1024 * (1 - blanks)), 200, square="circulant")
        ran = solve(puzzle, *way, root="ac", engine="compiled", node_limit=limit, **jump)
        assert ran.violations == ()
        assert ran.outcome == ("limit" if limit else "solved")
    assert running._spare(32)[-1] is space
    assert (memory[gaps] == canaries).all()


@pytest.mark.parametrize(
    ("look", "blanks", "more"),
    [
        *((look, 0.1, {"node_limit": 5}) for look in TWINNED[0]),
        ("bt", 0.15, {"jump": True, "node_limit": 3000}),
        ("fc", 0.2, {"jump": True, "node_limit": 300}),
    ],
)
def test_both_engines_count_the_same_on_the_largest_board(look, blanks, more):
    puzzle = drawn_puzzle(32, round(1024 * (1 - blanks)), 200, seed=1, square="circulant")
    select = "reading" if look == "bt" or "jump" in more else "dom_wdeg"
    assert_the_same(puzzle, (look, select), **more)
    counts = solve(puzzle, look, select, **more).counts
    assert "jump" not in more or (counts.skipped > 0 and counts.max_depth > 64)  # bits of a word


# -- packing -------------------------------------------------------------------------------------


def test_puzzles_of_one_size_do_not_see_what_the_one_before_left():
    """They take turns in the same memory: stopped, failed or solved, nothing of it stays."""
    named = [load(f"nyu/{name}") for name in ("Input1", "Input2", "Input3")]
    some = [*named, Puzzle([[1, 1, 0, 0, 0], *[[0] * 5] * 4]), EMPTY_5X5]
    for way in EVERY_WAY[::3]:
        alone = [what_it_came_to(puzzle, way, "compiled", node_limit=60) for puzzle in some]
        for first, second in product(range(len(some)), repeat=2):
            solve(some[first], *way, node_limit=first * 9, engine="compiled")
            again = what_it_came_to(some[second], way, "compiled", node_limit=60)
            assert again == alone[second]


# -- threads -------------------------------------------------------------------------------------


@pytest.mark.skipif(not COMPILED, reason="Numba is missing or switched off")
def test_a_search_is_timed_without_its_call_and_as_long_as_its_nodes_last():
    puzzle, told = load("unequal/7x7-recursive#1"), []
    for limit in (0, 100_000):
        asked = parse_settings("bt", node_limit=limit)
        told.append(running.time_search(puzzle, asked))
        begun = thread_time()
        for _ in range(20):
            run = solve(puzzle, "bt", node_limit=limit, engine="compiled")
        told.append((thread_time() - begun) / 20)
        assert run.counts.nodes == limit
    search, call, long_search, long_call = told
    assert search < call / 2
    assert 10 * search < long_search < 2 * long_call


def test_threads_do_not_get_in_each_others_way():
    from concurrent.futures import ThreadPoolExecutor

    seeds = range(40)
    ways = [(random_puzzle(seed, 5, True), EVERY_WAY[seed % len(EVERY_WAY)]) for seed in seeds]
    alone = [what_it_came_to(puzzle, way, "compiled", node_limit=500) for puzzle, way in ways]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(5):
            futures = [
                pool.submit(what_it_came_to, puzzle, way, "compiled", node_limit=500)
                for puzzle, way in ways
            ]
            assert [future.result() for future in futures] == alone


def test_a_look_without_a_twin_takes_the_readable_engine(monkeypatch):
    look = NamedLook("new", lambda board, cell: LOOKS["fc"].function(board, cell), "new")
    monkeypatch.setitem(LOOKS, "new", look)
    new, old = (solve(EMPTY_4X4, look) for look in ("new", "fc"))
    assert (new.settings.engine, new.counts) == ("readable", old.counts)
    with pytest.raises(ValueError, match="cannot do this: the look new has no compiled twin"):
        solve(EMPTY_4X4, "new", engine="compiled")


@pytest.mark.parametrize(
    ("names", "record", "way"),
    [
        (LOOKS, NamedLook("new", forward_check, "new", 9), ("new",)),
        (SELECTIONS, NamedSelect("new", SELECTIONS["mrv"].function, "new", 9), ("fc", "new")),
        (ORDERS, Named("new", ORDERS["lcv"].function, "new", 9), ("fc", "mrv", "new")),
    ],
    ids=["look", "selection", "order"],
)
def test_a_number_without_a_branch_is_an_error_and_no_other_search(names, record, way, monkeypatch):
    monkeypatch.setitem(names, "new", record)
    with pytest.raises(NotImplementedError, match="has a number, but no branch in"):
        solve(EMPTY_4X4, *way, engine="compiled")
