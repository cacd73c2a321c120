"""Release, solve and grade assignments: grading.py PROGRAM FOLDER NAME...; prints the points.

One process for all, since each start of these programs takes seconds.
"""

import json
import sys
from contextlib import redirect_stdout
from pathlib import Path

import nbformat

UNFINISHED = ("look_back", "project")


def solve(source, released, to):
    """What a student hands in: the notebook as released, with the functions of the source."""
    begin, end = "BEGIN SOLUTION", "END SOLUTION"
    solved = {}
    for cell in nbformat.read(source, as_version=4).cells:
        if begin in cell.source and cell.source.startswith("def "):
            kept = cell.source.split('    """ # BEGIN PROMPT')[0]
            lines = [ln for ln in kept.splitlines() if begin not in ln and end not in ln]
            solved[lines[0]] = "\n".join(lines)
    notebook = nbformat.read(released, as_version=4)
    for cell in notebook.cells:
        first = cell.source.split("\n")[0]
        cell.source = solved.get(first, cell.source)
        assert begin not in cell.source
    to.parent.mkdir(parents=True)
    nbformat.write(notebook, to)


def hand_in(name, source, released, submitted):
    """Each student's notebook, where it should be: `submitted` is a path with {who} in it."""
    for who in ("right", "not done")[: 1 + (name in UNFINISHED)]:
        to = Path(str(submitted).format(who=who))
        if who == "right":
            solve(source, released, to)
        else:
            to.parent.mkdir(parents=True)
            to.write_bytes(released.read_bytes())
        yield who, to


def with_nbgrader(folder, names):
    from nbgrader.apps import NbGraderAPI
    from traitlets.config import Config

    config = Config()
    config.CourseDirectory.root = str(folder)
    api = NbGraderAPI(config=config)
    points = {}
    for name in names:
        made = api.generate_assignment(name)
        assert made["success"], made["log"]
        file = f"{name}.ipynb"
        source, released = folder / "source" / name / file, folder / "release" / name / file
        submitted = folder / "submitted" / "{who}" / name / file
        for who, _ in hand_in(name, source, released, submitted):
            done = api.autograde(name, who)
            assert done["success"], done["log"]
            with api.gradebook as book:
                points.setdefault(who, {})[name] = book.find_submission(name, who).score
    return points


def with_otter(folder, names):
    from otter.assign import main as assign
    from otter.run import main as run

    points = {}
    for name in names:
        source, made = folder / name / f"{name}.ipynb", folder / name / "made"
        assign(str(source), str(made), no_run_tests=True)
        [grader] = (made / "autograder").glob("*.zip")
        released = made / "student" / f"{name}.ipynb"
        for who, path in hand_in(name, source, released, folder / "{who}" / name / source.name):
            run(str(path), autograder=str(grader), output_dir=str(path.parent))
            tests = json.loads(path.with_name("results.json").read_text("utf-8"))["tests"]
            points.setdefault(who, {})[name] = sum(t["score"] for t in tests if "score" in t)
    return points


if __name__ == "__main__":
    program, folder, *names = sys.argv[1:]
    with redirect_stdout(sys.stderr):
        grade = {"nbgrader": with_nbgrader, "otter": with_otter}[program]
        points = grade(Path(folder).resolve(), names)
    print(json.dumps(points))
