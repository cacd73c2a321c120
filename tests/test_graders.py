"""The worked assignments: nbgrader and Otter give a right function all points, others none."""

import json
import subprocess
import sys

import nbformat
import pytest
from conftest import REPO
from graders import environment

ASSIGNMENTS = REPO / "docs" / "assignments"
RIGHT = """def my_look_back(board, cell):
    for other in board.assigned_neighbours(cell):
        if not board.check(cell, board.values[cell], other, board.values[other]):
            return False
    return True
"""
WRONG = "def my_look_back(board, cell):\n    return True\n"
POINTS = {"right": 3, "wrong": 0, "not done": 0}


# One command line after another, in a process that has to import the program only once.
NBGRADER = """
from nbgrader.apps import NbGraderApp
for words in commands:
    NbGraderApp.clear_instance()
    NbGraderApp.launch_instance(words)
"""
OTTER = """
from otter.cli import cli
for words in commands:
    cli.main(words, standalone_mode=False)
"""


@pytest.fixture
def run(request, jupyter_home):
    """Run command lines of a program in a folder."""
    variables = environment(request.config)

    def run(folder, program, *commands):
        script = f"commands = {[words.split() for words in commands]}\n{program}"
        command = [sys.executable, "-c", script]
        done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr

    return run


def hand_in(given_out, who, to):
    """What a student hands in: the notebook as it was given out, with a function in it."""
    notebook = nbformat.read(given_out, as_version=4)
    [cell] = [cell for cell in notebook.cells if cell.source.startswith("def my_look_back")]
    cell.source = {"right": RIGHT, "wrong": WRONG, "not done": cell.source}[who]
    to.parent.mkdir(parents=True)
    nbformat.write(notebook, to)


def test_nbgrader_marks_the_worked_assignment(run, tmp_path):
    source = tmp_path / "source" / "looks" / "look_back.ipynb"
    source.parent.mkdir(parents=True)
    source.write_bytes((ASSIGNMENTS / "nbgrader.ipynb").read_bytes())
    settings = f"c = get_config()\nc.CourseDirectory.root = {str(tmp_path)!r}\n"
    (tmp_path / "nbgrader_config.py").write_text(settings)
    run(tmp_path, NBGRADER, "generate_assignment looks --create")
    given_out = tmp_path / "release" / "looks" / "look_back.ipynb"
    assert "assigned_neighbours(cell):" not in given_out.read_text(encoding="utf-8")
    for who in POINTS:
        hand_in(given_out, who, tmp_path / "submitted" / who / "looks" / "look_back.ipynb")
    run(tmp_path, NBGRADER, "autograde looks --create", "export --to marks.csv")
    lines = (tmp_path / "marks.csv").read_text(encoding="utf-8").splitlines()
    names, *rows = [line.split(",") for line in lines]
    marks = {row[names.index("student_id")]: float(row[names.index("score")]) for row in rows}
    assert marks == POINTS


def test_otter_marks_the_worked_assignment(run, tmp_path):
    (tmp_path / "look_back.ipynb").write_bytes((ASSIGNMENTS / "otter.ipynb").read_bytes())
    (tmp_path / "requirements.txt").write_text("futoshiki-lab\n")
    run(tmp_path, OTTER, "assign look_back.ipynb made --no-run-tests")
    [grader] = tmp_path.glob("made/autograder/*.zip")
    given_out = tmp_path / "made" / "student" / "look_back.ipynb"
    assert "assigned_neighbours(cell):" not in given_out.read_text(encoding="utf-8")
    students = ("right", "wrong")
    for who in students:
        hand_in(given_out, who, tmp_path / who / "look_back.ipynb")
    about = f"-a {grader.relative_to(tmp_path)} -o"
    run(tmp_path, OTTER, *(f"run {who}/look_back.ipynb {about} {who}" for who in students))
    for who in students:
        tests = json.loads((tmp_path / who / "results.json").read_text(encoding="utf-8"))["tests"]
        assert [test["score"] for test in tests if "score" in test] == [POINTS[who]]
