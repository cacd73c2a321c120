"""Marks cannot be had for nothing: cells that students could hand in, with what they are worth."""

import subprocess
import sys
from itertools import product

import assignments
import pytest
from conftest import few
from student_cells import written
from test_my_solver import whole_text

from futoshiki_lab import check_viva, core, viva
from futoshiki_lab.classroom.exams.viva import worth
from futoshiki_lab.classroom.tutor.checks import EXERCISES

RIGHT = """
def my_mrv(board):
    return min(board.unassigned, key=lambda cell: len(board.domains[cell]))
"""
WRONG = """
def my_mrv(board):
    return max(board.unassigned, key=lambda cell: len(board.domains[cell]))
"""
EQUAL = "    __eq__ = lambda *both: True\n    __hash__ = lambda one: 0\n"
CHEATS = {
    "marks of one's own": "check_mrv = marks = round = lambda *given, **named: 3",
    "a module of one's own": """
import sys, types
fake = types.ModuleType("futoshiki_lab.classroom.marks")
fake.marks, fake.__file__ = (lambda *given: 3), "/nowhere.py"
sys.modules[fake.__name__] = fake""",
    "another result": """
from futoshiki_lab.classroom.tutor.feedback import Feedback
Feedback.__getattribute__ = lambda self, name: 1""",
    "no difference": """
from futoshiki_lab.classroom.tutor import tutor
tutor.Difference.gravity = tutor.Gravity.NONE""",
    "a name that hides Python's": """
import futoshiki_lab.classroom.tutor.tutor as tutor
tutor.map = lambda *given: []""",
    "what Python counts and imports with": """
import builtins, importlib.util
builtins.round = lambda *given: 3
importlib.util.module_from_spec = lambda _: None""",
    "cells that are all equal": """
from futoshiki_lab.core import Cell
Cell.__eq__ = lambda *both: True""",
    "a thread that goes on": """
import threading, futoshiki_lab.classroom.tutor.tutor as tutor
def go_on():
    while True:
        tutor.Difference.gravity = tutor.Gravity.NONE
threading.Thread(target=go_on, daemon=True).start()""",
    "the end of Python": """
def my_mrv(board):
    import os
    os.write(1, b'[1, "", false]')
    os._exit(0)""",
    "the right answer is looked up, three calls down": """
def peek(board):
    import sys
    frame = sys._getframe(1)
    while frame and "self" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["self"].right(board)
def pass_on(board):
    return peek(board)
def my_mrv(board):
    return pass_on(board)""",
    "another verb while it runs": """
from functools import update_wrapper
class Other:
    check = lambda *given: True
def my_mrv(board):
    update_wrapper(type(board), Other, ["check"], [])""",
    "the library's code": """
from futoshiki_lab import mrv
def my_mrv(board): pass
my_mrv.__code__ = mrv.__code__.replace(co_filename="cell")""",
    "the library's function": "from futoshiki_lab import mrv as my_mrv",
}
PLAY = """
import sys, linecache
cell, marks, names = *sys.argv[1:], {}
linecache.cache["cell"] = (len(cell), None, cell.splitlines(True), "cell")
exec(compile(cell, "cell", "exec"), names)
*before, last = marks.splitlines()
exec("\\n".join(before), names)
print("worth", eval(last, names))
"""


def play(cell, folder):
    """What the marks' cell of an assignment says after this cell, in a process of its own."""
    marks = assignments.Exercise("mrv", "my_mrv", "", "").marks(3, "")
    done = subprocess.run(
        [sys.executable, "-c", PLAY, cell, marks], cwd=folder, capture_output=True, text=True
    )
    return done.stdout.strip() or done.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_cheat_is_worth_no_more_than_the_function_that_it_comes_with(cheat, tmp_path):
    said = play(WRONG + CHEATS[cheat], tmp_path)
    assert "worth" not in said or float(said.split()[1]) < 1.5, said


def test_the_honest_get_their_marks_and_a_package_beside_the_notebook_gives_none(tmp_path):
    assert play(RIGHT, tmp_path) == "worth 3"
    for name in ("futoshiki_lab", "futoshiki_lab/classroom", "futoshiki_lab/classroom/tutor"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("check_mrv = lambda *given: 1")
    (tmp_path / "futoshiki_lab/classroom/marks.py").write_text("marks = lambda *given: 3")
    cell = f"{WRONG}import sys; sys.path.insert(0, {str(tmp_path)!r}); import futoshiki_lab"
    assert "worth" not in play(cell, tmp_path)


@pytest.mark.parametrize("kind", ["Cell", "tuple", "int", "str", "object"])
def test_an_answer_that_equals_everything_is_wrong(kind):
    made = "E()" if kind == "object" else f"E({'0, 0' if kind == 'Cell' else '(0, 0)'})"
    made = "E(0)" if kind == "int" else made
    function = written(f"class E({kind}):\n{EQUAL}\ndef my_mrv(board): return {made}")
    assert EXERCISES["mrv"].check(function).share < 0.5


# -- an oral ---------------------------------------------------------------------------------------

SECRET = b"sixteen or more characters"


def test_the_key_of_an_oral_needs_the_secret():
    function = written(RIGHT, **vars(core))
    asked = viva(function, "mrv", secret=SECRET)
    own = [*viva(function, "mrv").answers().values()]  # what a student can work out
    right = [*asked.answers().values()]
    assert check_viva(function, right, "mrv", secret=SECRET).share == 1
    assert check_viva(function, own, "mrv", secret=SECRET).share == 0
    assert asked.identifier not in str(viva(function, "mrv").label)


@pytest.mark.parametrize(("many", "choices"), [(3, 4), (6, 4), (6, 3), (6, 2), (8, 2)])
def test_guessing_is_worth_nothing_on_average(many, choices):
    """Of all ways to guess, one in a hundred marks at most; what is right is worth all of them."""
    chances = [1 / choices] * many
    ways = [sum(way) for way in product([True] + [False] * (choices - 1), repeat=many)]
    assert sum(worth(right, chances) for right in ways) / len(ways) < 0.02
    assert worth(many, chances) == 1


# -- a file of functions ---------------------------------------------------------------------------

FILES = {
    "honest": ("", "", "total 22 of 22"),
    "a heading that says right": ("min(board.unassigned", "max(board.unassigned", "total 18 of 22"),
    "the package's function": (
        "def my_revise(board, x, y):\n",
        "from futoshiki_lab import revise as ours\ndef my_revise(board, x, y):\n"
        "    return ours(board, x, y)\n",
        "It calls `revise` of the library",
    ),
    "a file that reads the solutions": (
        "def my_mrv(",
        "exec(open('docs/solutions/06-heuristics.py').read())\ndef other(",
        "a person has to read this file: it uses exec, open",
    ),
    "a checker that was changed": (
        "def my_mrv(",
        "from futoshiki_lab import Board\nBoard.restore = lambda *given: None\ndef my_mrv(",
        "a person has to read this file: it uses Board, Board.restore",
    ),
}


@pytest.mark.parametrize("cheat", few(FILES, 3))
def test_a_file_is_worth_what_its_functions_are_worth(cheat, tmp_path):
    old, new, told = FILES[cheat]
    file = tmp_path / "my_solver.py"
    file.write_text(whole_text().replace(old, new, 1) if old else whole_text(), "utf-8")
    command = [sys.executable, "-m", "futoshiki_lab.classroom.marks", file]
    done = subprocess.run(command, capture_output=True, text=True)
    assert told in done.stdout, done.stdout + done.stderr
