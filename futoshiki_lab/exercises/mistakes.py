"""Known mistakes: what stands in the right function, what a student wrote, what a tutor says to it.

`mistakes.txt` has them all, as blocks of lines. A block that begins with `#` names the exercises
to which the blocks below it belong, until the next one. Any other is a mistake:

    - if not board.check(x, d, cell, board.values[cell]):
    + if board.check(x, d, cell, board.values[cell]):
    This keeps exactly the values that should go: prune a value when its check fails.

What follows `-` stands once in the right function: a part of a line, or several lines. What
follows `+` takes its place, or nothing does. Lines are indented as seen from the first of them. A
mistake may change several places. The words, in one line or more, are those of a tutor.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from inspect import getsource, unwrap
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_suffix(".txt")
Lines = list[str]


@dataclass(frozen=True)
class Mistake:
    """A known mistake in a right function.

    Attributes
    ----------
    changes : list of (lines, lines)
        Pairs of lines that stand in the right function, and lines that a student wrote.
    sentence : str
        What a tutor would say: what kind of mistake it is, a colon, and what to do about it.
    """

    changes: list[tuple[Lines, Lines]]
    sentence: str

    def change(self, source: str) -> str:
        """The source of a function with the mistake, from that of the right one.

        Raises
        ------
        ValueError
            What should stand there does not, or it stands there more than once.
        """
        places = []
        for right, wrong in self.changes:
            line = source[source.rfind("\n", 0, source.find(right[0])) + 1 :]
            margin = "\n" + line[: len(line) - len(line.lstrip(" "))]
            there, instead = margin.join(right), margin.join(wrong)
            if source.count(there) != 1:
                raise ValueError(f"this does not stand there once:\n{there}\n\n{source}")
            places.append((source.index(there), there, instead))
        for at, there, instead in sorted(places, reverse=True):
            source = source[:at] + instead + source[at + len(there) :]
        return source

    def make_in(self, right: Callable[..., Any]) -> Callable[..., Any]:
        """A copy of the right function with this mistake."""
        plain = unwrap(right)
        names = dict(plain.__globals__)
        exec(compile(self.change(getsource(plain)), FILE, "exec"), names)
        return names[plain.__name__]


@cache
def read_mistakes(exercise: str) -> list[Mistake]:
    """The known mistakes of an exercise, in the order of the file."""
    found: list[Mistake] = []
    wanted = False
    for block in FILE.read_text(encoding="utf-8").strip().split("\n\n"):
        if block.startswith("#"):
            wanted = exercise in block.split()
        elif wanted:
            found.append(_parse(block.splitlines()))
    return found


def _parse(block: Lines) -> Mistake:
    changes: list[tuple[Lines, Lines]] = []
    words = []
    for line in block:
        if line.startswith("- "):
            if not changes or changes[-1][1]:
                changes.append(([], []))
            changes[-1][0].append(line[2:])
        elif line.startswith("+ "):
            changes[-1][1].append(line[2:])
        else:
            words.append(line)
    return Mistake(changes, " ".join(words))
