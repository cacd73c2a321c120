"""Checks a problem that a student has stated: does it fit together, and is it the right one?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from futoshiki_lab.core import Constraint, Problem, Value, Variable
from futoshiki_lab.exercises.feedback import Feedback, not_done
from futoshiki_lab.support.phrases import listed


def check_problem(yours: object, like: Problem | None = None) -> Feedback:
    """Check a student's problem: its domains, its neighbours, both sides of each constraint.

    Parameters
    ----------
    yours : a `Problem`, or `...` where there is none yet.
    like : the problem that it should be; None for a problem of the student's own.
    """
    if yours is ...:
        return not_done()
    if not isinstance(yours, Problem):
        given = f"a {type(yours).__name__}: {yours!r:.60}"
        return Feedback("wrong", f"a Problem is expected, not {given}")
    faults = [*_one_sided(yours), *(_differences(yours, like) if like else ())]
    if faults:
        more = f" (and {len(faults) - 1} more)" * (len(faults) > 1)
        return Feedback("wrong", faults[0] + more)
    many = len([*yours.pairs])
    text = f"{len(yours.cells)} variables, {many} constraints, and both sides of each agree"
    return Feedback("right", text)


def _one_sided(problem: Problem) -> Iterator[str]:
    """The constraints that say one thing from one side and another from the other side."""
    for one in problem.pairs:
        back = problem.constraints[one.other][one.cell]
        for value, other in product(problem.domains[one.cell], problem.domains[one.other]):
            here, there = _asked(one, value, other), _asked(back, other, value)
            for said in (here, there):
                if said not in (True, False):
                    yield f"the constraint {one} says {said} of {value} and {other}: True or False?"
                    return
            if here != there:
                seen, blind = (one, back) if here else (back, one)
                yield (
                    f"the constraint between {one.cell} and {one.other} is not symmetric: for "
                    f"{one.cell} = {value} and {one.other} = {other} it holds as {seen.cell} sees "
                    f"it, and fails as {blind.cell} sees it. State it once, from one side"
                )
                break


def _asked(one: Constraint, value: Value, other: Value) -> object:
    """What a constraint says; in words, if it cannot."""
    try:
        return one.holds(value, other)
    except Exception as error:  # whatever a student's function raises
        return f"{type(error).__name__}: {error}"


def _differences(yours: Problem, right: Problem) -> Iterator[str]:
    """What is missing, what is too much, what is another constraint."""
    missing = [cell for cell in right.cells if cell not in yours.domains]
    if missing:
        yield f"the variable {missing[0]} is missing: there are {listed(right.cells)}"
        return
    for cell in yours.cells:
        if cell not in right.domains:
            yield f"{cell} is no variable here: there are {listed(right.cells)}"
            continue
        has, wants = yours.domains[cell], right.domains[cell]
        if {*has} != {*wants}:
            yield f"the domain of {cell} is {listed(has)}; it should be {listed(wants)}"
    for one in right.pairs:
        cell, other = one.cell, one.other
        if other not in yours.neighbours[cell]:
            yield f"{cell} and {other} are neighbours, but no constraint is between them"
        else:
            yield from _compared(yours.constraints[cell][other], one, right)
    for one in yours.pairs:
        if one.other not in right.neighbours.get(one.cell, (one.other,)):
            yield f"{one.cell} and {one.other} are no neighbours, but {one} is between them"


def _compared(yours: Constraint, right: Constraint, problem: Problem) -> Iterator[str]:
    cells: tuple[Variable, Variable] = (right.cell, right.other)
    for pair in product(*(problem.domains[cell] for cell in cells)):
        if bool(_asked(yours, *pair)) != right.holds(*pair):
            does = "forbids" if right.holds(*pair) else "lets"
            said = f"{cells[0]} = {pair[0]} and {cells[1]} = {pair[1]}"
            through = " through" * (does == "lets")
            yield f"the constraint {yours} {does} {said}{through}; it should not"
            return
