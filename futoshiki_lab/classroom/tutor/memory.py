"""What a student's function can keep between its calls, and how to make it forget."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, MutableMapping, MutableSequence, MutableSet
from contextlib import suppress
from copy import copy
from functools import partial
from inspect import isclass, isfunction, ismethod
from types import CellType
from typing import Any

from futoshiki_lab.classroom.ideas import Function, names_in
from futoshiki_lab.classroom.tutor.limits import is_a_students

REMEMBERS = (
    "It remembers what the board was: what it keeps between two calls (in an attribute, a default, "
    "a cache, a list outside of it) is out of date at the next one. Read the board again each time."
)
GONE = object()  # what a name stands for that is not there
RANDOM = {"random", "choice", "sample", "shuffle", "randint", "randrange"}


class Memory:
    """What a function can keep between its calls, as it is now."""

    def __init__(self, function: Function):
        self.restores: list[Callable[[], object]] = []
        self.seen: dict[int, Any] = {}  # kept here, so that no number is that of another one
        self._note(function, is_theirs=True)

    def forget(self) -> None:
        """Bring back what there was."""
        for restore in self.restores:
            restore()

    def forgets(self, function: Function) -> Function:
        """The same function, which forgets before each call."""

        def forget_and_call(*arguments: Any) -> Any:
            self.forget()
            return function(*arguments)

        return forget_and_call

    def _note(self, place: Any, is_theirs: bool = False) -> None:
        """Note how to restore something, and all that is in it."""
        if id(place) in self.seen:
            return
        self.seen[id(place)] = place
        if isinstance(place, MutableSequence | MutableMapping | MutableSet):
            self.restores.append(partial(_refill, place, copy(place)))
        for one in self._look_into(place, is_theirs):
            self._note(one)

    def _look_into(self, place: Any, is_theirs: bool) -> Iterable[Any]:
        """What is in something; names and attributes are noted on the way."""
        if hasattr(place, "cache_clear") and hasattr(place, "__wrapped__"):
            self.restores.append(place.cache_clear)
            return [place.__wrapped__]
        if isfunction(place):
            if not (is_theirs or is_a_students(place.__code__.co_filename)):
                return ()
            names = {name: place.__globals__.get(name, GONE) for name in names_in(place.__code__)}
            self.restores.append(partial(_set_names, place.__globals__, names))
            kept = [self._look_into_cell(cell) for cell in place.__closure__ or ()]
            return place.__defaults__, place.__kwdefaults__, vars(place), *names.values(), *kept
        if isinstance(place, partial | staticmethod | classmethod) or ismethod(place):
            parts = "func", "args", "keywords", "__func__", "__self__"
            return [getattr(place, name, None) for name in parts]
        if isinstance(place, tuple | list | set | deque):
            return [*place]
        if isinstance(place, dict):
            return [*place.values()]
        if isclass(place) and _is_theirs(place):
            self.restores.append(partial(_set_attributes, place, {**vars(place)}))
            return [*vars(place).values()]
        if _is_theirs(type(place)):
            return type(place), getattr(place, "__dict__", None)
        return ()

    def _look_into_cell(self, cell: CellType) -> Any:
        """What a name of a surrounding function stands for."""
        with suppress(ValueError):  # for nothing yet
            content = cell.cell_contents
            self.restores.append(partial(setattr, cell, "cell_contents", content))
            return content


def _set_names(names: dict[str, Any], before: dict[str, Any]) -> None:
    names.update(before)
    for name in before:
        if names[name] is GONE:
            del names[name]


def _set_attributes(kind: type, before: dict[str, Any]) -> None:
    for name in vars(kind).keys() - before.keys():
        delattr(kind, name)
    for name, content in before.items():
        if vars(kind)[name] is not content:
            setattr(kind, name, content)


def _refill(place: Any, content: Any) -> None:
    place.clear()
    (place.extend if isinstance(place, MutableSequence) else place.update)(content)


def _is_theirs(kind: type) -> bool:
    """Whether a class is defined in a notebook or a file of a student's."""
    file = getattr(sys.modules.get(kind.__module__), "__file__", None) or ""
    made_in_python = hasattr(kind, "__weakref__")
    return made_in_python and (kind.__module__ == "__main__" or is_a_students(file))


def draws_at_random(function: Function) -> bool:
    """Whether a function calls something by a name that stands for chance."""
    code = getattr(function, "__code__", None)
    return bool(code and RANDOM & names_in(code))
