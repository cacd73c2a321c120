"""The requested puzzle, and early checks that it can exist."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from futoshiki_lab.core import MAX_SIZE, unknown, whole_number
from futoshiki_lab.core.errors import InOneLine
from futoshiki_lab.reasons import LEVELS

Amount = int | Sequence[int] | None  # an exact number, (least, most), or None for any
LETTERS = dict(zip("tekxr", LEVELS, strict=True))  # as Simon Tatham's Unequal abbreviates them


class GenerationError(InOneLine, ValueError):
    """There is no such puzzle, or none was found within the allowed attempts."""


class Bounds(NamedTuple):
    """The least and the most allowed."""

    least: int
    most: int


@dataclass(frozen=True)
class Request:
    """The puzzle that is requested, checked; its fields are the parameters of `generate`."""

    n: int
    level: str
    givens: Bounds
    signs: Bounds
    symmetric: bool
    minimal: bool

    def __str__(self) -> str:
        conditions = (
            _in_words("given", self.givens, self.n**2),
            _in_words("sign", self.signs, 2 * self.n * (self.n - 1)),
            "symmetric givens" * self.symmetric,
            "no unnecessary clue" * self.minimal,
        )
        named = ", ".join(filter(None, conditions))
        return f"{self.n}x{self.n} puzzle of level {self.level}" + f" with {named}" * bool(named)


def _in_words(what: str, bounds: Bounds, all_of_them: int) -> str:
    least, most = bounds
    if bounds == (0, all_of_them):
        return ""
    number = str(most) if least == most else f"{least} to {most}"
    return f"{number} {what}{'' if number == '1' else 's'}"


def requested(
    n: int, level: str, givens: Amount, signs: Amount, symmetric: bool, minimal: bool
) -> Request:
    """Check the settings of `generate`.

    Raises
    ------
    ValueError : a parameter makes no sense.
    GenerationError : there is no such puzzle, and no search is needed to know it.
    """
    n = whole_number("the size n", n, 1, MAX_SIZE)
    name = str(level).strip().capitalize()
    level = LETTERS.get(name.lower(), name)
    if level not in LEVELS:
        raise ValueError(unknown("level", level, LEVELS))
    bounds = _bounds("givens", givens, n * n), _bounds("signs", signs, 2 * n * (n - 1))
    request = Request(n, level, *bounds, bool(symmetric), bool(minimal))
    if reason := _impossible(request):
        raise GenerationError(f"there is no {request}: {reason}")
    return request


def _bounds(what: str, amount: Amount, most: int) -> Bounds:
    if amount is None:
        return Bounds(0, most)
    pair = amount if isinstance(amount, (list, tuple)) else (amount, amount)
    if len(pair) == 2:
        bounds = Bounds(*(whole_number(what, bound, 0, most) for bound in pair))
        if bounds.least <= bounds.most:
            return bounds
    raise ValueError(f"{what} must be a number or (least, most), not {amount!r}")


def _impossible(request: Request) -> str:
    """Why there is no such puzzle, if that is known without a search; else an empty text."""
    n, (least, most), trivial = request.n, request.givens, request.level == LEVELS[0]
    if n == 1:
        return "" if trivial else "a single cell is Trivial"
    if most == request.signs.most == 0:
        return "without any clue there are many solutions"
    if trivial and most == 0:
        return "on this level signs are not reasoned with, so there must be givens"
    if request.level == LEVELS[1] and request.signs.most == 0:
        return "what this level adds is reasoning with signs, so there must be some"
    if trivial and request.minimal and request.signs.least > 0:
        return "on this level the givens suffice, so every sign is unnecessary"
    if request.symmetric and n % 2 == 0 and least == most and most % 2:
        return "on a board of even size they come in pairs"
    return ""
