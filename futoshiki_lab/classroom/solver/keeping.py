"""A check that says "right" keeps the function in my_solver.py."""

from __future__ import annotations

import ast
import linecache
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from inspect import unwrap
from pathlib import Path
from typing import Any

from futoshiki_lab.classroom.solver.kept_file import FILE, Block, KeptFile, locked
from futoshiki_lab.classroom.solver.parts import PARTS, Part
from futoshiki_lab.classroom.solver.source_text import CannotKeep, collect, wrap
from futoshiki_lab.classroom.tutor.guard import call
from futoshiki_lab.core import PuzzleError

Function = Callable[..., Any]
GOOD = ("right", "another cost")
OLD = "my_solver.old.py"


def keep_in_notebook(name: str, function: Function, verdict: str) -> str:
    """Keep a function that a check in a notebook has called right; what came of it, in a sentence.

    Outside of a notebook, and for an exercise that is no part of the solver, nothing is done.
    """
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is None or not hasattr(shell, "kernel") or name not in PARTS or verdict not in GOOD:
        return ""
    return keep(name, function, verdict)


def keep(name: str, function: Function, verdict: str, path: str | Path = FILE) -> str:
    """Keep a function that its check has called right.

    Parameters
    ----------
    name : of the part.
    verdict : "right" or "another cost"; the second takes no right one's place.
    path : the learner's file.

    Returns
    -------
    What came of it, in a sentence. Nothing is raised: the verdict stands in any case.
    """
    part, path = PARTS[name], Path(path).absolute()
    code = getattr(unwrap(function), "__code__", None)
    if code is not None and code.co_filename.startswith(str(path)):  # it comes from there
        return ""
    try:
        with locked(path):
            return _keep(part, function, verdict, path)
    except (CannotKeep, PuzzleError) as why:
        return f"It is right, but it cannot be kept: {why}."


def _keep(part: Part, function: Function, verdict: str, path: Path) -> str:
    file, told = _read_or_put_aside(path)
    old = file.find(part.name)
    elsewhere = {
        name: text for one in file.blocks if one is not old for name, text in one.names.items()
    }
    own = {
        PARTS[one.part].reference: one.function
        for one in file.blocks
        if one.part not in ("", part.name, "selection") and file.is_untouched(one)
    }
    name, text = collect(function, elsewhere, own)
    block = Block("", text, 0, part.name, name)
    clash = [one for one in block.names if one in elsewhere and elsewhere[one] != block.names[one]]
    if clash:
        block = Block("", wrap(text, name, part.name), 0, part.name, f"my_{part.name}")
    what = f"{part.title} of your solver"
    if old and _same(old.text, block.text) and file.is_untouched(old):
        return f"kept already: {what}."
    if old and not _same(old.text, block.text):
        if file.is_untouched(old):
            if old.verdict == "right" and verdict != "right":
                return f"{path.name} keeps your function of before, which needs no other cost."
        elif _is_good(part, file):
            return (
                f"{path.name} has another right one, changed by hand: it stays. Delete it there "
                "to keep this one."
            )
        else:
            path.with_name(OLD).write_text(file.text, "utf-8")
            told += f" Your file as it was is in {OLD}."
    _write(block, verdict, file)
    return f"kept: {what}, in {path.name}.{told}"


def _write(block: Block, verdict: str, file: KeptFile) -> None:
    """Put a block into the file, if its function still is right when it comes from there."""
    part = PARTS[block.part]
    block = replace(block, text=f"{block.text.rstrip()}\n\n\n").with_stamp(verdict, "")
    trial = file.put(block)
    found = load_functions(trial)[part.name]
    if found.function is None or not _passes(part, found.function):
        told = f" ({found.told})" if found.told else ""
        raise CannotKeep(f"it does not work outside of the notebook{told}")
    trial.put(block.with_stamp(verdict, trial.stamp_of(block))).write()


def _read_or_put_aside(path: Path) -> tuple[KeptFile, str]:
    """The file; one that is no text is put aside, and a sentence says so."""
    try:
        return KeptFile.read(path), ""
    except PuzzleError:
        if not path.is_file():
            raise
        spare = next(
            one
            for k in range(1, 1000)
            if not (one := path.with_name(f"{path.stem}.damaged{k}.py")).exists()
        )
        with suppress(OSError):
            path.rename(spare)
            return KeptFile(path), f" The file before it could not be read; it is {spare.name} now."
        raise


def _same(one: str, other: str) -> bool:
    """Whether two texts differ in layout and comments only."""
    with suppress(SyntaxError, ValueError):
        return ast.dump(ast.parse(one)) == ast.dump(ast.parse(other))
    return one.strip() == other.strip()


def _is_good(part: Part, file: KeptFile) -> bool:
    """Whether the file's own function of a part passes its check."""
    found = load_functions(file).get(part.name)
    return bool(found and found.function and _passes(part, found.function))


def _passes(part: Part, function: Function) -> bool:
    return part.check(function).verdict in GOOD


# -- reading ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Loaded:
    """A part as the file has it: the function, or None and in words what is wrong."""

    function: Function | None
    told: str = ""


def load_functions(file: KeptFile) -> dict[str, Loaded]:
    """Run the file, block by block: an error in one leaves the others as they are.

    Each text that the file has had keeps its lines, so that a stepper shows the ones that ran.
    """
    text, before = file.text, 0
    name = f"{file.path}@{sha256(text.encode()).hexdigest()[:8]}"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    names: dict[str, Any] = {"__name__": file.path.stem, "__file__": str(file.path)}
    found = dict[str, Loaded]()
    for block in file.blocks:
        before += bool(block.heading)
        try:
            code = compile("\n" * before + block.text, name, "exec")
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", None) or "?"
            found[block.part] = Loaded(None, f"Python cannot read it, line {line}")
        else:
            outcome = call(exec, code, names)
            found[block.part] = _choose(block, names, outcome.trouble)
        before += block.text.count("\n")
    return found


def _choose(block: Block, names: dict[str, Any], trouble: str) -> Loaded:
    """The function that the heading names, or the last one of the block."""
    there = [name for name in (block.function, *reversed(block.names)) if name in block.names]
    functions = [names[name] for name in there if callable(names.get(name))]
    if trouble or not functions:
        return Loaded(None, trouble or "no function is there")
    return Loaded(functions[0])
