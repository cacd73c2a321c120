"""What a function is worth, whatever else stands in the notebook that it was handed in with.

A marking program runs all cells of a submission by one Python, so a cell may put something else in
the place of a check. A cell for marks therefore runs this file anew, from the installed package,
and it looks whether what judges is what was shipped: before the function is tried, and after it.
"""

from __future__ import annotations

import builtins
import contextlib
import functools
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache, cached_property, partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

PACKAGE = Path(__file__).resolve().parents[1]
JUDGES = ("core", "trace", "classroom.tutor", "classroom.ideas")  # whose parts give marks
WRAPPERS = (contextlib.__file__, functools.__file__)  # which make a function of another one
COUNTING = (  # what Python itself brings for it
    "abs all any bool dict enumerate filter float getattr hasattr int isinstance iter len list map"
    " max min next range repr round set sorted str sum tuple type zip"
)
CHECKS = [f"futoshiki_lab.classroom.tutor.{name}" for name in ("checks", "open_exercises")]
# What a function that solves an exercise has no use for: with it the right answer can be looked up.
PEEKS = re.compile(
    r"\b(_getframe|inspect|gc|ctypes|modules|tutor|marks|runpy|importlib|__globals__|f_back"
    r"|f_locals|__subclasses__|__builtins__|builtins|exec|eval|settrace|setprofile)\b"
)


class NotShipped(Exception):
    """Something that marks was replaced, or a function looks into it: no marks are given."""


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
    NotShipped : the check is not the one of the package, or the function looks into it.
    AssertionError : the function is worth nothing; the message is the tutor's.
    """
    refuse_replaced()
    if peeks := sorted({*PEEKS.findall(_source(function))}):
        raise NotShipped(f"a person has to read this function: it names {', '.join(peeks)}")
    found = [getattr(_load_anew(one), f"check_{exercise}", None) for one in CHECKS]
    check = next(filter(None, found))
    feedback = check(function, seed) if seed is not None else check(function)
    refuse_replaced()
    if not feedback.share:
        raise AssertionError(str(feedback))
    _show_numbers_plainly()
    return round(points * feedback.share, 1)


# What a file of functions has no use for either: with it the solutions can be read.
READS = re.compile(
    r"\b(open|read_text|read_bytes|Path|urllib|socket|subprocess|__import__|compile)\b"
)
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

    refuse_replaced()
    file, own = KeptFile.read(Path(path).absolute()), dict[str, OwnPart]()
    if peeks := sorted({*PEEKS.findall(file.text), *READS.findall(file.text)}):
        raise NotShipped(f"a person has to read this file: it names {', '.join(peeks)}")
    found = load_functions(file)
    for part in PARTS.values():
        function, got, said = getattr(found.get(part.name), "function", None), 0.0, "it is missing"
        own[part.name] = OwnPart(part, part.reference)
        if function is not None and part.number:
            try:
                got, said = marks(function, part.name, POINTS, seed), ""
                own[part.name] = OwnPart(part, function, True, "right")
            except AssertionError as why:
                said = str(why)
        if part.number:
            yield f"part {part.number}  {part.name}", got, POINTS, said
    mine = OwnSolver(own, file.path)
    right, tried = _run_whole(mine, seed or 0)
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


def _load_anew(name: str) -> ModuleType:
    """A module as its file says, beside the one that is loaded, whose tables may be changed."""
    file = PACKAGE.joinpath(*name.split(".")[1:]).with_suffix(".py")
    spec = spec_from_file_location(name, file)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _source(function: Any) -> str:
    """The text of a function and of all that it calls in its file; empty for what has none."""
    try:
        names = getattr(function, "__globals__", {})
        own = [value for value in names.values() if isinstance(value, FunctionType | type)]
        own = [one for one in own if getattr(one, "__module__", "") == function.__module__]
        code = getattr(function, "__code__", None)
        called = [one for one in own if code and one.__name__ in code.co_names]
        return "\n".join(inspect.getsource(one) for one in (function, *called))
    except (OSError, TypeError):
        return ""


def _show_numbers_plainly() -> None:
    """A cell's last number is read from what Jupyter shows of it."""
    if "IPython" in sys.modules and (shell := sys.modules["IPython"].get_ipython()):
        formatters = getattr(shell.display_formatter, "formatters", {})  # Otter's shell has none
        printers = getattr(formatters.get("text/plain"), "type_printers", {})
        for kind in (int, float):
            printers.pop(kind, None)


# -- what was shipped ------------------------------------------------------------------------------


def refuse_replaced() -> None:
    """NotShipped is raised for the first part of what marks that is not as it was shipped."""
    for fault in _find_replaced():
        raise NotShipped(f"{fault} has been replaced: no marks are given")


def _find_replaced() -> Iterator[str]:
    for name in COUNTING.split():
        if getattr(vars(builtins)[name], "__module__", "") != "builtins" or isinstance(
            vars(builtins)[name], FunctionType
        ):
            yield f"builtins.{name}"
    for name, module in [*sys.modules.items()]:
        if name.startswith(tuple(f"futoshiki_lab.{one}" for one in JUDGES)):
            file = Path(getattr(module, "__file__", None) or "nowhere").resolve()
            if PACKAGE in file.parents:
                yield from (f"{name}.{one}" for one in _compare(module, file))
            else:
                yield name


def _compare(module: ModuleType, file: Path) -> Iterator[str]:
    """The names of a module that are not what its file says."""
    shipped = compile(file.read_bytes(), str(file), "exec", dont_inherit=True)
    held = vars(module)
    yield from _differ(held, shipped)
    for name, value in [*held.items()]:
        if isinstance(value, FunctionType | type) and not hasattr(value, "__wrapped__"):
            home = sys.modules.get(value.__module__)
            known = "<" in value.__qualname__ or getattr(home, value.__name__, value) is value
            if value.__module__ == "__main__" or not known:
                yield name


def _differ(held: Any, shipped: CodeType) -> Iterator[str]:
    """The functions among some names that are not as the code says which defines them."""
    inside = [one for one in shipped.co_consts if isinstance(one, CodeType)]
    for name in {one.co_name for one in inside if one.co_name.isidentifier()} & {*shipped.co_names}:
        meant, value = [one for one in inside if one.co_name == name], _bare(held.get(name))
        if isinstance(value, type):
            for code in meant:
                yield from (f"{name}.{one}" for one in _differ(vars(value), code))
        elif isinstance(value, FunctionType):
            outer, inner = value.__code__, inspect.unwrap(value).__code__
            made_here = Path(outer.co_filename).is_relative_to(PACKAGE)
            if outer not in meant and not (
                inner in meant and (made_here or outer.co_filename in WRAPPERS)
            ):
                yield name
        elif not type(value).__module__.startswith("futoshiki_lab."):
            yield name


def _bare(value: Any) -> Any:
    """The function in a property, a method, or one that keeps what it returned."""
    if isinstance(value, property):
        value = value.fget
    elif isinstance(value, cached_property | partial):
        value = value.func
    value = getattr(value, "__func__", value)
    return value.__wrapped__ if isinstance(value, type(cache(len))) else value


def main(arguments: list[str]) -> int:
    """Print the marks of a file: `python -m futoshiki_lab.classroom.marks my_solver.py [SEED]`."""
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
