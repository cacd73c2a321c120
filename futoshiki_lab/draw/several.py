"""Several boards on one sheet: runs at their ends, or a board before and after a node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from futoshiki_lab.core import Problem, Verb
from futoshiki_lab.draw.scene import Scene, trace_scene
from futoshiki_lab.draw.sheets import scene_of, sheet_of
from futoshiki_lab.trace import Trace

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_NAMED = 12  # values that a sentence names


def draw_boards(
    *whats: Trace | Problem,
    titles: Sequence[str] = (),
    columns: int = 2,
    scale: float = 0.8,
    dark: bool = False,
    plain: bool = False,
) -> Figure:
    """Draw several boards on one sheet: runs at their ends, or puzzles.

    Parameters
    ----------
    whats : the traces or puzzles, in reading order.
    titles : a title for each, instead of ours.
    columns : how many stand side by side; two fill the page of a notebook.
    The others are those of `draw_board`.

    Raises
    ------
    ValueError : there is nothing to draw, there are more or fewer titles than boards, or `columns`
        is less than 1.
    TypeError : one of `whats` is neither.
    """
    if not whats or len(titles) not in (0, len(whats)) or columns < 1:
        raise ValueError(
            "draw_boards takes one board or more, as many titles or none, and columns from 1: "
            f"not {len(whats)} boards, {len(titles)} titles, columns={columns}"
        )
    names: Sequence[str | None] = titles or [None] * len(whats)
    titled = zip(whats, names, strict=True)
    scenes = [scene_of(what, None, None, title, plain) for what, title in titled]
    return sheet_of(scenes, scale, dark, columns=columns)


def draw_change(
    trace: Trace,
    step: int,
    until: int | None = None,
    *,
    scale: float = 0.9,
    title: str | None = None,
    dark: bool = False,
) -> Figure:
    """Draw the board before and after, with what was pruned in between in vermillion.

    Parameters
    ----------
    step : a step within a node; the boards before its value is tried and after its look are drawn.
        A step of the setup shows the whole setup.
    until : a second step: then exactly the steps `step` and `until` are compared.
    The others are those of `draw_board`.

    Raises
    ------
    IndexError : the trace has no such step.
    ValueError : `until` comes before `step`.
    """
    first, last = _node_steps(trace, step) if until is None else (step, until)
    if last < first:
        raise ValueError(f"until must not come before step: {last} < {first}")
    before, after = trace_scene(trace, first), trace_scene(trace, last)
    free = {cell: domain for cell, domain in before.domains.items() if cell not in after.values}
    gone = [(cell, one) for cell in free for one in free[cell] if one not in after.domains[cell]]
    named = ", ".join(f"{value} from {cell}" for cell, value in gone[:MOST_NAMED])
    more = f" and {len(gone) - MOST_NAMED:,} more" * (len(gone) > MOST_NAMED)
    pruned = f"pruned {len(gone):,}: {named}{more}" if gone else "nothing was pruned"
    heading = before.title if title is None else title
    words = f"next: {trace.reason(first + 1)}" if until is None else before.sentence
    left = Scene(*(trace.puzzle, before.values, before.domains), title=f"before: step {first:,}")
    left = replace(left, sentence=words, counters=before.counters, moved=before.moved)
    right = replace(after, title=f"after: step {last:,}", place="", pruned=frozenset(gone))
    right = replace(right, sentence=f"{after.sentence}; {pruned}")
    # Frames show what the change is about: the cell that got a value, and the reasons.
    reasons = tuple(cell for cell in after.checked if cell not in dict(gone))
    current = None if after.current in before.values else after.current
    right = replace(right, checked=reasons, current=current)
    return sheet_of([left, right], scale, dark, heading)


def _node_steps(trace: Trace, step: int) -> tuple[int, int]:
    """From right before a node's value is tried to the last step of its look."""
    node = trace.state(step).node
    if step and trace.event(step).verb == Verb.RESTORE:
        node = trace.event(step).node
    first = trace.tree[node].first if node else 1
    ends = {Verb.ACCEPT, Verb.ASSIGN, Verb.BEGIN, Verb.SOLUTION}
    verbs = trace.recorder.verbs
    last = first
    while last < len(verbs) and verbs[last] != Verb.RESTORE:
        last += 1
        if verbs[last - 1] in ends:
            break
    return max(first - 1, 0), min(last, len(trace))
