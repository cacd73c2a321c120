"""What a student's function can keep between its calls, and how to make it forget."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, MutableMapping, MutableSequence, MutableSet
from contextlib import suppress
from copy import copy
from functools import partial
from inspect import isclass, isfunction, ismethod
from types import CodeType
from typing import Any

from futoshiki_lab.classroom.tutor.cases import Function
from futoshiki_lab.classroom.tutor.guard import is_a_students

REMEMBERS = (
    "It remembers what the board was: what it keeps between two calls (in an attribute, a default, "
    "a cache, a list outside of it) is out of date at the next one. Read the board again each time."
)
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
        inner: list[Any] = []
        if hasattr(place, "cache_clear") and hasattr(place, "__wrapped__"):
            self.restores.append(place.cache_clear)
            inner = [place.__wrapped__]
        elif isfunction(place):
            if is_theirs or is_a_students(place.__code__.co_filename):
                inner = [place.__defaults__, place.__kwdefaults__, vars(place)]
                inner += [self._keep(one, "cell_contents") for one in place.__closure__ or ()]
                inner += [self._keep(place.__globals__, one) for one in _names_of(place.__code__)]
        elif isinstance(place, partial | staticmethod | classmethod) or ismethod(place):
            parts = "func", "args", "keywords", "__func__", "__self__"
            inner = [getattr(place, name, None) for name in parts]
        elif isinstance(place, tuple | list | set | deque):
            inner = [*place]
        elif isinstance(place, dict):
            inner = [*place.values()]
        elif isclass(place) and _is_theirs(place):
            inner = [self._keep(place, name) for name in vars(place)]
            self.restores.append(partial(_leave, place, {*vars(place)}))
        elif _is_theirs(type(place)):
            slots = [name for one in type(place).__mro__ for name in vars(one).get("__slots__", ())]
            inner = [type(place), getattr(place, "__dict__", None)]
            inner += [self._keep(place, name) for name in slots]
        if isinstance(place, MutableSequence | MutableMapping | MutableSet):
            self.restores.append(partial(_refill, place, copy(place)))
        for one in inner:
            self._note(one)

    def _keep(self, place: Any, name: str) -> Any:
        """Note what a name stands for, in a dictionary or an object."""
        by_name = isinstance(place, dict)
        with suppress(KeyError, AttributeError, ValueError):  # ValueError: a closure's empty cell
            content = place[name] if by_name else _get(place, name)
            how = partial(place.__setitem__, name) if by_name else partial(_set, place, name)
            self.restores.append(partial(how, content))
            return content
        if by_name:
            self.restores.append(partial(place.pop, name, None))


def _get(place: Any, name: str) -> Any:
    return vars(place)[name] if isclass(place) else getattr(place, name)


def _set(place: Any, name: str, content: Any) -> None:
    with suppress(KeyError, AttributeError, ValueError):
        if _get(place, name) is content:
            return
    setattr(place, name, content)


def _leave(kind: type, names: set[str]) -> None:
    for name in {*vars(kind)} - names:
        delattr(kind, name)


def _refill(place: Any, content: Any) -> None:
    place.clear()
    (place.extend if isinstance(place, MutableSequence) else place.update)(content)


def _is_theirs(kind: type) -> bool:
    """Whether a class is defined in a notebook or a file of a student's."""
    file = getattr(sys.modules.get(kind.__module__), "__file__", None) or ""
    made_in_python = hasattr(kind, "__weakref__") or "__slots__" in vars(kind)
    return made_in_python and (kind.__module__ == "__main__" or is_a_students(file))


def draws_at_random(function: Function) -> bool:
    """Whether a function calls something by a name that stands for chance."""
    code = getattr(function, "__code__", None)
    return bool(code and RANDOM & _names_of(code))


def _names_of(code: CodeType) -> set[str]:
    inner = (_names_of(one) for one in code.co_consts if isinstance(one, CodeType))
    return {*code.co_names}.union(*inner)
