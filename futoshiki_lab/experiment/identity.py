"""When two runs are the same: the same puzzle, whatever its name, and the same code.

A resumed sweep must not confuse the results of one puzzle or function with those of another that
has the same name. So a digest of its content identifies each of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from types import CodeType, FunctionType, MethodType

from futoshiki_lab.core import Puzzle

PLAIN = (int, float, complex, str, bytes, bool, type(None), type(...))


def digest(*parts: object) -> str:
    """A short text that identifies some texts or numbers: different ones give another digest."""
    return sha256("\0".join(map(str, parts)).encode(errors="backslashreplace")).hexdigest()[:20]


def of_puzzle(puzzle: Puzzle) -> str:
    """A digest of the givens and signs of a puzzle."""
    n = puzzle.size
    signs = sorted(((a * n + b) * n + c) * n + d for (a, b), (c, d) in puzzle.signs)
    return digest(puzzle.grid, signs)


def of_choice(choice: object) -> str:
    """A digest of a setting: of a name, or of a function's code.

    A function's digest covers its code, its defaults, and the functions, numbers and texts that it
    uses from the module or function around it, at any depth. It cannot see two things: the content
    of lists and other mutable objects, and the code of other packages.
    """
    return digest(*_described(choice, set()))


def _described(thing: object, seen: set[int]) -> Iterator[object]:
    """Describe a thing, so that two things that act differently have different descriptions."""
    if isinstance(thing, PLAIN):
        yield repr(thing)
    elif isinstance(thing, tuple | frozenset):
        parts = ["\1".join(map(str, _described(part, seen))) for part in thing]
        # In a set the order of texts changes from one start of Python to the next.
        yield from sorted(parts) if isinstance(thing, frozenset) else parts
    elif isinstance(thing, CodeType):
        yield from (thing.co_code, thing.co_names)
        yield from _described(thing.co_consts, seen)
    elif isinstance(thing, FunctionType) and _is_own(thing):
        if id(thing) not in seen:  # functions may use each other in a circle
            seen.add(id(thing))
            yield from _of_function(thing, seen)
    elif isinstance(thing, MethodType):
        yield from _described((thing.__func__, thing.__self__), seen)
    elif isinstance(thing, partial):
        yield from _described((thing.func, thing.args, tuple(thing.keywords.items())), seen)
    else:
        yield from _of_object(thing, seen)


def _is_own(function: FunctionType) -> bool:
    """Whether a user may edit a function between two sweeps: not those of the package."""
    return (function.__module__ or "").partition(".")[0] != __name__.partition(".")[0]


def _of_function(function: FunctionType, seen: set[int]) -> Iterator[object]:
    yield from _described(function.__code__, seen)
    yield from _described(function.__defaults__ or (), seen)
    yield from _described(tuple(sorted((function.__kwdefaults__ or {}).items())), seen)
    for cell in function.__closure__ or ():
        yield from _described(cell.cell_contents, seen)
    for name in sorted(_names(function.__code__) & function.__globals__.keys()):
        yield from (name, *_described(function.__globals__[name], seen))


def _names(code: CodeType) -> set[str]:
    """The names that a piece of code, or one inside it, uses from elsewhere."""
    inner = (const for const in code.co_consts if isinstance(const, CodeType))
    return set(code.co_names).union(*map(_names, inner))


def _of_object(thing: object, seen: set[int]) -> Iterator[object]:
    """Its name if it has one; of a callable object, its code and plain attributes."""
    kind = type(thing)
    yield from (kind.__qualname__, getattr(thing, "__qualname__", ""))
    if callable(thing) and isinstance(kind.__call__, FunctionType):
        yield from _described(kind.__call__, seen)
        plain = {k: v for k, v in getattr(thing, "__dict__", {}).items() if isinstance(v, PLAIN)}
        yield from _described(tuple(sorted(plain.items())), seen)
