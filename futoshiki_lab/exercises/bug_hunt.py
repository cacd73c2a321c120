"""What happened in a run, for questions about it; and for the hunt for a bug in a search."""

from __future__ import annotations

from collections.abc import Callable
from inspect import getsource
from textwrap import dedent

from futoshiki_lab.trace import Trace

NO_BREAK = "\N{NO-BREAK SPACE}"


def first_difference(one: Trace, other: Trace) -> int | None:
    """The first step after which the boards of two runs differ; None if there is none."""
    for step in range(min(len(one), len(other)) + 1):
        here, there = one.state(step), other.state(step)
        if (here.values, here.domains) != (there.values, there.domains):
            return step
    return None


def prunes_of(trace: Trace, node: int) -> dict[str, list[int]]:
    """What was pruned between a node's assignment and the next node, by the cell's name."""
    first = trace.tree()[node].first
    until = trace.next(first, "node") or len(trace) + 1
    pruned: dict[str, list[int]] = {}
    for step in trace.steps("prune"):
        if first < step < until:
            event = trace.event(step)
            pruned.setdefault(str(event.cell), []).append(event.value)
    return pruned


def numbered_lines(function: Callable) -> list[str]:
    """The lines of a function below its `def`, which is line 1, such as "2: `return 1`".

    Their spaces stay where they are shown: no browser puts two of them together.
    """
    body = dedent("\n".join(getsource(function).splitlines()[1:])).splitlines()
    return [f"{number}: `{line.replace(' ', NO_BREAK)}`" for number, line in enumerate(body, 2)]


def odd_lines(broken: Callable, right: Callable) -> set[str]:
    """The numbered lines of a broken function that the right one does not have."""
    known = getsource(right).splitlines()
    lines = getsource(broken).replace(broken.__name__, right.__name__).splitlines()[1:]
    numbered = zip(numbered_lines(broken), lines, strict=True)
    return {text for text, line in numbered if line not in known}
