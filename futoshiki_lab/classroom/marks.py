"""What a function is worth, whatever else stands in the notebook that it was handed in with.

A marking program runs all cells of a submission by one Python, so a cell may put something else in
the place of a check. A function is therefore judged by its text, with what it uses, in a Python of
its own, where nothing else of the submission runs. Its text is read before: what no exercise needs,
and what can look up an answer or replace a check, is left to a person.
"""

from __future__ import annotations

import ast
import builtins
import json
import linecache
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout, suppress
from functools import partial
from io import StringIO
from pathlib import Path
from random import Random
from statistics import median
from types import ModuleType
from typing import Any

LIBRARY = "futoshiki_lab"
LABORATORY = ("core", "trace", "formats", "problems", "solving", "draw", "stepper")
MAY_IMPORT = {
    *("__future__", "collections", "collections.abc", "copy", "dataclasses", "functools", "heapq"),
    *("itertools", "math", "operator", "queue", "random", "statistics", "typing"),
}
NEVER = {  # names that reach what has another name
    *("attrgetter", "breakpoint", "compile", "delattr", "dir", "eval", "exec", "get_type_hints"),
    *("getattr", "globals", "input", "locals", "make_dataclass", "methodcaller", "open", "setattr"),
    *("total_ordering", "type", "update_wrapper", "vars", "wraps", "*"),
}
FRAMES = ("_", "f_", "tb_", "gi_", "cr_", "ag_", "co_")  # how attributes begin of what runs
PLAIN = {"__name__", "__file__", "__init__"}
CELL = "handed-in.py"


class NotShipped(Exception):
    """What marks was replaced, or a person has to read the function: no marks are given."""


def marks(
    function: Callable[..., Any], exercise: str, points: float, seed: int | None = None
) -> float:
    """The marks of a function, from 0 to `points`; as many as the kinds of boards on which it is
    right are worth.

    Parameters
    ----------
    exercise : the name of its check without `check_`.
    seed : adds the random boards of this seed.

    Raises
    ------
    NotShipped : a person has to read the function, or the check was replaced.
    AssertionError : the function is worth nothing; the message is the tutor's.
    """
    from futoshiki_lab.classroom.solver.source_text import CannotKeep, collect

    try:
        name, text = collect(function, {}, {})
    except CannotKeep as why:
        raise NotShipped(f"a person has to read this function: {why}") from None
    return mark_text(text, name, exercise, points, seed)


def mark_text(text: str, name: str, exercise: str, points: float, seed: int | None = None) -> float:
    """The marks of the function of this name in a text, as `marks` gives them."""
    told = json.dumps([text, name, exercise, seed])
    command = [sys.executable, "-EP", __file__, "--judge"]
    done = subprocess.run(command, input=told, capture_output=True, text=True)
    *_, last = done.stdout.splitlines() or [""]
    try:
        share, said, refused = json.loads(last)
    except ValueError:
        raise AssertionError(f"it ends the Python that checks it: {done.stderr[-200:]}") from None
    if refused:
        raise NotShipped(said)
    if not share:
        raise AssertionError(said)
    return round(points * share, 1)


def cut_out(cells: list[str], name: str) -> str:
    """What the cells of a notebook define under a name, with all that this uses of them."""
    from futoshiki_lab.classroom.solver.kept_file import globals_of

    known = dict[str, ast.stmt]()
    for cell in cells:
        try:
            body = ast.parse(cell).body
        except (SyntaxError, ValueError):  # a magic
            continue
        for node in body:
            for defined in _defines(node):
                known.pop(defined, None)  # it stands where it was defined last
                known[defined] = node
    waiting, used = [name], set[str]()
    while waiting:
        if (one := waiting.pop()) in known and one not in used:
            used.add(one)
            waiting += globals_of(ast.unparse(known[one]))
    nodes = dict.fromkeys(node for one, node in known.items() if one in used)
    return "\n".join(map(ast.unparse, nodes))


def _defines(node: ast.stmt) -> list[str]:
    """The names that a statement defines."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return [one.asname or one.name.split(".")[0] for one in names]
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
    return []


# -- what a text may use ---------------------------------------------------------------------------


def find_peeks(text: str) -> list[str]:
    """What stands in a text that no exercise needs: with it an answer can be looked up, or what
    marks can be replaced."""
    nodes, found = [*ast.walk(ast.parse(text))], list[str]()
    hints = [getattr(one, part, None) for one in nodes for part in ("annotation", "returns")]
    in_hints = {each for hint in filter(None, hints) for each in ast.walk(hint)}
    own = {one.arg for one in nodes if isinstance(one, ast.arg)}
    own |= {one.name for one in nodes if isinstance(one, ast.FunctionDef | ast.ClassDef)}
    for node in nodes:
        match node:
            case ast.Import(names=names):
                found += [one.name for one in names if one.name not in MAY_IMPORT]
            case ast.ImportFrom(module=module, names=names):
                known = _known_of(str(module), {one.name for one in names})
                found += [one.name for one in names if one.name not in known]
                found += [one.name for one in names if one.name == "Board" and one.asname]
            case ast.Name(id=name) if name in NEVER or (name[:2] == "__" and name not in PLAIN):
                found.append(name)
            case ast.Name(id="Board") if node not in in_hints:
                found.append("Board")  # whose verbs everybody shares
            case ast.Attribute(value=of, attr=name, ctx=use):
                holder = of.id if isinstance(of, ast.Name) else ""
                changes = not isinstance(use, ast.Load) and holder not in own
                itself = holder == "self" and name[:2] != "__"
                if changes or (_leads_out(name) and not itself):
                    found.append(ast.unparse(node))
            case ast.MatchClass(kwd_attrs=names):
                found += filter(_leads_out, names)
    return sorted({*found})


def _known_of(module: str, asked: set[str]) -> set[str]:
    """Those of the names that may be imported from a module."""
    if module == LIBRARY:
        rooms = sys.modules[LIBRARY].ROOMS.items()
        known = [names for room, names in rooms if room.split(".")[0] in LABORATORY]
        return {*" ".join(known).split()}
    if module == f"{LIBRARY}.classroom.solver":
        return {"run_program"}  # the last lines of my_solver.py
    if module in MAY_IMPORT or module.startswith(f"{LIBRARY}.core"):
        return {name for name in asked if not _leads_out(name)}
    return set()


def _leads_out(name: str) -> bool:
    """Whether an attribute, or what is imported, leads to what runs or to another module."""
    modules = sys.stdlib_module_names - MAY_IMPORT
    inner = name.startswith(FRAMES) and name not in PLAIN
    return inner or name in NEVER or name in modules


def refuse(text: str, what: str) -> None:
    """NotShipped is raised for a text with anything that no exercise needs."""
    if peeks := find_peeks(text):
        raise NotShipped(f"a person has to read this {what}: it uses {', '.join(peeks)}")


def _parts() -> dict[tuple[str, ...], object]:
    """What the modules and classes hold by which a function is judged, by name."""
    held = dict[tuple[str, ...], object]()
    held |= {("builtins", name): value for name, value in vars(builtins).items()}
    for name, module in [*sys.modules.items()]:
        if name.startswith(LIBRARY) and isinstance(module, ModuleType):
            for one, value in [*vars(module).items()]:
                held[name, one] = value
                if isinstance(value, type) and value.__module__ == name:
                    held |= {(name, one, part): what for part, what in vars(value).items()}
    return held


def _refuse_replaced(before: dict[tuple[str, ...], object]) -> None:
    """NotShipped is raised if a part is not what it was, or if a class has got one since."""
    new = [one for one, what in _parts().items() if before.get(one) is not what]
    new = [one for one in new if one in before or one[:2] in before]
    names = [".".join(one) for one in new if one[-1] != "__slotnames__"]  # Python's, for a copy
    if names:
        raise NotShipped(f"{', '.join(names)} has been replaced: no marks are given")


# -- judging ---------------------------------------------------------------------------------------


def judge(text: str, name: str, exercise: str, seed: int | None) -> tuple[float, str]:
    """The share of the points of the function of this name in a text, and the tutor's words."""
    from futoshiki_lab.classroom.tutor.guard import call

    refuse(text, "function")
    check, before, names = _find_check(exercise, seed), _parts(), dict[str, Any]()
    linecache.cache[CELL] = (len(text), None, text.splitlines(keepends=True), CELL)
    done = call(exec, compile(text, CELL, "exec"), names)
    if name not in names:
        return 0, done.trouble or f"`{name}` is missing"
    feedback = check(names[name])
    _refuse_replaced(before)
    return feedback.share, str(feedback)


def _find_check(exercise: str, seed: int | None) -> Callable[[Any], Any]:
    from futoshiki_lab.classroom.tutor import checks, open_exercises

    known = {**vars(open_exercises), **vars(checks), "check_study": check_study}
    check = known[f"check_{exercise}"]
    return check if seed is None else partial(check, seed=seed)


def check_study(function: Callable[..., Any], seed: int = 0) -> Any:
    """Check the project's `median_ratio(table, one, other, cost)` on small tables."""
    from pandas import DataFrame

    from futoshiki_lab.classroom.tutor import Feedback
    from futoshiki_lab.classroom.tutor.guard import call

    columns, draw = ["puzzle", "solver", "checks", "nodes"], Random(seed)
    for many in (1, 4, 7):
        costs = [(draw.randint(1, 99), draw.randint(1, 99)) for _ in range(many)]
        rows = [(at, "one", one, 1) for at, (one, _) in enumerate(costs)]
        rows += [(at, "other", other, 1) for at, (_, other) in enumerate(costs)]
        due = median(one / other for one, other in costs)
        done = call(function, DataFrame(rows, columns=columns), "one", "other", "checks")
        told: Any = call(float, done.returned).returned
        if not told or abs(told - due) > 1e-9 * due:
            said = done.trouble or f"it returns {told} instead of {due:g}"
            return Feedback("wrong", f"With {many} puzzles: {said}")
    return Feedback("right", "the median of the ratios, puzzle by puzzle", share=1)


# -- a file of functions ---------------------------------------------------------------------------

POINTS, WHOLE = 2, 4  # of each part of a solver, and of running it as a whole


def mark_solver(path: str | Path, seed: int | None = None) -> Iterator[tuple[str, float, int, str]]:
    """The marks of a learner's my_solver.py, part by part and as a whole.

    What the file says of its own checks is not believed: each function is checked again. The whole
    is run on problems of several kinds, with the parts that are right; ours stand in for no part.

    Yields
    ------
    What it is about, the marks, the most that there are, and a tutor's words if some are missing.

    Raises
    ------
    NotShipped : the file looks into what marks, or replaces it; PuzzleError : it cannot be read.
    """
    from futoshiki_lab.classroom.solver.keeping import load_functions
    from futoshiki_lab.classroom.solver.kept_file import KeptFile
    from futoshiki_lab.classroom.solver.own_solver import OwnPart, OwnSolver
    from futoshiki_lab.classroom.solver.parts import PARTS

    file, own = KeptFile.read(Path(path).absolute()), dict[str, OwnPart]()
    for block in file.blocks:
        with suppress(SyntaxError, ValueError):  # such a block is not run, either
            refuse(block.text, "file")
    before, found = _parts(), load_functions(file)
    for part in PARTS.values():
        function, got, said = getattr(found.get(part.name), "function", None), 0.0, "it is missing"
        own[part.name] = OwnPart(part, part.reference)
        if function is not None and part.number:
            feedback = _find_check(part.name, seed)(function)
            got, said = round(POINTS * feedback.share, 1), str(feedback) * (feedback.share < 1)
            if feedback.share:
                own[part.name] = OwnPart(part, function, True, "right")
        if part.number:
            yield f"part {part.number}  {part.name}", got, POINTS, said
    mine = OwnSolver(own, file.path)
    with redirect_stdout(StringIO()):
        right, tried = _run_whole(mine, seed or 0)
    _refuse_replaced(before)
    said = f"{right} of {tried} searches are right" if right < tried else ""
    yield "the whole", round(WHOLE * right / tried, 1), WHOLE, said


def _run_whole(mine: Any, seed: int) -> tuple[int, int]:
    """How many searches of a learner's solver find what ours find, and how many there are."""
    from futoshiki_lab.classroom.tutor.guard import call
    from futoshiki_lab.problems import australia, queens, random_puzzles
    from futoshiki_lab.solving import solve

    problems = [*random_puzzles(4, 3, 4, 4, seed=seed), queens(5), australia()]
    ways = [("bt", "reading", False), ("fc", "mrv", False), ("fc", "reading", True)]
    right, ways = 0, [*ways, ("mac", "mrv", False)]
    for look, select, jump in ways:
        chosen = mine.choose(look, select, jump)
        for problem in problems if not chosen.ours else ():
            ours = solve(problem, look, select, jump=jump, solutions="all").solutions
            done = call(partial(chosen.solve, problem, solutions="all"), watched=False)
            right += {*map(str, getattr(done.returned, "solutions", ()))} == {*map(str, ours)}
    return right, len(ways) * len(problems)


def main(arguments: list[str]) -> int:
    """Print the marks of a file: `python -m futoshiki_lab.classroom.marks my_solver.py [SEED]`."""
    if arguments == ["--judge"]:
        try:
            answer = *judge(*json.load(sys.stdin)), False
        except NotShipped as why:
            answer = 0, str(why), True
        print(json.dumps(answer))
        return 0
    path, *seed = arguments
    total = most = 0.0
    try:
        for about, got, points, said in mark_solver(path, int(*seed) if seed else None):
            print(f"{about:24} {got:>5g} of {points}")
            if said:
                print("        " + said.replace("\n", "\n        "))
            total, most = total + got, most + points
    except (NotShipped, ValueError, OSError) as why:
        print(f"{path}: {why}")
        return 2
    print(f"total {total:g} of {most:g}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
