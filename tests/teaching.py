"""How long a notebook takes in class, by the rule in docs/teaching.md."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import nbformat
from house import REPO

WORDS, LINES = 150, 10  # of prose and of code, in a minute of talk
QUESTION, BET, STEPPER, SCENE = 3, 2, 3, 3  # minutes for each
RECALL, PAPER = 5, 10  # for the questions about the notebooks before, for a tree drawn by hand
EXERCISE, SOLUTION = 5, 2  # minutes for each, and for each line of its solution
AFTER = ("roads not taken", "references")  # what nobody talks about
SITTING = 90  # at most, for each of the six: talk, do and write
HOMEWORK = "**Homework.**"  # in the text above an exercise that is none of a sitting
DRIVE = 5  # for a run that the class drives
ASKS, PLAYS = (
    {"predict", "questions"},
    {"Stepper": 1, "Play": 1, "Explorer": 1, "Drive": DRIVE / STEPPER},
)
COURSE = "01 02 03 05 06 07"
NOTEBOOKS = sorted(path.stem for path in (REPO / "notebooks").glob("*.ipynb"))


@dataclass
class Minutes:
    """What a part of a notebook takes: `talk` and `do`, and each exercise; some are homework."""

    talk: float = 0
    do: float = 0
    exercises: dict[str, float] = field(default_factory=dict)
    at_home: set[str] = field(default_factory=set)

    @property
    def homework(self) -> float:
        return sum(self.exercises[name] for name in self.at_home)

    @property
    def write(self) -> float:
        return sum(self.exercises.values()) - self.homework

    @property
    def sitting(self) -> float:
        return self.talk + self.do + self.write


def read(stem: str) -> nbformat.NotebookNode:
    return nbformat.read(REPO / "notebooks" / f"{stem}.ipynb", as_version=4)


def solutions(stem: str) -> dict[str, int]:
    """The lines of the solutions, by cell."""
    path = REPO / "docs" / "solutions" / f"{stem}.py"
    text = path.read_text("utf-8") if path.exists() else ""
    _, *parts = re.split(r"^# %% ([\w-]+).*$", text, flags=re.M)
    return {
        cell: sum(bool(line.strip()) for line in source.splitlines())
        for cell, source in zip(parts[::2], parts[1::2], strict=True)
    }


def sections(stem: str) -> dict[str, Minutes]:
    """The minutes from each heading to the next, by the id of the cell with the heading."""
    found = {"": Minutes()}
    current, silent, last = found[""], False, ""
    helpers: dict[str, set[str]] = {}
    solved = solutions(stem)
    for cell in read(stem).cells:
        if "instructor" in cell.metadata.get("tags", ()):
            continue
        if cell.cell_type == "markdown":
            if cell.source.startswith("#"):
                current = found.setdefault(cell.id, Minutes())
                silent = cell.source.lower().split("\n")[0].endswith(AFTER)
            spoken = re.split("|".join(f"## {name}" for name in AFTER), cell.source, flags=re.I)[0]
            current.talk += 0 if silent else len(spoken.split()) / WORDS
            last = cell.source
        else:
            _add(current, cell, helpers, solved, SCENE if stem == "in-class" else STEPPER)
            if HOMEWORK in last and cell.id in current.exercises:
                current.at_home.add(cell.id)
    return {name: one for name, one in found.items() if name or one.talk or one.do}


def _add(minutes: Minutes, cell, helpers, solved, stepper) -> None:
    if cell.id.startswith("near-"):  # the optional first step of an exercise
        return
    asked, played = _calls(ast.parse(cell.source), helpers)
    if "\nrecall(" in cell.source:
        minutes.do += RECALL
        return
    minutes.do += (BET if "bet=True" in cell.source else QUESTION) * asked + stepper * played
    minutes.do += PAPER * (cell.id == "ask-first-nodes")
    if cell.id in solved:
        minutes.exercises[cell.id] = EXERCISE + SOLUTION * solved[cell.id]
    elif not cell.metadata.get("jupyter"):
        minutes.talk += sum(bool(line.strip()) for line in cell.source.splitlines()) / LINES


def _calls(tree: ast.Module, helpers: dict[str, set[str]]) -> tuple[int, int]:
    """How many questions and steppers a cell shows; functions that make one are remembered."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            helpers[node.name] = {*_called(node)} & (ASKS | PLAYS.keys())
    shown = [node for node in tree.body if not isinstance(node, ast.FunctionDef)]
    names = [name for node in shown for name in _called(node)]
    made = [one for name in names for one in ({name} | helpers.get(name, set()))]
    return sum(name in ASKS for name in made), sum(PLAYS.get(name, 0) for name in made)


def _called(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name):
            yield part.func.id


def whole(stem: str) -> Minutes:
    """A whole notebook."""
    each = sections(stem).values()
    exercises = {name: time for one in each for name, time in one.exercises.items()}
    at_home = {name for one in each for name in one.at_home}
    return Minutes(sum(one.talk for one in each), sum(one.do for one in each), exercises, at_home)


def in_class(stem: str, cut: str) -> float:
    """The minutes of a cut, such as "all, with `my-look`" or "without `limits`, with `my-look`"."""
    stays, _, added = cut.partition(", with ")
    left_out = {*re.findall("`([^`]+)`", stays)}
    known, minutes = sections(stem), whole(stem)
    assert left_out <= known.keys(), left_out - known.keys()
    stay = [one for name, one in known.items() if name not in left_out]
    done = re.findall("`([^`]+)`", added)
    return sum(one.talk + one.do for one in stay) + sum(minutes.exercises[name] for name in done)


def say_way() -> str:
    """The way of the course, with its hours: what README, the site and the others say."""
    each = [whole(stem) for stem in NOTEBOOKS if stem[:2] in COURSE.split()]
    assert max(one.sitting for one in each) <= SITTING
    hours = round(sum(one.sitting for one in each) / 30) / 2
    homework = sum(one.homework for one in each) / 60
    return (
        f"The course is {COURSE}: six sittings of at most {SITTING} minutes, writing included: "
        f"{hours:g} hours in all, and {homework:.0f} hours of homework between them."
    )


def say_whole() -> str:
    """How long all notebooks are together, electives included."""
    each = [whole(stem) for stem in NOTEBOOKS]
    sitting, write, homework = (
        sum(getattr(one, part) for one in each) / 60 for part in ("sitting", "write", "homework")
    )
    return (
        f"All {len(NOTEBOOKS)} notebooks together take {sitting:.1f} hours, of which {write:.1f} "
        f"are writing, and {homework:.1f} hours of homework."
    )


def questions_in(stem: str) -> int:
    """How many questions a notebook asks, with the optional first steps of its exercises."""
    helpers: dict[str, set[str]] = {}
    found = 0
    for cell in [cell for cell in read(stem).cells if cell.cell_type == "code"]:
        tree = ast.parse(cell.source)
        found += _calls(tree, helpers)[0]
        for call in [one for one in ast.walk(tree) if isinstance(one, ast.For)]:  # one of each kind
            kinds = getattr(call.iter, "args", [])[1:2]
            found += sum(len(one.elts) - 1 for one in kinds if isinstance(one, ast.List))
    return found
