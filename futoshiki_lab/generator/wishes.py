"""What a puzzle to be made shall be like, and what can be said before trying."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from futoshiki_lab.core import MAX_SIZE, unknown
from futoshiki_lab.generator.chance import whole
from futoshiki_lab.logic import LEVELS

Range = tuple[int, int]  # the least and the most
Number = int | Sequence[int] | None  # as it may be asked for
LETTERS = dict(zip("tekxr", LEVELS, strict=True))  # as Simon Tatham's Unequal abbreviates them


class GenerationError(ValueError):
    """There is no such puzzle, or none was found with the effort that was allowed."""


@dataclass(frozen=True)
class Wish:
    """A puzzle to be made.

    Attributes
    ----------
    givens, signs : the least and the most of them.
    The others are those of `generate`.
    """

    n: int
    level: str
    givens: Range
    signs: Range
    symmetric: bool
    minimal: bool

    @property
    def below(self) -> str | None:
        """The level below the one asked for."""
        place = LEVELS.index(self.level)
        return LEVELS[place - 1] if place else None

    def __str__(self) -> str:
        what = f"{self.n}x{self.n} puzzle of level {self.level}"
        with_ = [_told("given", self.givens, self.n**2)]
        with_.append(_told("sign", self.signs, 2 * self.n * (self.n - 1)))
        with_.append("symmetric givens" if self.symmetric else "")
        with_.append("no clue to spare" if self.minimal else "")
        told = [text for text in with_ if text]
        return what + (" with " + ", ".join(told) if told else "")


def _told(what: str, wanted: Range, all_of_them: int) -> str:
    least, most = wanted
    if (least, most) == (0, all_of_them):
        return ""
    number = str(most) if least == most else f"{least} to {most}"
    return f"{number} {what}{'' if number == '1' else 's'}"


def wish(n: int, level: str, givens: Number, signs: Number, symmetric: bool, minimal: bool) -> Wish:
    """Understand what is asked of `generate`.

    Raises
    ------
    ValueError : something in it makes no sense.
    GenerationError : there is no such puzzle, for a reason that needs no trying.
    """
    n = whole("the size n", n, 1, MAX_SIZE)
    wanted = Wish(
        n,
        level_named(level),
        _range("givens", givens, n * n),
        _range("signs", signs, 2 * n * (n - 1)),
        bool(symmetric),
        bool(minimal),
    )
    reason = _impossible(wanted)
    if reason:
        raise GenerationError(f"there is no {wanted}: {reason}")
    return wanted


def level_named(level: str) -> str:
    """The level that a name in any case means, or one of Unequal's letters t, e, k, x, r.

    Raises
    ------
    ValueError : there is no such level; the message lists them.
    """
    name = str(level).strip().capitalize()
    name = LETTERS.get(name.lower(), name)
    if name not in LEVELS:
        raise ValueError(unknown("level", name, LEVELS))
    return name


def _range(what: str, number: Number, most: int) -> Range:
    if number is None:
        return 0, most
    if not isinstance(number, (list, tuple)):
        number = whole(what, number, 0, most)
        return number, number
    if len(number) != 2 or number[0] > number[1]:
        raise ValueError(f"{what} must be a number or (least, most), not {number!r}")
    least, most = (whole(what, bound, 0, most) for bound in number)
    return least, most


def _impossible(wanted: Wish) -> str:
    """Why there is no such puzzle, as far as can be told at once; empty if it cannot."""
    n, (least, most) = wanted.n, wanted.givens
    trivial = wanted.level == LEVELS[0]
    if n == 1:
        return "" if trivial else "a single cell is Trivial"
    if most == wanted.signs[1] == 0:
        return "without any clue there are many solutions"
    if trivial and most == 0:
        return "on this level signs are not reasoned with, so there must be givens"
    if wanted.level == LEVELS[1] and wanted.signs[1] == 0:
        return "what this level adds is reasoning with signs, so there must be some"
    if trivial and wanted.minimal and wanted.signs[0] > 0:
        return "on this level the givens suffice, so each sign is one to spare"
    if wanted.symmetric and n % 2 == 0 and least == most and most % 2:
        return "on a board of even size they come in pairs"
    return ""
