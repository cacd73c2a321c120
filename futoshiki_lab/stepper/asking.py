"""What a stepper's page asks of the kernel: why a node failed, and what if."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from futoshiki_lab.core import must_be_puzzle
from futoshiki_lab.support import annexes
from futoshiki_lab.trace import Trace
from futoshiki_lab.trace.what_if import what_if


def why_failed(trace: Trace, node: int) -> Any:
    """The reasons why a node failed.

    ValueError is raised where the annex that knows them is not installed.
    """
    must_be_puzzle(trace.puzzle)
    reasons = annexes.find("reasons")
    if reasons is None:
        raise ValueError("the reasons are not installed")
    return reasons.why_failed(trace.puzzle, trace.tree.path(node))


def search_on(trace: Trace, question: Mapping[str, Any], event_limit: int) -> tuple[Trace, int]:
    """The search with another choice at a step; and the step where the two runs part."""
    step, cell, value = (question[name] for name in ("step", "cell", "value"))
    other = trace.puzzle.cells[cell], trace.puzzle.values[value - 1]
    return what_if(trace, step, *other, event_limit), trace.next(step, "node") or 0
