"""The data of other problems than puzzles for the browser."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from futoshiki_lab.core import MAX_SIZE, Group, Problem, Value, Variable
from futoshiki_lab.draw.places import places_of
from futoshiki_lab.draw.problem_marks import short_forms


def pack_other(problem: Problem, words: Sequence[Value]) -> dict[str, Any]:
    """The data of a problem; its values are numbered, from 1, as `words` are.

    ValueError is raised for a problem with more than 32 values.
    """
    if len(problem.values) > MAX_SIZE:
        raise ValueError(f"a board shows up to {MAX_SIZE} values, not {len(problem.values)}")
    number = {cell: at for at, cell in enumerate(problem.cells)}
    pairs, rules = [], dict[tuple[Any, ...], int]()
    for one in chain.from_iterable(others.values() for others in problem.constraints.values()):
        known = one.relation, one.turned, one.holds
        pairs.append((number[one.cell], number[one.other], rules.setdefault(known, len(rules))))
    places = places_of(problem, problem.view)
    strip = [len(problem.values)] * (problem.view == "chess")
    own = {
        "unit": problem.unit,
        "view": problem.view,
        "names": [str(cell) for cell in problem.cells],
        "words": [str(value) for value in words],
        "marks": [*short_forms(problem.values).values()],
        "span": max(4, *(at + 1 for at in chain(*places.values())), *strip),
        "domains": [mask_of(problem, problem.domains[cell]) for cell in problem.cells],
        "places": [places[cell] for cell in problem.cells],
        "ring": [*places_of(problem, "graph").values()],
        "boxes": [box for group in problem.groups if (box := _box(places, group))],
        "pairs": pairs,
        "rules": [(*known[:2], _going(problem, known[2])) for known in rules],
    }
    given = (problem.domains[cell] if cell in problem.givens else () for cell in problem.cells)
    givens = [mask_of(problem, values).bit_length() for values in given]
    key = hashlib.sha256(repr((own, givens)).encode()).hexdigest()[:16]
    plain = {"n": len(problem.values), "grid": [givens], "signs": [], "key": key}
    return {"name": problem.label, **plain, "problem": own}


def mask_of(problem: Problem, values: Iterable[Value]) -> int:
    """Values as bits: the first value of the problem is the lowest one."""
    return sum(1 << problem.values.index(value) for value in {*values} - {problem.empty})


def _going(problem: Problem, holds: Callable[[Any, Any], bool]) -> list[int]:
    """For each value those that go with it."""

    def goes(value: Value, other: Value) -> bool:
        try:
            return holds(value, other)
        except Exception:  # a constraint need not know values that its variables do not have
            return False

    values = problem.values
    return [mask_of(problem, [other for other in values if goes(v, other)]) for v in values]


def _box(places: Mapping[Variable, tuple[float, float]], group: Group) -> tuple[float, ...] | None:
    """Where a group fills a rectangle that is no line: its left, top, width and height."""
    xs, ys = ({places[cell][axis] for cell in group} for axis in (0, 1))
    fills = min(len(xs), len(ys)) > 1 and len(xs) * len(ys) == len(group)
    return (min(xs), min(ys), len(xs), len(ys)) if fills else None
