"""When two runs are the same: the same puzzle, whatever its name, and the same code.

A resumed sweep must not confuse the results of one puzzle or function with those of another that
has the same name. So a digest of its content identifies each of them. (The source of a function
would not do: two lambdas on one line have the same, and a function that another one makes has it
whatever it was made with.)
"""

from __future__ import annotations

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
    return digest(_describe(choice, set()))


def _describe(thing: object, seen: set[int]) -> str:
    """Describe a thing, so that two things that act differently have different descriptions."""
    if isinstance(thing, FunctionType):
        if id(thing) in seen:  # functions may use each other in a circle
            return "again"
        seen.add(id(thing))
    kind, parts = _parts(thing)
    inside = [_describe(part, seen) for part in parts]
    if not parts:
        return kind
    # In a set the order of texts changes from one start of Python to the next.
    return f"{kind}({','.join(sorted(inside) if isinstance(thing, frozenset) else inside)})"


def _parts(thing: object) -> tuple[str, tuple[object, ...]]:
    """What kind of thing it is, and what it is made of."""
    if isinstance(thing, PLAIN):
        return repr(thing), ()
    if isinstance(thing, tuple | frozenset):
        return "several", tuple(thing)
    if isinstance(thing, CodeType):
        return "code", (thing.co_code, thing.co_names, thing.co_consts)
    if isinstance(thing, MethodType):
        return "method", (thing.__func__, thing.__self__)
    if isinstance(thing, partial):
        return "partial", (thing.func, thing.args, *thing.keywords.items())
    if isinstance(thing, FunctionType) and _is_own(thing):
        around = (cell.cell_contents for cell in thing.__closure__ or ())
        names = sorted(_names(thing.__code__) & thing.__globals__.keys())
        used = ((name, thing.__globals__[name]) for name in names)
        defaults = (thing.__defaults__, *sorted((thing.__kwdefaults__ or {}).items()))
        return "function", (thing.__code__, *defaults, *around, *used)
    cls = type(thing)
    kind = f"{cls.__qualname__} {getattr(thing, '__qualname__', '')}"
    if callable(thing) and isinstance(cls.__call__, FunctionType):  # an object that is a look
        values = sorted(getattr(thing, "__dict__", {}).items())
        return kind, (cls.__call__, *(value for value in values if isinstance(value[1], PLAIN)))
    return kind, ()


def _is_own(function: FunctionType) -> bool:
    """Whether a user may edit a function between two sweeps: not those of the package."""
    return (function.__module__ or "").partition(".")[0] != __name__.partition(".")[0]


def _names(code: CodeType) -> set[str]:
    """The names that a piece of code, or one inside it, uses from elsewhere."""
    inner = (const for const in code.co_consts if isinstance(const, CodeType))
    return set(code.co_names).union(*map(_names, inner))
