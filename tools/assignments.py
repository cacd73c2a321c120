"""Every function exercise of the notebooks as an assignment, for nbgrader and for Otter.

`project` is the learner's solver, whose parts build on each other. Each function stands alone, too:
its text is its part of docs/assignments/, or else the text of the notebook; its solution is that of
docs/solutions/. The marks are part marks: as many points as the kinds of boards on which a function
agrees are worth.

    make assignments                     writes build/assignments/nbgrader and .../otter
    make assignments ARGS="--seed 7"     adds the boards of this seed, the same for the whole class

In a text, a fence of Python is a cell; `<!-- exercise: look_back, 3 -->` stands for the cells of an
exercise that is worth 3 points, `<!-- about: look_back, 3 -->` for questions to practise on about
what the function does, with points for those that an instructor asks, and `<!-- write: report, 2
-->` for a cell that is marked by hand.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent

import nbformat
from address import find_copy
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_raw_cell
from solutions import PROJECT, SOLUTIONS, solutions

from futoshiki_lab.classroom.tutor.feedback import ASKED_ABOUT

POINTS = 3
TEXTS = PROJECT / "docs" / "assignments"
KERNEL = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
CHECK = re.compile(r"\bcheck_((?!model_rule|rule|selection|problem)\w+)\((\w+)\)")
HEADING = re.compile(r"^#+ (?:(?:Make|Modify): )?(.)")
PART = re.compile(
    r"^```python\n(?P<code>.*?)^```$"
    r"|^<!-- (?P<what>exercise|about|write): (?P<name>\w+), (?P<points>\d+) -->$",
    re.MULTILINE | re.DOTALL,
)
SEE = "The next cell tells what your function does, as often as you like."
ABOUT = (
    "Three questions about what *your* function does, to practise on. They follow from its text: "
    "finish it first. If you change it, they change. Your instructor asks others, by mouth or on "
    "paper; they count."
)
ORAL = "*Nothing to write here: the points are those of the questions that your instructor asks.*"
PACKAGE = "futoshiki-lab[notebooks]"
# The installed package is asked, not a folder beside the notebook, and by its own names.
MARKS = """import runpy, subprocess, sys

find = "from futoshiki_lab.classroom import marks; print(marks.__file__)"
file = subprocess.check_output([sys.executable, "-EPc", find], text=True).strip()
marks = runpy.run_path(file)["marks"]
"""
# What an exercise may call, and where that is.
LIBRARY = {
    **dict.fromkeys(("fc_check", "revise"), "futoshiki_lab"),
    **dict.fromkeys(("culprits", "searched"), "futoshiki_lab.core.jumping"),
}

# How a function is seen at work, where it can be: what makes a look of it, and the run.
NEIGHBOURS = "for x in board.unassigned_neighbours(cell)"
WATCH = {
    "look_back": ("", "my_look_back"),
    "fc_check": (f"return all(my_fc_check(board, cell, x) {NEIGHBOURS})", "my_look"),
    "forward_check": ("", "my_forward_check"),
    "search": ("", '"fc", search=my_search'),
    "ac3": (f"return my_ac3(board, [(x, cell) {NEIGHBOURS}])", 'my_look, root="ac"'),
    "mrv": ("", '"fc", select=my_mrv'),
    "least_constraining_value": ("", '"fc", order=my_lcv'),
    "patient": ("", "patient"),
    "thrifty": ("", "thrifty"),
}


@dataclass(frozen=True)
class Exercise:
    """A function to write.

    Attributes
    ----------
    name : of its check, without `check_`.
    function : the name that it must have.
    task : the text of the notebook.
    source : a solution.
    """

    name: str
    function: str
    task: str
    source: str

    @property
    def opening(self) -> str:
        """What has to be imported; never the function that is asked for."""
        called = [name for name in LIBRARY if re.search(rf"\b{name}\(", self.source)]
        lines = [f"from {LIBRARY[name]} import {name}" for name in called if name != self.name]
        return "\n".join([*lines, f"from futoshiki_lab.classroom.tutor import check_{self.name}"])

    @property
    def watched(self) -> str:
        """A cell that shows the function at work; empty for one that is no part of a search."""
        if self.name not in WATCH:
            return ""
        body, how = WATCH[self.name]
        look = f"\n\ndef my_look(board, cell):\n    {body}\n\n" if body else ""
        return (
            "from futoshiki_lab import Stepper, load\n"
            f"from futoshiki_lab.classroom.tutor import record_attempt\n{look}\n"
            f'Stepper(record_attempt(load("nyu/Input1"), {how}, node_limit=300))'
        )

    def solve(self, begin: str, end: str) -> str:
        """The cell to write in, with the solution between two lines."""
        head, body = split(self.source, self.function)
        return f"{head}\n    {begin}\n{body}\n    {end}"

    def marks(self, points: int, seed: str) -> str:
        """The cell whose last number is the marks."""
        return f'{MARKS}marks({self.function}, "{self.name}", {points}{seed})'

    def tests(self, points: int, seed: str) -> Iterator[str]:
        """Tests that are worth a point each."""
        for part in range(1, points + 1):
            told = f'marks({self.function}, "{self.name}", 1{seed}) >= {part / (points + 1)}'
            yield f"{MARKS}assert {told}"


class Study(Exercise):
    """The function of the project's last part, which has no check of the tutor."""

    opening = "from statistics import median"
    watched = 'median_ratio(table, "one", "other", "nodes")'


def find_exercises() -> Iterator[Exercise]:
    """The function exercises of all notebooks."""
    for stem in sorted(path.stem for path in SOLUTIONS.glob("[0-9]*.py")):
        notebook = nbformat.read(PROJECT / "notebooks" / f"{stem}.ipynb", as_version=4)
        solved, task, source = solutions(stem), "", ""
        for cell in notebook.cells:
            if cell.cell_type == "markdown":
                task = cell.source
            source = solved.get(cell.id, source)
            found = CHECK.search(cell.source) if cell.cell_type == "code" else None
            if found and f"def {found[2]}(" in source:
                others = "|".join(name for name in LIBRARY if name != found[1])
                called = re.sub(rf"\bmy_({others})\(", r"\1(", source)
                yield Exercise(found[1], found[2], HEADING.sub(r"# \1", task), called)
    yield Study("study", "median_ratio", "", solutions("project")["study"])


def find_texts() -> dict[str, str]:
    """By the name of an exercise, the part of a text that is about it alone."""
    texts = "\n".join(path.read_text("utf-8") for path in sorted(TEXTS.glob("*.md")))
    sections = re.split(r"^(?=##? )", texts, flags=re.M)
    marked = [(PART.search(one), one) for one in sections]
    return {
        found["name"]: re.sub(r"^## (?:Part \d+: )?(.)", _begin, one[: found.start()].strip())
        for found, one in marked
        if found and found["what"] == "exercise"
    }


def _begin(found: re.Match[str]) -> str:
    return f"# {found[1].upper()}"


def split(source: str, name: str) -> tuple[str, str]:
    """The first line of a solution's function, and its body."""
    lines = source.splitlines()
    [function] = [node for node in ast.parse(source).body if getattr(node, "name", "") == name]
    first = function.body[0].lineno - 1
    return "\n".join(lines[function.lineno - 1 : first]), "\n".join(
        lines[first : function.end_lineno]
    )


class Nbgrader:
    """Cells for nbgrader."""

    def open(self) -> list:
        return []

    def ask(self, exercise: Exercise, points: int, seed: str) -> list:
        """To write a function; the cell with the marks comes last, and its last number is them."""
        code = exercise.solve("### BEGIN SOLUTION", "### END SOLUTION")
        return [
            self._cell(new_code_cell, code, exercise.name, solution=True),
            *_see(exercise),
            self._cell(
                new_code_cell,
                exercise.marks(points, seed),
                f"{exercise.name}-marks",
                grade=True,
                locked=True,
                points=points,
            ),
        ]

    def ask_text(self, name: str, points: int, text: str = "*Your text.*") -> list:
        """To write a text, which is marked by hand."""
        told = {"grade": True, "solution": True, "points": points}
        return [self._cell(new_markdown_cell, text, name, **told)]

    @staticmethod
    def _cell(make, source: str, name: str, **told: object) -> nbformat.NotebookNode:
        told = {"grade": False, "solution": False, "locked": False, **told}
        told |= {"grade_id": name, "schema_version": 3, "task": False}
        cell = make(source)
        cell.metadata["nbgrader"] = told | {"cell_type": cell.cell_type}
        return cell


class Otter:
    """Cells for Otter."""

    def open(self) -> list:
        return [
            new_raw_cell("# ASSIGNMENT CONFIG\nrequirements: requirements.txt\ngenerate: true\n")
        ]

    def ask(self, exercise: Exercise, points: int, seed: str) -> list:
        """To write a function; each of its tests is worth the same."""
        code = exercise.solve("# BEGIN SOLUTION NO PROMPT", "# END SOLUTION")
        prompt = '\n""" # BEGIN PROMPT\nreturn ...  # your code\n"""  # END PROMPT'
        code += indent(prompt, "    ")
        tests = [new_code_cell(test) for test in exercise.tests(points, seed)]
        return [
            new_raw_cell(f"# BEGIN QUESTION\nname: {exercise.name}\npoints: {points}"),
            new_markdown_cell("Write the function."),
            *(
                new_raw_cell("# BEGIN SOLUTION"),
                new_code_cell(code),
                new_raw_cell("# END SOLUTION"),
            ),
            *(new_raw_cell("# BEGIN TESTS"), *tests, new_raw_cell("# END TESTS")),
            new_raw_cell("# END QUESTION"),
            *_see(exercise),
        ]

    def ask_text(self, name: str, points: int, text: str = "Write your text.") -> list:
        """To write a text, which is marked by hand."""
        return [
            new_raw_cell(f"# BEGIN QUESTION\nname: {name}\nmanual: true\npoints: {points}"),
            new_markdown_cell(text),
            *(new_raw_cell("# BEGIN SOLUTION"), new_markdown_cell("A text of one's own.")),
            *(new_raw_cell("# END SOLUTION"), new_raw_cell("# END QUESTION")),
        ]


def _see(exercise: Exercise) -> list:
    told = [] if isinstance(exercise, Study) else [f"check_{exercise.name}({exercise.function})"]
    told += [exercise.watched] * bool(exercise.watched)
    return [new_markdown_cell(SEE)] * (len(told) == 2) + [new_code_cell(each) for each in told]


def write(text: str, known: dict[str, Exercise], program: Nbgrader | Otter, seed: str) -> list:
    """The cells of an assignment."""
    cells, last = program.open(), 0
    for part in PART.finditer(text):
        if before := text[last : part.start()].strip():
            cells.append(new_markdown_cell(before))
        last = part.end()
        if part["code"] is not None:
            cells.append(new_code_cell(part["code"].rstrip()))
        elif part["what"] == "write":
            cells += program.ask_text(part["name"], int(part["points"]))
        elif part["what"] == "about":
            name = part["name"]
            asked = f'viva({known[name].function}, "{name}", count=3)'
            cells += [new_markdown_cell(ABOUT)]
            cells += [new_code_cell(f"from futoshiki_lab import viva\n\n{asked}")]
            cells += program.ask_text(f"{name}_questions", int(part["points"]), ORAL)
        else:
            cells += [new_code_cell(known[part["name"]].opening)]
            cells += program.ask(known[part["name"]], int(part["points"]), seed)
    return cells


def write_grade(text: str, known: dict[str, Exercise], seed: int | None) -> str:
    """What prints the points of a notebook; it says what is marked, and by how many points."""
    lines = ""
    for found in (one for one in PART.finditer(text) if one["what"]):
        part = text[: found.start()].count("\n## Part ")
        name, function = found["name"], ""
        if found["what"] == "exercise":
            function = known[name].function
        elif found["what"] == "about":
            name += "_questions"
        lines += f'    "{name}": ({part}, {found["points"]}, "{function}"),\n'
    program = (TEXTS / "grade.py").read_text("utf-8").replace("SEED = None", f"SEED = {seed}")
    return program.replace("MARKS = {}", f"MARKS = {{\n{lines}}}")


def find_package() -> str:
    """What pip installs this package from: this copy on GitHub, or else this folder."""
    copy = find_copy()
    where = f"git+https://github.com/{copy[0]}/{copy[1]}" if copy else PROJECT.as_uri()
    return f"{PACKAGE} @ {where}"


def main() -> None:
    """Write all assignments."""
    parser = argparse.ArgumentParser(description="Write the exercises as assignments.")
    parser.add_argument("--seed", type=int, help="adds the random boards of this seed")
    parser.add_argument("--to", type=Path, default=PROJECT / "build" / "assignments")
    what = "for Otter: what pip installs the package from, such as the address of a wheel"
    parser.add_argument("--package", default=find_package(), help=what)
    asked = parser.parse_args()
    seed = "" if asked.seed is None else f", seed={asked.seed}"
    known = {exercise.name: exercise for exercise in find_exercises()}
    texts = find_texts()
    for name in sorted({*known, "project"} - {"study"}):
        text = texts.get(name) or known[name].task if name in known else ""
        text = text or (TEXTS / "project.md").read_text("utf-8")
        if "<!-- exercise" not in text:
            text += f"\n\n<!-- exercise: {name}, {POINTS} -->"
            text += f"\n\n<!-- about: {name}, {POINTS} -->" * (name in ASKED_ABOUT)
        for program, folder in ((Nbgrader(), "nbgrader/source"), (Otter(), "otter")):
            path = asked.to / folder / name / f"{name}.ipynb"
            path.parent.mkdir(parents=True, exist_ok=True)
            cells = write(text, known, program, seed)
            nbformat.write(new_notebook(cells=cells, metadata=KERNEL), path)
            beside = {"grade.py": write_grade(text, known, asked.seed)}
            if folder == "otter":
                beside["requirements.txt"] = f"{asked.package}\n"
            for file, content in beside.items():
                path.with_name(file).write_text(content, "utf-8")
            print(path)
    if PROJECT.as_uri() in asked.package:
        print("Otter installs this package from this folder. Elsewhere: --package ADDRESS")


if __name__ == "__main__":
    main()
