"""Repairs of what shows in the source of a function only: if one makes it right, it was the cause.

What a function does on boards does not tell why: sizes of domains that never change, for example,
make MRV take the first cell, as does a student who takes it on purpose.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from inspect import getclosurevars, getsource, isfunction, unwrap
from itertools import count
from textwrap import dedent
from typing import Any

from futoshiki_lab.classroom.tutor.cases import Function

NUMBERS = count()


class Repair(ast.NodeTransformer):
    """Changes the places of one kind of mistake; `said` is what a tutor says about it."""

    said = ""


class DomainsLeft(Repair):
    """`board.domains` for `board.puzzle.domains`."""

    said = (
        "You read `puzzle.domains`, where the domains stay whole: the values that are left now are "
        "in `board.domains`."
    )

    def __init__(self) -> None:
        self.boards = dict[str, ast.expr]()  # by the names that stand for their puzzles

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        for target in node.targets:
            if isinstance(target, ast.Name) and (board := self._board_of(node.value)):
                self.boards[target.id] = board
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if node.attr == "domains" and (board := self._board_of(node.value)):
            node.value = board
        return node

    def _board_of(self, puzzle: ast.expr) -> ast.expr | None:
        if isinstance(puzzle, ast.Attribute) and puzzle.attr == "puzzle":
            return puzzle.value
        return self.boards.get(getattr(puzzle, "id", ""))


class BoundEarly(Repair):
    """`lambda v=v: ...` for a lambda in a loop over v."""

    said = (
        "A `lambda` made in a loop is called when the loop is over, and sees the last value of the "
        "loop's variable: bind it at once, as in `lambda v=v: ...`."
    )

    def __init__(self) -> None:
        self.bound: list[str] = []

    def visit(self, node: Any) -> Any:
        """Keep the variables of the loops around a node."""
        loops = [node] if isinstance(node, ast.For) else getattr(node, "generators", [])
        names = [one.id for loop in loops for one in ast.walk(loop.target) if hasattr(one, "id")]
        self.bound += names
        changed = super().visit(node)
        del self.bound[len(self.bound) - len(names) :]
        return changed

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self.generic_visit(node)
        used = {one.id for one in ast.walk(node.body) if isinstance(one, ast.Name)}
        own = {one.arg for one in node.args.args}
        for name in sorted(used.intersection(self.bound) - own):
            node.args.kwonlyargs.append(ast.arg(name))
            node.args.kw_defaults.append(ast.Name(name, ast.Load()))
        return node


class Returned(Repair):
    """`return False` for `raise`, and where an `assert` fails."""

    said = (
        "You raise an exception where nothing can be done: the caller does not catch it, so return "
        "False instead."
    )
    answer = False

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        return ast.Return(ast.Constant(self.answer))

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        return ast.If(node.test, [ast.Pass()], [ast.Return(ast.Constant(self.answer))])


class ReturnedTrue(Returned):
    """`return True` for `raise`."""

    said = "You raise an exception when you are done: the caller does not catch it, so return True."
    answer = True


def repair(function: Function) -> Iterator[tuple[Function, str]]:
    """The function with each repair that changes it, and what a tutor says then."""
    function = unwrap(function)
    try:
        source = dedent(getsource(function))
        names = {**function.__globals__, **getclosurevars(function).nonlocals}
    except (OSError, TypeError, AttributeError, ValueError):  # it has no source, or is no function
        return
    for kind in (DomainsLeft, BoundEarly, Returned, ReturnedTrue):
        try:
            tree = ast.parse(source)
            before = ast.dump(tree)
            tree = ast.fix_missing_locations(kind().visit(tree))
            if ast.dump(tree) == before:
                continue
            exec(compile(tree, f"repaired-{next(NUMBERS)}", "exec"), known := dict(names))
        except Exception:  # a lambda in the middle of a call, for example, is no module
            continue
        mended = known.get(function.__name__)
        if isfunction(mended):
            yield mended, kind.said
