"""A solver of the learner's own: what is kept, what is never lost, what runs."""

from __future__ import annotations

import multiprocessing
import os
import re
import subprocess
import sys
from dataclasses import asdict
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from counted import independent
from solutions import SOLUTIONS, solutions
from student_cells import cells_of, written

import futoshiki_lab.core as core
from futoshiki_lab import load, my_solver, queens, record, solve, sudokus, usa, zebra
from futoshiki_lab.classroom.solver import run_program
from futoshiki_lab.classroom.solver.keeping import keep
from futoshiki_lab.classroom.solver.milestones import MILESTONES
from futoshiki_lab.classroom.solver.parts import PARTS
from futoshiki_lab.core.jumping import searched

STEMS = sorted(path.stem for path in SOLUTIONS.glob("0[2-7]*.py"))


def _texts():
    """The text of each part, as docs/solutions has it."""
    for text in (text for stem in STEMS for text in solutions(stem).values()):
        for name in re.findall(r"^def my_(\w+)\(", text, re.M):
            yield {"select": "selection"}.get(name, name), text


TEXTS = {name: text for name, text in _texts() if name in PARTS}


def functions(*names):
    """The functions of some parts, each knowing those before it; by default of all."""
    known = {"searched": searched}
    for name in names or PARTS:
        known |= (
            {f"my_{one}": getattr(core, one) for one in ("fc_check", "revise")} if names else {}
        )
        known[f"my_{name}"] = function = written(TEXTS[name], **known)
        yield name, function


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path / "my_solver.py"


@cache
def whole_text():
    """What stands in a file with all parts, each kept after its check."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "my_solver.py"
        for name, function in functions():
            assert keep(name, function, "right", path).startswith("kept: ")
        return path.read_text("utf-8")


@pytest.fixture
def whole(file):
    """A file with all parts."""
    file.write_text(whole_text(), "utf-8")
    return file


def same_counts(mine, puzzle, *how, **more):
    """Whether a learner's solver counts what the package's counts."""
    ours = solve(puzzle, *how, **more)
    return asdict(mine.solve(puzzle).counts) == asdict(ours.counts)


def test_the_whole_solver_counts_what_the_packages_counts(whole):
    puzzle, mine = load("nyu/Input2"), my_solver()
    assert (mine.written, mine.ours) == (9, [])
    for look in ("bt", "fc", "mac"):
        assert same_counts(mine.choose(look, "reading"), puzzle, look)
    assert same_counts(mine.choose("fc", "mrv"), puzzle, "fc", "mrv")
    assert same_counts(mine.choose("fc", "reading", jump=True), puzzle, "fc", jump=True)
    trace = record(puzzle, **mine)  # on a board that their function restores
    assert trace.state(len(trace)).counts == trace.counts
    assert {"my_search", "my_ac3", "my_revise", "my_mrv"} <= {
        one.name for one in trace.sources.functions
    }


# By the year of a milestone: its problems, its searches and how many solutions are known.
ALL, FIRST = {"solutions": None}, {"solutions": 1}
LANDMARKS = {
    1848: ([queens(8)], [("bt", "reading", False)], ALL, [92]),
    1962: ([zebra()], [("fc", "reading", jump) for jump in (False, True)], ALL, [1]),
    1976: ([usa()], [("fc", "mrv", False)], FIRST, [1]),
    1980: (
        *([queens(n) for n in range(4, 10)], [(one, "reading", False) for one in ("bt", "fc")]),
        *(ALL, [2, 10, 4, 40, 92, 352]),
    ),
    2006: ([sudokus("hardest")[5]], [("mac", "mrv", False)], ALL, [1]),
}


@pytest.mark.slow
@pytest.mark.parametrize("year", [one.year for one in MILESTONES])
def test_a_milestone_falls_to_the_learners_parts_as_to_an_independent_program(whole, year):
    problems, ways, sought, known = LANDMARKS[year]
    assert all(reached for _, reached in my_solver().milestones)
    falls = product(zip(problems, known, strict=True), ways)
    for (problem, many), (look, select, jump) in falls:
        mine = my_solver().choose(look, select, jump)
        run = mine.solve(problem, solutions=sought["solutions"] or "all")
        found, counts = independent(problem, look, select, jump=jump, **sought)
        assert (mine.ours, run.counts.solutions, [*run.solutions]) == ([], many, found)
        assert {name: asdict(run.counts)[name] for name in counts} == counts


def test_what_is_not_written_is_ours_and_says_so(file):
    assert "0 of 9 parts" in repr(my_solver())
    assert f"no my_solver.py in the folder {file.parent.name} yet" in repr(my_solver())
    [(_, function)] = functions("forward_check")
    keep("forward_check", function, "right")
    mine = my_solver()
    assert (mine.written, mine.ours) == (1, ["search", "fc_check"])
    assert "from futoshiki_lab import fc_check as my_fc_check" in file.read_text()
    assert "✓ yours" in mine._repr_html_()
    assert "ours" in mine._repr_html_()
    assert same_counts(mine, load("nyu/Input1"), "fc")


def test_a_part_calls_what_was_written_before_or_after(file):
    """The learner's `revise` takes the place of ours, whichever was written first."""
    [(_, revise)] = functions("revise")
    ac3 = written(TEXTS["ac3"].replace("my_revise(", "revise("), revise=core.revise)
    keep("ac3", ac3, "right")
    assert "from futoshiki_lab import revise" in file.read_text()
    keep("revise", revise, "right")
    assert my_solver().ac3.__globals__["revise"] is not core.revise
    file.unlink()
    keep("revise", revise, "right")
    keep("ac3", ac3, "right")
    assert "revise = my_revise" in file.read_text()
    assert my_solver().written == 2


def test_no_part_asks_for_more_than_a_dozen_lines():
    for stem in STEMS:
        for cell, text in solutions(stem).items():
            _, *lines = filter(str.strip, text.splitlines())  # the first one says why so
            assert len({*lines} - {*cells_of(stem)[cell].splitlines()}) <= 12, cell


STYLES = {
    "helpers, values, imports": """
        import operator
        from collections import deque as line
        LEAST = 1
        seen = line()
        def values_left(board, x):
            return len(board.domains[x]) >= LEAST
        def check(board, cell, x):
            for d in list(board.domains[x]):
                if operator.not_(board.check(x, d, cell, board.values[cell])):
                    board.prune(x, d, because=cell)
            return values_left(board, x)
        """,
    "types and a decorator": """
        from functools import wraps
        from futoshiki_lab import Board, Cell
        def quietly(f):
            @wraps(f)
            def call(*all_of):
                return bool(f(*all_of))
            return call
        @quietly
        def fc(board: Board, cell: Cell, x: Cell) -> bool:
            bad = [d for d in board.domains[x] if not board.check(x, d, cell, board.values[cell])]
            for d in bad:
                board.prune(x, d, because=cell)
            return board.domains[x]
        """,
}


@pytest.mark.parametrize("style", STYLES)
def test_a_function_is_kept_with_all_that_it_uses(file, style):
    function = written(STYLES[style], seen=None)
    assert PARTS["fc_check"].check(function)
    assert keep("fc_check", function, "right").startswith("kept: part 3 of 9 of your solver")
    assert my_solver().parts["fc_check"].is_own


def test_a_lambda_and_helpers_of_one_name_in_two_parts(file):
    text = "def _(): pass\nfewest = lambda b: min(b.unassigned, key=lambda c: len(b.domains[c]))"
    keep("mrv", written(text).__globals__["fewest"], "right")
    for part in ("fc_check", "look_back"):
        helper = f"def ask(board, *pair):\n    '{part}'\n    return board.check(*pair)\n\n"
        function = written(helper + TEXTS[part].replace("board.check(", "ask(board, "))
        assert keep(part, function, "right").startswith("kept: ")
    own = [name for name, one in my_solver().parts.items() if one.is_own]
    assert own == ["look_back", "fc_check", "mrv"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def mrv(board): return rule(board)", "which is"),
        ("def mrv(board): return min(board.unassigned, key=sizes(board))", "which is"),
    ],
)
def test_what_cannot_be_kept_is_told_and_the_verdict_stands(file, text, told):
    class Rule:
        def __call__(self, board):
            return core.mrv(board)

    function = written(text, rule=Rule(), sizes=Rule())
    assert told in keep("mrv", function, "right")
    assert not file.exists()


def test_a_wrong_function_never_takes_the_place_of_a_right_one(whole):
    before = whole.read_bytes(), whole.stat().st_mtime_ns
    again = dict(functions())
    assert keep("fc_check", again["fc_check"], "right").startswith("kept already")
    dear = written("""
        def my_fc_check(board, cell, x):
            for d in board.domains[x]:
                if not board.check(x, d, cell, board.values[cell]) and not board.check(
                    x, d, cell, board.values[cell]
                ):
                    board.prune(x, d, because=cell)
            return len(board.domains[x]) > 0
    """)
    verdict = PARTS["fc_check"].check(dear).verdict
    assert verdict == "another cost"
    assert "of before" in keep("fc_check", dear, verdict)
    assert (whole.read_bytes(), whole.stat().st_mtime_ns) == before
    better = written(TEXTS["fc_check"].replace("value", "d").replace("board.ds", "board.values"))
    assert keep("fc_check", better, "right").startswith("kept: ")
    assert "for d in" in whole.read_text()
    assert my_solver().written == 9


def test_a_file_changed_by_hand_is_checked_again_and_respected(whole):
    text = whole.read_text()
    note = text.replace("# %% the program", "# %% my notes\nX = 1  # mine\n\n\n# %% the program")
    whole.write_text(note.replace("len(board.domains[x]) > 0", "bool(board.domains[x])"))
    mine = my_solver()
    assert mine.written == 9
    assert "X = 1  # mine" in whole.read_text()
    before = whole.read_bytes()
    assert my_solver().written == 9
    assert whole.read_bytes() == before
    [(_, other)] = functions("fc_check")
    whole.write_text(
        whole.read_text().replace("bool(board.domains[x])", "(len(board.domains[x])) >= 1")
    )
    assert "changed by hand: it stays" in keep("fc_check", other, "right")

    whole.write_text(whole.read_text().replace("(len(board.domains[x])) >= 1", "True"))
    mine = my_solver()
    assert [one.part.name for one in mine.parts.values() if one.told] == [
        "fc_check",
        "forward_check",
    ]
    assert "is wrong now" in repr(mine)
    assert mine.fc_check is core.fc_check
    assert my_solver.__doc__
    assert mine.choose("fc").ours == ["fc_check", "forward_check"]
    assert "my_solver.old.py" in keep("fc_check", other, "right")
    assert my_solver().written == 9
    assert "X = 1  # mine" in whole.read_text()


def test_damage_in_one_part_leaves_the_others(whole):
    whole.write_text(whole.read_text().replace("def my_look_back(board, cell):", 'def "look(: """'))
    mine = my_solver()
    assert (mine.written, "Python cannot read it, line" in repr(mine)) == (8, True)
    [(_, look_back)] = functions("look_back")
    assert keep("look_back", look_back, "right").startswith("kept: ")
    assert my_solver().written == 9


def test_what_is_no_text_or_cannot_be_written_is_told_in_a_sentence(file, tmp_path):
    [(_, look_back)] = functions("look_back")
    file.write_bytes(b"\xff\xfe\x00" * 9)
    assert "it is no text" in repr(my_solver())
    assert "my_solver.damaged1.py now" in keep("look_back", look_back, "right")
    assert Path("my_solver.damaged1.py").read_bytes() == b"\xff\xfe\x00" * 9
    assert my_solver().written == 1
    for place in (file / "my_solver.py", tmp_path):  # in a file; a folder
        told = keep("look_back", look_back, "right", place)
        assert told.startswith("It is right, but it cannot be kept: "), told


def test_a_browsers_python_needs_no_lock(file, monkeypatch):
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setattr(os, "open", lambda *_: pytest.fail("a lock was asked for"))
    [(_, revise)] = functions("revise")
    assert keep("revise", revise, "right").startswith("kept: ")
    assert "1 of 9 parts" in str(my_solver())


def _keep_in_a_process(name):
    [(_, function)] = functions(name)
    keep(name, function, "right")


def test_two_kernels_at_once_lose_nothing(file):
    names = ["search", "look_back", "fc_check", "revise", "mrv", "culprits"]
    context = multiprocessing.get_context("spawn")
    with context.Pool(3) as pool:
        pool.map(_keep_in_a_process, names, chunksize=1)
    assert my_solver().written == len(names)
    assert not list(file.parent.glob("*.lock"))


def test_the_file_is_a_program(whole, capsys):
    found = subprocess.run(
        [sys.executable, whole.name, "nyu/Input2", "-a", "fc"],
        capture_output=True, text=True, env={**os.environ}, check=False,
    )  # fmt: skip
    assert found.returncode == 0
    assert found.stderr == ""
    run = solve(load("nyu/Input2"), "fc", "mrv")
    assert found.stdout.splitlines()[:6] == ["nyu/Input2: solved", *str(run).splitlines()]
    assert f"\nnodes: {run.counts.nodes:,}\nchecks: {run.counts.checks:,}\n" in found.stdout
    assert "9 parts are yours" in found.stdout
    assert run_program(whole, ["nyu/Input2", "--node-limit", "3"]) == 3
    assert run_program(whole, ["no/such"]) == 2
    assert run_program(whole, ["nyu/Input2", "-a", "bt", "--jump"]) == 2
    assert "culprits: choose the look fc\n" in capsys.readouterr().err
    assert run_program(whole, ["nyu/Input2", "--jump"]) == 0  # `ac3` is there: without it, mac
    assert f"\nskipped: {solve(load('nyu/Input2'), 'fc', 'mrv', jump=True).counts.skipped}\n" in (
        capsys.readouterr().out
    )
