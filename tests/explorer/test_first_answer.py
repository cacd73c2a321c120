"""The first answer of a process comes before the compiled engine is loaded; all counts stay."""

from __future__ import annotations

from textwrap import dedent

import pytest
from conftest import in_a_process

from futoshiki_lab import Puzzle, solve
from futoshiki_lab.solving import kernels_are_compiled
from futoshiki_lab.support import annexes

HEAVY = ("numba", "numpy", "pandas", "matplotlib", "joblib", "tqdm", "graphviz", "ipywidgets")


# `loaded()` says which of the heavy packages a process has loaded.
LOADED = f"import sys\nloaded = lambda: [name for name in {HEAVY} if name in sys.modules]\n"


def in_a_fresh_process(script: str) -> str:
    return in_a_process(LOADED + dedent(script))


# -- what is not loaded ----------------------------------------------------------------------------


def test_every_bundled_5x5_is_solved_before_anything_heavy_is_loaded():
    out = in_a_fresh_process("""
        from futoshiki_lab import bundled, load_all, solve
        puzzles = [puzzle for name in bundled() for puzzle in load_all(name) if puzzle.size == 5]
        for puzzle in puzzles:
            run = solve(puzzle)
            assert (run.outcome, run.settings.engine) == ("solved", "readable"), puzzle.name
        print(len(puzzles), loaded())
    """)
    count, _, modules = out.partition(" ")
    assert int(count) >= 60
    assert modules.strip() == "[]"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("--help", 0),
        ("solv nyu/Input1", 2),
        ("solve no-such-file --engine compiled", 2),
        ("solve nyu/Input1 -a bt -s mrv", 2),
        ("solve nyu/Input1 nyu/Input2 nyu/Input3", 0),
        ("show nyu/Input1", 0),
        ("convert nyu/Input1 --to id", 0),
        ("grade nyu/Input1", 0),
        ("hint nyu/Input1", 0),
        ("generate 5", 0),
    ],
)
def test_a_command_that_has_little_to_do_loads_nothing_heavy(words, code):
    out = in_a_fresh_process(f"""
        from futoshiki_lab.command_line import main
        code = main({words.split()})
        print()
        print(code, loaded())
    """)
    assert out.splitlines()[-1] == f"{code} []"


def test_one_command_does_not_load_what_the_others_need():
    out = in_a_fresh_process("""
        from futoshiki_lab.command_line import main
        main(["solve", "no-such-file"])
        print([name for name in sys.modules if name.startswith("futoshiki_lab.")])
    """)
    rooms = {name.split(".")[1] for name in eval(out)}
    assert rooms == {"command_line", "core", "formats", "solving", "support"}


# -- what is loaded, and when ----------------------------------------------------------------------


@pytest.mark.skipif(not kernels_are_compiled(), reason="Numba is not installed")
def test_a_hard_puzzle_and_all_after_it_are_solved_by_the_compiled_engine():
    out = in_a_fresh_process("""
        from futoshiki_lab import load, solve
        easy, hard = load("nyu/Input1"), load("sysu/9x9")
        for puzzle in (easy, hard, easy):
            run = solve(puzzle)
            counts = run.counts.nodes, run.counts.checks, run.counts.setup_checks
            print(run.settings.engine, "numba" in sys.modules, *counts)
    """)
    assert out.splitlines() == [
        "readable False 139 1128 114",
        "compiled True 247272 3477345 1357",
        "compiled True 139 1128 114",
    ]


@pytest.mark.skipif(not kernels_are_compiled(), reason="Numba is not installed")
@pytest.mark.parametrize(
    ("size", "asked", "engine"),
    [
        (5, {}, "readable"),
        (5, {"solutions": 1_000}, "readable"),
        (5, {"solutions": "all", "node_limit": 1_001}, "compiled"),
        (4, {"solutions": "all"}, "readable"),
        (6, {}, "compiled"),
        (6, {"node_limit": 1_000}, "readable"),
        (6, {"look": lambda board, cell: True}, "readable"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_size_and_limit_say_which_engine_a_process_begins_with(size, asked, engine, monkeypatch):
    monkeypatch.setattr(annexes, "is_loaded", lambda what: False)
    assert solve(Puzzle([[0] * size] * size), **asked).settings.engine == engine
