"""Checks for the hunt for a bug in a search: the first wrong step, and the line."""

from __future__ import annotations

from collections.abc import Callable
from inspect import getsource

from futoshiki_lab.exercises.feedback import Feedback, not_done
from futoshiki_lab.trace import Trace


def first_difference(one: Trace, other: Trace) -> int | None:
    """The first step after which the boards of two runs differ; None if there is none."""
    for step in range(min(len(one), len(other)) + 1):
        here, there = one.state(step), other.state(step)
        if (here.values, here.domains) != (there.values, there.domains):
            return step
    return None


def check_first_wrong(answer: int, right: Trace, broken: Trace) -> Feedback:
    """Compare a step with the first one after which a broken run has another board."""
    if answer is ...:
        return not_done()
    first = first_difference(right, broken)
    if answer == first:
        here, there = right.reason(first), broken.reason(first)
        return Feedback("right", f"the right search: “{here}”; the broken one: “{there}”")
    if isinstance(answer, int) and (first is None or answer < first):
        return Feedback("wrong", f"after step {answer} both boards are still the same: go on")
    return Feedback("wrong", f"{answer!r} is too late: the boards differ before it; step back")


def check_line(answer: int | str, broken: Callable, right: Callable, hint: str) -> Feedback:
    """Compare a named line of a broken function with the lines that the right one does not have.

    Parameters
    ----------
    answer : the number of the line, counted from its `def` (which is 1), or its text.
    hint : where to look again; shown with a wrong answer.
    """
    if answer is ...:
        return not_done()
    known = getsource(right).splitlines()
    lines = getsource(broken).replace(broken.__name__, right.__name__).splitlines()
    odd = {number: line for number, line in enumerate(lines, 1) if number > 1 and line not in known}
    named = answer.strip() if isinstance(answer, str) else answer
    for number, line in odd.items():
        if named in (number, line.strip()):
            return Feedback("right", f"line {number}; the right search has no such line there")
    return Feedback("wrong", f"{answer!r} is not it: {hint}")
