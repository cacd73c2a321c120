"""Errors and their messages: what was expected, what was found, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import wraps
from inspect import signature
from math import inf, nan
from operator import index
from pathlib import Path
from traceback import extract_tb
from typing import Any, SupportsIndex, TypeVar, cast

PACKAGE = str(Path(__file__).parents[1])

_F = TypeVar("_F", bound=Callable[..., Any])


class InOneLine(Exception):
    """An error whose message says all: a notebook shows that line, and no traceback."""

    def _render_traceback_(self) -> list[str]:
        return [f"{type(self).__name__}: {self}"]


class PuzzleError(InOneLine, ValueError):
    """A puzzle that cannot be read or cannot exist, with the place of the error.

    Parameters
    ----------
    message : what was expected and what was found, in one line.
    file : the file's name; None if the text came from no file.
    line, column : the place in the text, both from 1; None if there is no such place.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ):
        self.message, self.file, self.line, self.column = message, file, line, column
        super().__init__(message)

    def __str__(self) -> str:
        place = [str(part) for part in (self.file, self.line, self.column) if part is not None]
        return ":".join(place) + ": " + self.message if place else self.message


class NoAnswer(TypeError):
    """What a function of yours returned cannot be an answer."""


def tell_of(error: BaseException) -> str:
    """An error in one line: its kind, the last line of code outside the package, its message.

    The package's own word about an answer needs no line: what was called has returned."""
    if isinstance(error, NoAnswer):
        return str(error)
    frames = extract_tb(error.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith(PACKAGE)][-1:]
    place = "".join(f" in {at.name}, line {at.lineno}, `{at.line}`" for at in own)
    return f"{type(error).__name__}{place}: {error}".removesuffix(": ")


def unknown(what: str, given: object, known: Mapping[str, object] | tuple[str, ...]) -> str:
    """The message for an unknown name: the nearest known name, in any case, and all of them.

    Parameters
    ----------
    what : a noun such as "look" or "kind of step", whose plural ends with s.
    """
    names = {name.lower(): name for name in known}
    close = get_close_matches(str(given).lower(), names, n=1)
    guess = f"did you mean {names[close[0]]!r}? The" if close else "the"
    noun, of, rest = what.partition(" of ")
    are = f"{noun}s{of}{rest} are" if len(names) > 1 else f"only {what} is"
    return f"there is no {what} {given!r}; {guess} {are} {', '.join(known)}"


def suggest_arguments(function: _F) -> _F:
    """The same function; a misspelt argument is answered with the one that may be meant."""
    known = tuple(signature(function).parameters)

    @wraps(function)
    def called(*arguments: Any, **named: Any) -> Any:
        try:
            return function(*arguments, **named)
        except TypeError:
            for name in named:
                if name not in known:
                    told = f"{function.__name__}: {unknown('argument', name, known)}"
                    raise TypeError(told) from None
            raise

    return cast(_F, called)


def whole_number(
    what: str, given: object, least: float = -inf, most: float = inf, also: str = ""
) -> int:
    """Return a whole number of any type (NumPy's too) as an int; ValueError for anything else.

    Parameters
    ----------
    what, also : its name in the message, and what else the caller accepts.
    least, most : the range it must be in.
    """
    # To ask for a protocol takes as long as a small search.
    plain = index(given) if type(given) is int or isinstance(given, SupportsIndex) else nan
    if least <= plain <= most and not isinstance(given, bool):
        return int(plain)
    wanted = f" in {least}..{most}" if most < inf else f" from {least}" if least > -inf else ""
    raise ValueError(f"{what} must be a whole number{wanted}{also}, not {given!r}")


def listed(words: Iterable[object], last: str = "and") -> str:
    """Join words: "r1c1", "r1c1 and r1c2", "r1c1, r1c2 and r1c3"."""
    *others, end = [*map(str, words)] or [""]
    return f"{', '.join(others)} {last} {end}" if others else end


def name_of(function: object) -> str:
    """The name in the `def` of a function, or the class of another thing that is called."""
    return getattr(function, "__name__", type(function).__name__)


def true_or_false(said: object, who: str = "the look") -> bool:
    """What a function of yours said. TypeError if it is neither, as where a return is missing."""
    if not getattr(said, "shape", ()) and said in (True, False):
        return bool(said)
    told = "None: is a return missing?" if said is None else f"a {type(said).__name__}: {said!r}"
    raise NoAnswer(f"{who} must return True or False, but it returned {told}")
