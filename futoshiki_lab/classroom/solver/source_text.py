"""The text of a function that stands alone: with the helpers, values and imports that it uses."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from inspect import getclosurevars, getsource, isclass, isfunction, ismodule, unwrap
from textwrap import dedent, indent
from typing import Any

from futoshiki_lab.classroom.solver.kept_file import globals_of
from futoshiki_lab.classroom.tutor.guard import in_short, is_a_students

Function = Callable[..., Any]
CONTAINERS = (list, dict, set)


class CannotKeep(Exception):
    """Why the text of a function cannot be kept, in a sentence."""


def name_and_text(thing: Any) -> tuple[str, str]:
    """The name under which a learner has defined a function or a class, and its text."""
    try:
        text = dedent(getsource(unwrap(thing) if callable(thing) else thing)).strip("\n")
        tree = ast.parse(text)
    except (OSError, TypeError, SyntaxError, ValueError):
        raise CannotKeep("its text cannot be found: write it with `def`, in a cell") from None
    node, *more = tree.body or [ast.Pass()]
    if isinstance(node, ast.FunctionDef | ast.ClassDef) and not more:
        return node.name, text
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda) and not more:
        [target] = node.targets
        if isinstance(target, ast.Name):
            return target.id, text
    raise CannotKeep("its text does not stand alone: write it with `def`, in a cell")


def collect(
    function: Function, kept: Mapping[str, str], own: Mapping[Function, str]
) -> tuple[str, str]:
    """The name of a function, and a text that defines it with all that it uses.

    Parameters
    ----------
    kept : what stands in the file already, by name, without layout: it is not repeated.
    own : for a function of the package the name of the learner's in the file.

    Raises
    ------
    CannotKeep : something that it uses cannot be written down.
    """
    name, text = name_and_text(function)
    imports, pieces = dict[str, None](), dict[str, str]()

    def add(thing: Any, text: str, itself: str) -> None:
        names = dict(getattr(unwrap(thing), "__globals__", {}))
        if isfunction(unwrap(thing)):
            names |= getclosurevars(unwrap(thing)).nonlocals
        elif isclass(thing):
            names = dict(vars(sys.modules.get(thing.__module__, builtins)))
        for used in sorted(globals_of(text) - {itself}):
            if used in names and used not in pieces:
                use(used, names[used])

    def use(used: str, value: Any) -> None:
        if ismodule(value):
            alias = "" if used == value.__name__ else f" as {used}"
            imports[f"import {value.__name__}{alias}"] = None
        elif (isfunction(unwrap(value)) or isclass(value)) and _is_own(value):
            name, text = name_and_text(value)
            if name != used:
                raise CannotKeep(f"`{used}` is another name of `{name}`: use one of them")
            [node] = ast.parse(text).body
            if kept.get(used) != ast.dump(node):
                pieces[used] = ""  # it may call itself
                add(value, text, used)
                pieces[used] = pieces.pop(used) or text
        elif isfunction(value) and value in own:
            pieces[used] = f"{used} = {own[value]}"
        elif statement := _import_of(used, value):
            imports[statement] = None
        else:
            pieces[used] = f"{used} = {_literal(used, value)}"

    add(function, text, name)
    values = [one for one in pieces.values() if not one.startswith(("def ", "class ", "@"))]
    helpers = [one for one in pieces.values() if one not in values]
    parts = ["\n".join(sorted(imports)), "\n".join(values)]
    head = "\n\n".join(filter(None, parts))
    return name, "\n\n\n".join(filter(None, [head, *helpers, text])) + "\n"


def wrap(text: str, name: str, part: str) -> str:
    """The same inside a function of its own, where its helpers get in nobody's way."""
    body = indent(text.strip("\n"), "    ")
    return f"def make_{part}():\n{body}\n\n    return {name}\n\n\nmy_{part} = make_{part}()\n"


def _is_own(thing: Any) -> bool:
    """Whether a function or a class is a learner's."""
    if isclass(thing):
        file = getattr(sys.modules.get(thing.__module__), "__file__", None) or ""
        return thing.__module__ == "__main__" or is_a_students(file)
    return is_a_students(unwrap(thing).__code__.co_filename)


def _import_of(used: str, value: Any) -> str:
    """The line that imports something; empty if none does."""
    module, own = getattr(value, "__module__", ""), getattr(value, "__name__", "")
    for place in ("futoshiki_lab", str(module)):
        with suppress(AttributeError, TypeError):
            if own and getattr(sys.modules.get(place), own) is value:
                return f"from {place} import {own}" + (f" as {used}" if used != own else "")
    return ""


def _literal(used: str, value: Any) -> str:
    """A value as Python writes it; of a collection that it cannot write, an empty one."""
    text = in_short(value) if not isinstance(value, CONTAINERS) else repr(value)
    with suppress(ValueError, SyntaxError, MemoryError, RecursionError):
        if ast.literal_eval(repr(value)) == value:
            return repr(value)
    if type(value) in CONTAINERS:  # a cache, for example
        return f"{type(value).__name__}()"
    raise CannotKeep(f"it uses `{used}` of the notebook, which is {text}: give it to it otherwise")
