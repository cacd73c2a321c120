"""The worked assignments: nbgrader and Otter give a right function all points, others none."""

import json
import linecache
import subprocess
import sys

import nbformat
import pytest
from conftest import REPO
from graders import environment

from futoshiki_lab.classroom.tutor.checks import EXERCISES

ASSIGNMENTS = REPO / "docs" / "assignments"
RIGHT = """def my_look_back(board, cell):
    for other in board.assigned_neighbours(cell):
        if not board.check(cell, board.values[cell], other, board.values[other]):
            return False
    return True
"""
WRONG = "def my_look_back(board, cell):\n    return True\n"
POINTS = {"right": 3, "wrong": 0, "not done": 0}


@pytest.fixture
def run(request, jupyter_home):
    """Run a program in a folder."""
    variables = environment(request.config)

    def run(folder, *words):
        command = [sys.executable, "-m", *map(str, words)]
        done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

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
    run(tmp_path, "nbgrader", "generate_assignment", "looks", "--create")
    given_out = tmp_path / "release" / "looks" / "look_back.ipynb"
    assert "assigned_neighbours(cell):" not in given_out.read_text(encoding="utf-8")
    for who in POINTS:
        hand_in(given_out, who, tmp_path / "submitted" / who / "looks" / "look_back.ipynb")
    run(tmp_path, "nbgrader", "autograde", "looks", "--create")
    run(tmp_path, "nbgrader", "export", "--to", "marks.csv")
    lines = (tmp_path / "marks.csv").read_text(encoding="utf-8").splitlines()
    names, *rows = [line.split(",") for line in lines]
    marks = {row[names.index("student_id")]: float(row[names.index("score")]) for row in rows}
    assert marks == POINTS


def test_otter_marks_the_worked_assignment(run, tmp_path):
    (tmp_path / "look_back.ipynb").write_bytes((ASSIGNMENTS / "otter.ipynb").read_bytes())
    (tmp_path / "requirements.txt").write_text("futoshiki-lab\n")
    run(tmp_path, "otter", "assign", "look_back.ipynb", "made", "--no-run-tests")
    [grader] = (tmp_path / "made" / "autograder").glob("*.zip")
    given_out = tmp_path / "made" / "student" / "look_back.ipynb"
    assert "assigned_neighbours(cell):" not in given_out.read_text(encoding="utf-8")
    for who in ("right", "wrong"):
        own = tmp_path / who
        hand_in(given_out, who, own / "look_back.ipynb")
        run(own, "otter", "run", "look_back.ipynb", "-a", grader, "-o", own)
        tests = json.loads((own / "results.json").read_text(encoding="utf-8"))["tests"]
        assert [test["score"] for test in tests if "score" in test] == [POINTS[who]]


def test_one_command_writes_every_function_exercise_with_full_marks_for_its_solution(tmp_path):
    command = [sys.executable, REPO / "tools" / "assignments.py", "--seed", "7", "--to", tmp_path]
    subprocess.run(command, check=True, capture_output=True)
    for program in ("nbgrader", "otter"):
        assert {path.stem for path in (tmp_path / program).iterdir()} == EXERCISES.keys()
        for path in (tmp_path / program).iterdir():  # Otter asks for the language
            kernel = nbformat.read(path, as_version=4).metadata.kernelspec
            assert (kernel.name, kernel.language) == ("python3", "python")
    for path in (tmp_path / "nbgrader").iterdir():
        *cells, marks = (
            c for c in nbformat.read(path, as_version=4).cells if c.cell_type == "code"
        )
        names = {}
        for at, cell in enumerate(cells):
            file = f"{path.stem}-{at}.py"
            linecache.cache[file] = (1, None, cell.source.splitlines(True), file)
            exec(compile(cell.source, file, "exec"), names)
        *before, last = marks.source.splitlines()
        exec("\n".join(before), names)
        assert eval(last, names) == 3
