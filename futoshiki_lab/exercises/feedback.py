"""The result of a check: right, wrong and why, or not done yet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from futoshiki_lab.core import Run

MARKS = {"right": "✓", "wrong": "✗", "not done yet": "…"}


@dataclass(frozen=True)
class Feedback:
    """The result of a check: `verdict` is "right", "wrong" or "not done yet"."""

    verdict: str
    text: str

    def __bool__(self) -> bool:
        return self.verdict == "right"

    def __repr__(self) -> str:
        return f"{MARKS[self.verdict]} {self.verdict}: {self.text}"

    def _repr_html_(self) -> str:
        border = {"right": "#009E73", "wrong": "#D55E00", "not done yet": "#999999"}[self.verdict]
        return (
            f'<div style="border-left: 5px solid {border}; padding: 0.3em 0.8em">'
            f"<b>{MARKS[self.verdict]} {self.verdict}</b>: {escape(self.text)}</div>"
        )


def not_done(what: str = "replace the three dots by your answer") -> Feedback:
    """The feedback for an answer that is still `...`."""
    return Feedback("not done yet", what)


def difference(mine: Run, right: Run, where: str, counters: Iterable[str]) -> Feedback | None:
    """The feedback for the first difference between two runs; None if there is none.

    Parameters
    ----------
    where : the puzzle and the settings, as a clause before "it".
    counters : the names of the counters to compare.
    """
    if mine.violations:
        return Feedback("wrong", f"{where} it accepts a board where {mine.violations[0]}")
    if mine.outcome != right.outcome:
        return Feedback("wrong", f"{where} it ends {mine.outcome}, not {right.outcome}")
    for name in counters:
        counted, expected = getattr(mine.counts, name), getattr(right.counts, name)
        if counted != expected:
            return Feedback("wrong", f"{where} it counts {counted:,} {name}, not {expected:,}")
    return None
