"""Checks of short answers: a value, an order, a prediction, a ranking, claims."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from futoshiki_lab.core import Cell, Domain
from futoshiki_lab.exercises.feedback import Feedback, not_done
from futoshiki_lab.trace import Trace


def check_answer(answer: object, right: object, because: str, hint: str) -> Feedback:
    """Compare an answer with the right one.

    Parameters
    ----------
    because : why the right answer is right; shown with a right answer.
    hint : where to look again; shown with a wrong answer, instead of the right one.
    """
    if answer is ...:
        return not_done()
    if answer == right:
        return Feedback("right", because)
    return Feedback("wrong", f"{answer!r} is not it: {hint}")


def check_order(answer: Sequence[int], lines: Mapping[int, str], source: str) -> Feedback:
    """Compare an order of numbered lines with their order in a source text."""
    if answer is ... or ... in answer:
        return not_done()
    if sorted(answer) != sorted(lines):
        return Feedback("wrong", f"use each of {', '.join(map(str, sorted(lines)))} exactly once")
    placed = [line.strip() for line in source.splitlines()]
    right = sorted(lines, key=lambda number: placed.index(lines[number]))
    for number, expected in zip(answer, right, strict=True):
        if number != expected:
            return Feedback("wrong", f"{lines[number]!r} comes too early: what must happen first?")
    return Feedback("right", "this is the order of the lines in the search that runs here")


def check_path(answer: Sequence[str], trace: Trace) -> Feedback:
    """Compare predicted nodes, such as ["r1c1=1", "r1c2=1"], with the first ones of a run."""
    if answer is ... or ... in answer:
        return not_done()
    nodes = (node.label for node in list(trace.tree())[1:])
    for number, (said, label) in enumerate(zip(answer, nodes, strict=False), 1):
        if "".join(said.split()) != label:
            return Feedback(
                "wrong", f"node {number} is {label}, not {said}: step there and see why"
            )
    return Feedback("right", f"these are the first {len(answer)} nodes of the run")


def check_prunes(answer: Mapping[str, Iterable[int]], trace: Trace, node: int) -> Feedback:
    """Compare a prediction such as {"r1c3": [1, 2]} with what the look at a node prunes."""
    if answer is ...:
        return not_done()
    pruned = prunes_of(trace, node)
    said = {cell: sorted(values) for cell, values in answer.items() if list(values)}
    for cell in sorted({*said, *pruned}):
        if said.get(cell, []) != pruned.get(cell, []):
            found = ", ".join(map(str, pruned.get(cell, []))) or "nothing"
            return Feedback("wrong", f"{cell} loses {found}: which constraint says so?")
    return _right_values(pruned)


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


def check_ranking(answer: Sequence[str], amounts: Mapping[str, float]) -> Feedback:
    """Compare a ranking with what was measured, the smallest amount first."""
    if answer is ... or ... in answer:
        return not_done("put all the names in order")
    if sorted(answer) != sorted(amounts):
        return Feedback("wrong", f"name each of these exactly once: {', '.join(amounts)}")
    for first, second in pairwise(answer):
        if amounts[first] > amounts[second]:
            return Feedback("wrong", f"{second} comes before {first}: can you say why?")
    return Feedback("right", "this is the order that was measured")


def check_claims(answers: Mapping[str, object], right: Mapping[str, object]) -> Feedback:
    """Compare several short answers with the right ones; the feedback names the wrong ones."""
    if ... in answers.values():
        return not_done("replace the three dots of each by your answer")
    wrong = [claim for claim in right if answers.get(claim, ...) != right[claim]]
    if wrong:
        score = f"{len(right) - len(wrong)} of {len(right)}"
        return Feedback("wrong", f"{score} are right; think again about: {'; '.join(wrong)}")
    return Feedback("right", f"all {len(right)} of them")


def check_lost(
    answer: Mapping[str, Iterable[int]],
    before: Mapping[Cell, Domain],
    after: Mapping[Cell, Domain],
) -> Feedback:
    """Compare a prediction such as {"r1c3": [1, 2]} with what domains lost between two boards."""
    if answer is ... or ... in answer.values():
        return not_done()
    lost = {str(cell): sorted(set(before[cell]) - set(after[cell])) for cell in before}
    said = {cell: sorted(values) for cell, values in answer.items()}
    for cell in sorted({*said, *lost}):
        expected = lost.get(cell, [])
        if said.get(cell, []) != expected:
            found = ", ".join(map(str, expected)) or "nothing"
            return Feedback("wrong", f"{cell} loses {found}: which neighbour says so?")
    return _right_values(lost)


def _right_values(gone: Mapping[str, list[int]]) -> Feedback:
    count = sum(map(len, gone.values()))
    what = "one value goes, and just this" if count == 1 else f"{count} values go, and just these"
    return Feedback("right", what)
