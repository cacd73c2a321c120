"""Every function exercise of the notebooks as an assignment file, for nbgrader and for Otter.

The task and the name come from the notebook, the solution from docs/solutions/. The marks are part
marks: as many points as the kinds of boards on which a function agrees are worth.

    make assignments                     writes build/assignments/nbgrader and .../otter
    make assignments ARGS="--seed 7"     adds the boards of this seed, the same for the whole class
"""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_raw_cell
from solutions import PROJECT, SOLUTIONS, solutions

POINTS = 3
KERNEL = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
CHECK = re.compile(r"\b(check_(?!model_rule|rule|selection|problem)\w+)\((\w+)\)")
OWN = "my_fc_check, my_revise = fc_check, revise  # yours may take their place"
SEE = "The next cell tells what your function does, as often as you like."
MARK = {"grade": True, "locked": True, "points": POINTS, "solution": False, "cell_type": "code"}
WRITE = {"grade": False, "locked": False, "solution": True}


def exercises(stem: str) -> Iterator[tuple[str, str, str, str]]:
    """The check, the function's name, the task and the solution of each exercise of a notebook."""
    notebook = nbformat.read(PROJECT / "notebooks" / f"{stem}.ipynb", as_version=4)
    solved, task, source = solutions(stem), "", ""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            task = cell.source
        source = solved.get(cell.id, source)
        found = CHECK.search(cell.source) if cell.cell_type == "code" else None
        if found and f"def {found[2]}(" in source:
            yield found[1], found[2], task, source


def split(source: str, name: str) -> tuple[str, str]:
    """The first line of a solution's function, and its body."""
    lines = source.splitlines()
    [function] = [node for node in ast.parse(source).body if getattr(node, "name", "") == name]
    first = function.body[0].lineno - 1
    return "\n".join(lines[function.lineno - 1 : first]), "\n".join(
        lines[first : function.end_lineno]
    )


def write_nbgrader(check: str, name: str, task: str, source: str, call: str) -> list:
    """The cells of an assignment for nbgrader; the last number of the last cell is the marks."""
    head, body = split(source, name)
    code = f"{head}\n    ### BEGIN SOLUTION\n{body}\n    ### END SOLUTION"
    marks = (
        f"feedback = {call}\nassert feedback.share, feedback\nround({POINTS} * feedback.share, 1)"
    )
    common = {"schema_version": 3, "task": False}
    return [
        *_open(check, task),
        new_code_cell(code, metadata={"nbgrader": {"grade_id": name, **WRITE, **common}}),
        new_markdown_cell(SEE),
        new_code_cell(f"{check}({name})"),
        new_code_cell(marks, metadata={"nbgrader": {"grade_id": "marks", **MARK, **common}}),
    ]


def write_otter(check: str, name: str, task: str, source: str, call: str) -> list:
    """The cells of an assignment for Otter; each test is worth a point."""
    head, body = split(source, name)
    prompt = indent('""" # BEGIN PROMPT\nreturn ...  # your code\n"""  # END PROMPT', "    ")
    code = f"{head}\n    # BEGIN SOLUTION NO PROMPT\n{body}\n    # END SOLUTION\n{prompt}"
    tests = [
        new_code_cell(f"feedback = {call}\nassert feedback.share >= {part / 4}, feedback")
        for part in range(1, POINTS + 1)
    ]
    return [
        new_raw_cell("# ASSIGNMENT CONFIG\nrequirements: requirements.txt\ngenerate: true\n"),
        *_open(check, task),
        new_raw_cell(f"# BEGIN QUESTION\nname: {check.removeprefix('check_')}\npoints: {POINTS}"),
        new_markdown_cell("Write the function."),
        *(new_raw_cell("# BEGIN SOLUTION"), new_code_cell(code), new_raw_cell("# END SOLUTION")),
        *(new_raw_cell("# BEGIN TESTS"), *tests, new_raw_cell("# END TESTS")),
        new_raw_cell("# END QUESTION"),
        *(new_markdown_cell(SEE), new_code_cell(f"{check}({name})")),
    ]


def _open(check: str, task: str) -> list:
    known = ["from futoshiki_lab import fc_check, revise"]
    known += [f"from futoshiki_lab.classroom.tutor import {check}", "", OWN]
    return [new_markdown_cell(task), new_code_cell("\n".join(known))]


def main() -> None:
    """Write all assignments."""
    parser = argparse.ArgumentParser(description="Write the exercises as assignments.")
    parser.add_argument("--seed", type=int, help="adds the random boards of this seed")
    parser.add_argument("--to", type=Path, default=PROJECT / "build" / "assignments")
    asked = parser.parse_args()
    seed = "" if asked.seed is None else f", seed={asked.seed}"
    for stem in sorted(path.stem for path in SOLUTIONS.glob("*.py")):
        for check, name, task, source in exercises(stem):
            for program, write in (("nbgrader", write_nbgrader), ("otter", write_otter)):
                cells = write(check, name, task, source, f"{check}({name}{seed})")
                path = asked.to / program / f"{check.removeprefix('check_')}.ipynb"
                path.parent.mkdir(parents=True, exist_ok=True)
                nbformat.write(new_notebook(cells=cells, metadata=KERNEL), path)
                print(path)


if __name__ == "__main__":
    main()
