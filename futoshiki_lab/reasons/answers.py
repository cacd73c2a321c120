"""Answers for the browser: facts about solutions, hints, why a value or a branch cannot stand.

A kernel gives them when it is asked, and a page without a kernel carries them all. They are plain
data, with cells numbered from 0 in reading order; marks.js lights what a reason names.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from futoshiki_lab.core import MAX_SIZE, Cell, Problem, Puzzle, Sign, Verb
from futoshiki_lab.core.puzzle import Rows, grid_of
from futoshiki_lab.reasons import Explanation, Hint, grade, hint, walkthrough, why
from futoshiki_lab.reasons.chain import prove
from futoshiki_lab.reasons.facts import Entry, Fact, Left, Line
from futoshiki_lab.reasons.shape import rows_of
from futoshiki_lab.solving import solve
from futoshiki_lab.support.progress import with_bar
from futoshiki_lab.trace.recorder import Recorder
from futoshiki_lab.trace.replay import Node, Replay

NODE_LIMIT = 5_000  # of the search for solutions; a 9x9 needs a few hundred nodes
ASKED = 1_000  # the effort of a kernel that is asked for one reason
LARGEST = 12  # one reason on a 16x16 can take a minute, in which the kernel hears nothing else
# What a page carries, so that it is written in ten seconds or so:
WALKED = 10  # the largest size with hints; others would take minutes
REASONED = 7  # the largest size with reasons
EFFORT = 100  # of each reason
NODES = 10_000  # the most nodes of a run, times cells (400 nodes on a 5x5)


# -- what a kernel is asked ------------------------------------------------------------------------


@lru_cache(maxsize=16)
def facts(puzzle: Puzzle) -> dict[str, Any]:
    """What is known about a puzzle's solutions.

    Returns
    -------
    "solutions": 0, 1, 2 for several, None if the search stopped at its limit; "solution": the n²
    values of one, or None; "level": as `grade` says it, "" for boards that take it long.
    """
    run = solve(puzzle, "gac", "dom_wdeg", solutions=2, node_limit=NODE_LIMIT)
    cut_off = run.outcome in ("limit", "interrupted") and len(run.solutions) < 2
    return {
        "solutions": None if cut_off else len(run.solutions),
        "solution": list(chain(*run.solution)) if run.solution else None,
        "level": "" if cut_off or puzzle.size > WALKED else grade(puzzle).level,
    }


def next_hint(
    puzzle: Puzzle, values: Sequence[int], marks: Iterable[tuple[int, Sequence[int]]]
) -> dict[str, Any]:
    """The easiest next step, given the entries and the notes.

    Parameters
    ----------
    values : the n² values on the board, 0 for none.
    marks : cells with notes, each with the values that the notes leave.
    """
    rows, cells = rows_of(values, puzzle.size), puzzle.cells
    return pack_hint(puzzle, hint(puzzle, rows, {cells[at]: left for at, left in marks}))


def why_not(puzzle: Puzzle, number: int | None, value: int, values: Rows) -> dict[str, Any]:
    """Why a player cannot enter a value in a cell.

    If it can stand, the answer says only that, and shows no solution.

    Parameters
    ----------
    number : the cell; None: why the puzzle has no solution.

    Raises
    ------
    ValueError : the board is too large.
    """
    _refuse_large(puzzle)
    if number is None:
        return pack_reason(why(puzzle))
    found = why(puzzle, puzzle.cells[number], value, values)
    return _can_stand(found) if found.solution and not found.wrong else pack_reason(found)


def why_failed(puzzle: Puzzle, path: Iterable[Node], effort: int = ASKED) -> dict[str, Any]:
    """Why the values on the way to a node leave no solution; or that they leave one.

    "since" has a sentence about the node above where all that is needed stood already, and its
    step.

    Raises
    ------
    ValueError : the board is too large.
    """
    _refuse_large(puzzle)
    tried = [node for node in path if node.cell]
    values = {**puzzle.givens, **{node.cell: node.value for node in tried}}
    found = _why_none(Puzzle(grid_of(values, puzzle.size), puzzle.signs), effort)
    if tried and found.solution:  # who was to blame for the search is said before it
        stands = "But nothing rules these values out: the puzzle has a solution with them."
        return pack_reason(found, stands)
    needed = [node for node in tried if (node.cell, node.value) in found.entries]
    if not needed or needed[-1] is tried[-1]:
        return pack_reason(found)
    node = needed[-1]
    where = f"step {node.first:,}, node {node.number:,}"
    since = f"It was so from {node.cell} = {node.value} on: {where}.", node.first
    return {"since": since} | why_failed(puzzle, tried[: tried.index(node) + 1], effort)


def _refuse_large(puzzle: Puzzle) -> None:
    if puzzle.size > LARGEST:
        raise ValueError(f"on a board larger than {LARGEST}x{LARGEST} this can take very long")


@lru_cache(maxsize=1_000)
def _why_none(puzzle: Puzzle, effort: int) -> Explanation:
    return why(puzzle, effort=effort)


def pack_hint(puzzle: Puzzle, found: Hint) -> dict[str, Any]:
    """A hint as the browser reads it."""
    number = puzzle.cells.index
    return {
        "where": found.where,
        "rule": found.rule,
        "why": found.why,
        "cells": [number(cell) for cell in found.cells],
        "places": [(number(cell), value) for cell, value in found.places.items()],
        "removes": [(number(cell), list(gone)) for cell, gone in found.removes.items()],
        "wrong": None if found.wrong is None else number(found.wrong),
        "reason": pack_reason(found.reason) if found.reason else None,
    }


def pack_reason(found: Explanation, text: str | None = None) -> dict[str, Any]:
    """A reason as the browser reads it; `text` takes the place of its sentence."""
    number, facts, n = found.puzzle.cells.index, found.shown_facts, found.puzzle.size
    lines = [fact.cells(n) for fact in facts if isinstance(fact, Line)]
    return {
        "text": text or found.text,
        "can": found.solution is not None,
        "short": found.short,
        "cell": -1 if found.cell is None else number(found.cell),
        "value": found.value,
        "entries": [(number(fact.cell), fact.value) for fact in facts if isinstance(fact, Entry)],
        "marks": [number(fact.cell) for fact in facts if isinstance(fact, Left)],
        "signs": [tuple(map(number, fact)) for fact in facts if isinstance(fact, Sign)],
        "lines": [(number(line[0]), number(line[-1])) for line in lines],
        "wrong": [number(entry.cell) for entry in found.wrong],
    }


def _can_stand(found: Explanation) -> dict[str, Any]:
    return pack_reason(found, f"{found.cell} can still be {found.value}.")


# -- what a page without a kernel carries ----------------------------------------------------------


@lru_cache(maxsize=16)
def carried(puzzle: Puzzle) -> bytes:
    """All answers of a game in advance, as JSON; shelf.js reads it.

    A page has hints for puzzles with one solution up to 10x10, and up to 7x7 reasons against every
    wrong value. For larger ones it says of a wrong entry only that it is wrong.
    """
    known = facts(puzzle)
    size = puzzle.size if known["solutions"] == 1 else MAX_SIZE
    steps = walkthrough(puzzle) if size <= WALKED else ()
    answers = {"facts": known, "walkthrough": [pack_hint(puzzle, step) for step in steps]}
    if size <= REASONED:
        answers["reasons"] = carried_reasons(puzzle, known["solution"], steps)
    elif known["solutions"] == 0 and puzzle.size <= REASONED:
        answers["none"] = why_not(puzzle, None, 0, puzzle.grid)
    return json.dumps(answers).encode()


def carried_reasons(
    puzzle: Puzzle, solution: Sequence[int], walkthrough: Iterable[Hint]
) -> dict[str, list[dict[str, Any]]]:
    """For every value of every empty cell its reasons, by "cell value", the cheapest first.

    A reason holds as soon as its entries stand on the board. One needs the givens alone. If it is
    not short, another one needs what a player who follows the walkthrough has entered before this
    cell, and some each need one value of the solution, with which the wrong one breaks a rule. For
    the right value it is said that the cell can have it.
    """
    entered = _entered_before(puzzle, walkthrough)
    reasons: dict[str, list[dict[str, Any]]] = {}
    for number, cell in enumerate(with_bar(puzzle.cells, " cells")):
        for value in [] if puzzle[cell] else puzzle.values:
            if value == solution[number]:
                right = Explanation(puzzle, cell, value, solution=rows_of(solution, puzzle.size))
                reasons[f"{number} {value}"] = [_can_stand(right)]
            else:
                found = _against(puzzle, cell, value, entered[cell], solution)
                reasons[f"{number} {value}"] = [pack_reason(one) for one in found]
    return reasons


def _against(
    puzzle: Puzzle, cell: Cell, value: int, entered: Rows, solution: Sequence[int]
) -> Iterable[Explanation]:
    """The reasons against a wrong value, the cheapest first."""
    found = [why(puzzle, cell, value, effort=0)]
    if found[0].cost > 3:  # no more than a value in the same line, say
        found.append(why(puzzle, cell, value, entered, effort=EFFORT))
        found += _broken_rules(puzzle, cell, value, solution)
    return {one.facts: one for one in sorted(found, key=lambda one: one.cost)}.values()


def _entered_before(puzzle: Puzzle, walkthrough: Iterable[Hint]) -> dict[Cell, Rows]:
    """For each empty cell, the rows as they are when a walkthrough fills it."""
    rows = [list(row) for row in puzzle.grid]
    before: dict[Cell, Rows] = {}
    for step in walkthrough:
        now = [list(row) for row in rows]
        for cell, value in step.places.items():
            before[cell] = now
            rows[cell.row][cell.column] = value
    return before


def _broken_rules(
    puzzle: Puzzle, cell: Cell, value: int, solution: Sequence[int]
) -> Iterator[Explanation]:
    """The rules that a value breaks with one value of the solution; no search is needed."""
    for other, constraint in puzzle.constraints[cell].items():
        stands = solution[puzzle.cells.index(other)]
        if puzzle[other] or constraint.holds(value, stands):
            continue
        pairs = (Sign(cell, other), Sign(other, cell))
        rule: Fact = Line("row", cell.row) if cell.row == other.row else Line("column", cell.column)
        rule = next((sign for sign in pairs if sign in puzzle.signs), rule)
        broken = Entry(other, stands), rule
        proof = prove(puzzle.size, broken, cell, value)
        yield Explanation(puzzle, cell, value, broken, chain=proof)


def carried_failures(puzzle: Problem, events: Recorder, outcome: str) -> dict[int, dict[str, Any]]:
    """For each node of a run that came to nothing its reason; none for a large run."""
    size, nodes = len(puzzle.values), events.verbs.count(Verb.ASSIGN)
    if not isinstance(puzzle, Puzzle) or size > REASONED or nodes * size**2 > NODES:
        return {}
    tree = Replay(puzzle, events).tree
    # The root, and the nodes that were taken back with no solution at them or below.
    failed = [0] * (outcome == "unsatisfiable")
    failed += [node.number for node in tree if node.last and not tree.holds_solution[node.number]]
    bar = with_bar(failed, " nodes")
    return {number: why_failed(puzzle, tree.path(number), EFFORT) for number in bar}
