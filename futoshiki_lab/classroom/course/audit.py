"""Names the mistakes of a student's propagator or ordering: every call of a search is audited."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from inspect import signature
from itertools import chain, product
from math import prod
from operator import gt, lt
from typing import Any

from futoshiki_lab.classroom.course.skeleton import (
    CSP,
    CourseConstraint,
    CourseVariable,
    Propagator,
    read_answer,
    record_propagator,
)
from futoshiki_lab.classroom.tutor.feedback import Feedback, not_done
from futoshiki_lab.classroom.tutor.guard import call, in_short
from futoshiki_lab.classroom.tutor.memory import REMEMBERS, Memory
from futoshiki_lab.classroom.tutor.tutor import OTHER_COST
from futoshiki_lab.core.errors import unknown

NODES_EACH = 200  # of each search
PROPAGATORS = ("GAC", "FC", "BT")
MOST_TRIED = 20_000  # assignments of all variables, to know all solutions
TAKEN = (
    "it takes constraints out of the list that get_all_cons() returns, so the next call does not "
    "find them: work on a copy, `list(csp.get_all_cons())`"
)
NO_KIND = (
    "the name says neither BT, FC nor GAC, so the check was only whether it loses a solution or "
    'accepts a wrong one; with kind="GAC" it is compared with what GAC prunes'
)
Stated = tuple[str, Callable[..., bool]]  # the letters of a scope, and what holds of the values
Because = dict[tuple[CourseVariable, Any], CourseConstraint]  # what is pruned, and why


class WrongCall(Exception):
    """A mistake of the function that is checked, in words."""


class NotWritten(Exception):
    """The dots, or what stands for them, are still there."""


def check_propagator(
    propagator: Propagator, csp: CSP | None = None, kind: str | None = None
) -> Feedback:
    """Search small problems with a student's propagator, and name its first mistake.

    Parameters
    ----------
    csp : a problem on which to try it, too.
    kind : "BT", "FC" or "GAC": what it should prune; by default the one that is in its name. Any
        other is checked for what holds of every propagator: it loses no solution, and accepts
        nothing that is none.
    """
    name = getattr(propagator, "__name__", "").upper()
    if kind not in (None, *PROPAGATORS):
        raise ValueError(unknown("kind of propagator", kind, PROPAGATORS))
    kind = kind or next((kind for kind in PROPAGATORS if kind in name), "")
    taken = set[CourseConstraint]()

    def audited(asked: Propagator, csp: CSP, *new: CourseVariable) -> Any:
        before = _Call(csp, new)
        answer = _ask(asked, csp, *new)
        before.audit(kind, answer)
        taken.update(one for one in csp.stated if one not in csp.cons)
        return answer

    feedback = _judge(propagator, lambda asked: _search_with(csp, partial(audited, asked)))
    if feedback and taken:
        where = f"{feedback.where}, but {TAKEN}"
        return replace(feedback, verdict="another cost", where=where, share=OTHER_COST)
    if feedback and not kind:
        return replace(feedback, where=f"{feedback.where}; {NO_KIND}")
    return feedback


def check_ordering(ordering: Callable[..., Any], csp: CSP | None = None) -> Feedback:
    """The same for an ordering: `ord_...(csp)` of variables, or `val_...(csp, var)` of values.

    If "mrv" is in its name, it must choose a variable with the fewest values left.
    """
    name = getattr(ordering, "__name__", "").lower()
    of_values = name.startswith("val") or _takes_two(ordering)

    def audited(asked: Callable[..., Any], csp: CSP, *var: CourseVariable) -> Any:
        before, free = _Call(csp, ()), csp.get_all_unasgn_vars()
        answer = _ask(asked, csp, *var)
        for text in before.changes():
            raise WrongCall(text)
        if before.gone:
            raise WrongCall("it leaves values pruned that were there before")
        missing = ": is a return missing?" if answer is None else ""
        if not var and not any(answer is one for one in free):
            told = missing or ", which is not an unassigned variable"
            raise WrongCall(f"it returns {in_short(answer)}{told}")
        if not var and "mrv" in name and answer.cur_domain_size() > min(map(_size, free)):
            raise WrongCall(f"it returns {answer}, and another variable has fewer values left")
        for one in var:
            values = _ask(list, answer) if isinstance(answer, Iterable) else []
            if sorted(map(repr, values)) != sorted(map(repr, before.left[one])):
                told = missing or f": a list of {before.left[one]} in any order is expected"
                raise WrongCall(f"of {one} it returns {in_short(values or answer)}{told}")
            answer = values
        return answer

    def search(asked: Callable[..., Any]) -> Feedback:
        def one(csp: CSP, *var: CourseVariable) -> Any:
            return audited(asked, csp, *var)

        return _search_with(csp, _forward_check, *((None, one) if of_values else (one,)))

    return _judge(ordering, search)


def _judge(yours: Callable[..., Any], search: Callable[[Callable[..., Any]], Feedback]) -> Feedback:
    """What searches with a function show; whether it is right where it remembers nothing."""
    memory = Memory(yours)
    try:
        feedback = search(yours)
        if feedback.verdict == "wrong" and search(memory.forgets(yours)):
            return replace(feedback, said=REMEMBERS.replace("board", "problem"))
        return feedback
    finally:
        memory.forget()


def _takes_two(ordering: Callable[..., Any]) -> bool:
    try:
        signature(ordering).bind(None, None)
    except (TypeError, ValueError):
        return False
    return True


def _ask(function: Callable[..., Any], *arguments: Any) -> Any:
    """What a student's function answers; WrongCall if it comes to no end."""
    outcome = call(function, *arguments)
    if outcome.unfinished:
        raise NotWritten
    if outcome.trouble:
        raise WrongCall(outcome.trouble)
    return outcome.returned


def _search_with(csp: CSP | None, propagator: Propagator, *orderings: Any) -> Feedback:
    problems = [_problem(name, *stated) for name, stated in SAMPLES.items()]
    problems += [csp] if csp else []
    nodes = 0
    for problem in problems:
        try:
            run = record_propagator(problem, propagator, *orderings, node_limit=NODES_EACH).run
        except WrongCall as mistake:
            return Feedback("wrong", f"on {problem.name}: {mistake}")
        except NotWritten:
            return not_done("write the body of the function")
        if run.outcome == "interrupted":
            raise KeyboardInterrupt
        nodes += run.counts.nodes
    return Feedback("right", f"no mistake on {len(problems)} problems with {nodes} nodes")


class _Call:
    """The problem as a call of a student's function finds it, and what the call then changes."""

    def __init__(self, csp: CSP, new: tuple[CourseVariable, ...]):
        self.csp, self.new, self.cons = csp, new, csp.stated
        self.left = {var: var.cur_domain() for var in csp.vars}
        self.flags = {var: [*var.curdom] for var in csp.vars}
        self.assigned = {var: var.get_assigned_value() for var in csp.vars}

    @property
    def gone(self) -> list[tuple[CourseVariable, Any]]:
        """What has been pruned since."""
        return [(var, x) for var, left in self.left.items() for x in left if not var.is_left(x)]

    def audit(self, kind: str, answer: Any) -> None:
        """Raise the first mistake of a call of a propagator, which gave this answer."""
        try:
            status, pairs = read_answer(answer)
        except TypeError as error:
            raise WrongCall(error) from None
        losses = self.differences(kind, status) if kind else self.losses(status)
        for text in chain(self.changes(), self.mistakes(status, pairs), losses):
            raise WrongCall(f"{text} (called with newVar={[*self.new, None][0]})")

    def changes(self) -> Iterator[str]:
        """What only the search does."""
        for var, value in self.assigned.items():
            if var.get_assigned_value() != value:
                did = "unassigns" if var.get_assigned_value() is None else "assigns"
                yield f"it {did} {var}, and leaves it so: only the search does that"
        for var, flags in self.flags.items():
            if not len(var.dom) == len(var.curdom) == len(flags):
                yield f"it changes the domain of {var} by hand: use prune_value"
                return
            for value, was, left in zip(var.dom, flags, var.curdom, strict=True):
                if left and not was:
                    yield f"it gives {value} back to {var}: only the search does that"

    def mistakes(self, status: bool, pairs: list[tuple[CourseVariable, Any]]) -> Iterator[str]:
        """What no propagator may do."""
        for (var, value), times in Counter(pairs).items():
            if (var, value) not in self.gone:
                was = "is still there" if value in self.left[var] else "had been pruned before"
                yield f"it reports {value} of {var}, which {was}: it is given back too early"
            if times > 1:
                yield f"it reports {value} of {var} twice"
        for var, value in self.gone:
            if (var, value) not in pairs:
                also = "" if status else ", as it fails"
                yield f"it does not report that it pruned {value} from {var}{also}: it stays pruned"
        for var in self.csp.vars if status else ():
            if not _size(var):
                yield f"it returns True at a wipe-out: {var} has no value left"

    def losses(self, status: bool) -> Iterator[str]:
        """Where a propagator loses a solution, or accepts what is none."""
        full = (one for one in self.cons if one.get_n_unasgn() == 0)
        for one in full if status else ():
            if not one.satisfied(CourseVariable.get_assigned_value):
                yield f"it returns True, though {one} is violated"
        for solution in _solutions(self.csp):
            if all(solution[var] == x for var, x in self.assigned.items() if x is not None):
                told = ", ".join(f"{var} = {value}" for var, value in solution.items())
                if not status:
                    yield f"it returns False, though {told} is a solution"
                for var, value in self.gone:
                    if solution[var] == value:
                        yield f"it prunes {value} from {var}, though {told} is a solution"

    def differences(self, kind: str, status: bool) -> Iterator[str]:
        """Where a propagator does not do what its kind should do."""
        every = [one for one in self.cons if len(one.scope) == 1]
        if self.new:
            every = [one for one in self.cons if self.new[0] in one.scope]
        must, may = self.forward(every), self.forward(self.cons)
        if kind == "GAC":
            must = may = self.close()
        elif kind == "BT":
            must = may = {}
        full = (one for one in every if one.get_n_unasgn() == 0)
        broken = [one for one in full if not one.satisfied(CourseVariable.get_assigned_value)]
        for var, value in self.gone:
            if (var, value) not in may:
                yield f"it prunes {value} from {var}, which {kind} does not do here"
        for (var, value), one in must.items() if status else ():
            if (var, value) not in self.gone:
                yield f"it leaves {value} in {var}, for which {one} has no support"
        if kind == "BT" and status and broken:
            yield f"it returns True, though {broken[0]} is violated"
        if not status and not broken and all(map(_size, self.csp.vars)):
            yield "it returns False, though no domain is empty and no constraint violated"

    def forward(self, cons: Iterable[CourseConstraint]) -> Because:
        """What forward checking prunes: constraints with one unassigned variable left."""
        single = [one for one in cons if one.get_n_unasgn() == 1]
        return {pair: one for one in single for pair in self.lost(one, *one.get_unasgn_vars())}

    def close(self) -> Because:
        """What generalised arc consistency prunes."""
        before, gone, size = {**self.left}, Because(), -1
        while size < len(gone):
            size = len(gone)
            for one in self.cons:
                for var in one.scope:
                    gone |= dict.fromkeys(self.lost(one, var), one)
                    self.left[var] = [x for x in self.left[var] if (var, x) not in gone]
        self.left = before
        return gone

    def lost(self, one: CourseConstraint, var: CourseVariable) -> list[tuple[CourseVariable, Any]]:
        """The values of a variable for which a constraint has no support."""
        return [(var, x) for x in self.left[var] if not one.supports(var, x, self.is_left)]

    def is_left(self, var: CourseVariable, value: Any) -> bool:
        return value in self.left[var]


def _forward_check(csp: CSP, *new: CourseVariable) -> tuple[bool, list[tuple[CourseVariable, Any]]]:
    pruned = [*_Call(csp, new).forward(csp.get_cons_with_var(*new) if new else csp.cons)]
    for var, value in pruned:
        var.prune_value(value)
    return all(map(_size, csp.vars)), pruned


@lru_cache(maxsize=8)
def _solutions(csp: CSP) -> list[dict[CourseVariable, Any]]:
    """All solutions of a problem that is small enough to try everything; else none."""
    if prod(map(len, (var.dom for var in csp.vars))) > MOST_TRIED:
        return []
    tried = product(*(var.dom for var in csp.vars))
    each = (dict(zip(csp.vars, values, strict=True)) for values in tried)
    return [one for one in each if all(c.satisfied(one.get) for c in csp.stated)]


def _size(var: CourseVariable) -> int:
    return var.cur_domain_size()


def _all_different(*scopes: str) -> list[Stated]:
    return [(scope, lambda *values: len({*values}) == len(values)) for scope in scopes]


# Small problems: constraints of one, two and more variables; one without a solution.
ORDER: list[Stated] = [("AB", lt), ("BC", lt), ("B", lambda value: value != 3)]
SQUARE = _all_different("ABC", "DEF", "GHI", "ADG", "BEH", "CFI")
SAMPLES: dict[str, tuple[int, list[Stated]]] = {
    "an order of three": (4, [*_all_different("ABC"), *ORDER]),
    "four in three holes": (3, _all_different("AB", "AC", "AD", "BC", "BD", "CD")),
    "a square of nine": (3, [*SQUARE, ("AB", gt)]),
}


def _problem(name: str, most: int, stated: list[Stated]) -> CSP:
    values = range(1, most + 1)
    variables = {x: CourseVariable(x, values) for x in sorted({*"".join(s for s, _ in stated)})}
    csp = CSP(name, variables.values())
    for scope, holds in stated:
        one = CourseConstraint(f"constraint {len(csp.cons) + 1}", [variables[x] for x in scope])
        tuples = product(values, repeat=len(scope))
        one.add_satisfying_tuples(some for some in tuples if holds(*some))
        csp.add_constraint(one)
    return csp
