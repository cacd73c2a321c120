"""The assignments: nbgrader and Otter release them, and give a right function all its points."""

import json
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from conftest import EXHAUSTIVE, REPO, few
from graders import environment

from futoshiki_lab.classroom.tutor.checks import EXERCISES

POINTS = {**dict.fromkeys([*EXERCISES, "gaschnig", "nogood"], 3), "project": 20}
GRADED = [*POINTS] if EXHAUSTIVE else ["look_back"]
HOW = Path(__file__).with_name("grading.py")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """What `make assignments` writes."""
    to = tmp_path_factory.mktemp("assignments")
    command = [sys.executable, REPO / "tools" / "assignments.py", "--seed", "7", "--to", to]
    subprocess.run(command, check=True, capture_output=True)
    return to


@pytest.fixture
def grade(request, jupyter_home, made):
    """Release, solve and grade all assignments with a program; the points of each."""

    def grade(program):
        command = [sys.executable, HOW, program, made / program, *GRADED]
        variables = environment(request.config)
        done = subprocess.run(command, env=variables, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    return grade


def code(path):
    return [c.source for c in nbformat.read(path, as_version=4).cells if c.cell_type == "code"]


def test_there_is_one_for_every_function_exercise_and_a_project(made):
    for folder in (made / "nbgrader" / "source", made / "otter"):
        paths = sorted(folder.glob("*/*.ipynb"))
        assert {path.stem for path in paths} == {path.parent.name for path in paths}
        assert {path.stem for path in paths} == POINTS.keys()
        for path in paths:  # Otter asks for the language
            kernel = nbformat.read(path, as_version=4).metadata.kernelspec
            assert (kernel.name, kernel.language) == ("python3", "python")
    [needs] = (made / "otter" / "mrv" / "requirements.txt").read_text("utf-8").splitlines()
    assert needs.partition(" @ ")[2].startswith(("git+https://", REPO.as_uri()))  # can be installed


def test_no_cell_imports_the_function_that_is_asked_for(made):
    for path in made.glob("nbgrader/source/*/*.ipynb"):
        cells = code(path)
        assert not any(
            f"import {path.stem}" in line or f", {path.stem}" in line
            for cell in cells
            for line in cell.splitlines()
            if line.startswith("from futoshiki_lab import")
        )


@pytest.mark.parametrize("program", few(["otter", "nbgrader"]))
def test_a_program_releases_and_marks_them(grade, program):
    """With EXHAUSTIVE=1 both programs, and all of them."""
    unfinished = {name: 0 for name in ("look_back", "project") if name in GRADED}
    right = {name: POINTS[name] for name in GRADED}
    assert grade(program) == {"right": right, "not done": unfinished}


def test_one_command_gives_the_points_of_the_project_part_by_part(made):
    folder = made / "nbgrader" / "source" / "project"
    text = (folder / "project.ipynb").read_text("utf-8")
    wrong = text.replace("min(board.unassigned", "max(board.unassigned")
    notebook = nbformat.reads(wrong, as_version=4)
    cheats = "import sys, atexit\natexit.register(print, 'total 20 of 20')\nsys.exit()"
    notebook.cells.insert(0, nbformat.v4.new_code_cell(cheats))  # it is not run
    nbformat.write(notebook, folder / "wrong.ipynb")
    (folder / "futoshiki_lab.py").write_text("raise SystemExit('total 20 of 20')", "utf-8")
    command = [sys.executable, "grade.py", "wrong.ipynb"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert not done.stderr
    lines = done.stdout.splitlines()
    for made_here in ("wrong.ipynb", "futoshiki_lab.py"):
        (folder / made_here).unlink()
    parts = [line.split() for line in lines if line.startswith("part ")]
    points = {words[2]: " ".join(words[3:]) for words in parts}
    assert points["mrv"] == "0 of 2"
    assert points["ac3"] == "2 of 2"
    assert [words[1] for words in parts] == [str(k) for k in range(1, 11)] + ["10", "11"]
    assert any(line.strip().startswith("✗ wrong") for line in lines)
    assert lines[-1] == "total 18 of 20, and what is marked by hand"
