"""The search of the course, on a board of ours: counted, recorded, and shown by the stepper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from futoshiki_lab.core import Board, Constraint as Link, Look, Problem, Reason, Verb
from futoshiki_lab.core.verbs import Deduced
from futoshiki_lab.course.skeleton import CSP, CourseConstraint, CourseVariable, Event
from futoshiki_lab.trace import Trace, record

Rows = Sequence[Sequence[CourseVariable]]
Propagator = Callable[..., tuple[bool, list[tuple[CourseVariable, Any]]]]
ChooseVariable = Callable[[CSP], CourseVariable]
OrderValues = Callable[[CSP, CourseVariable], list[Any]]
ANOTHER = "let the file cspbase.py be the one line `from futoshiki_lab.course import *`"
NOT_REPORTED = "it was pruned before, and not reported: the search could not give it back"


def read_answer(answer: Any) -> tuple[bool, list[tuple[CourseVariable, Any]]]:
    """What a propagator returned; TypeError if it is something else than it must be."""
    try:
        status, pruned = answer
        pairs = [(var, value) for var, value in pruned]
    except (TypeError, ValueError):
        status, pairs = None, []
    if not isinstance(status, bool) or not all(isinstance(p[0], CourseVariable) for p in pairs):
        shape = "(True or False, [(Variable, value), ...])"
        raise TypeError(f"a propagator must return {shape}, not {answer!r}")
    return status, pairs


class CourseProblem(Problem):
    """The same problem as the other rooms see it; the variables of a constraint are neighbours."""

    def __init__(self, csp: CSP, rows: Rows = ()):
        self.stated = [*csp.cons]  # a student's lines may take from the other list
        links = {
            frozenset(pair): Link(*pair, one.name, lambda *_: True)
            for one in csp.cons
            for pair in combinations(dict.fromkeys(one.scope), 2)
        }
        places = {var: (x, y) for y, row in enumerate(rows) for x, var in enumerate(row)}
        domains = {var: var.dom for var in csp.vars}
        super().__init__(domains, links.values(), places=places, name=csp.name)

    def faults(self, solution: Any) -> Iterator[tuple[tuple[CourseVariable, ...], str]]:
        """The constraints that values for all variables violate, however many they join."""
        for one in self.stated:
            if not one.satisfied(solution.get):
                yield tuple(one.scope), f"{one} fails"


class Recording:
    """A look that calls a student's propagator, and the search that goes with it.

    While the propagator runs, variables and constraints tell what it does to them.
    """

    def __init__(self, csp: CSP, propagator: Propagator):
        self.csp, self.propagator = csp, propagator
        self.__name__ = getattr(propagator, "__name__", "propagator")

    def propagate(self, board: Board, *new: CourseVariable) -> bool:
        self.board, self.observer = board, board.observer
        self.failed: CourseConstraint | None = None  # the last one that did not hold
        told: list[Any] = [*self.csp.vars, *self.csp.cons]
        for one in told:
            one.run = self
        try:
            status, self.pruned = read_answer(self.propagator(self.csp, *new))
        finally:
            for one in told:
                one.run = None
        return status

    __call__ = begin_with = propagate  # at the setup there is no newVar

    def search(self, board: Board, look: Look, select: ChooseVariable, order: OrderValues) -> bool:
        if board.complete:
            return board.solution()
        var = select(self.csp)
        for value in order(self.csp, var):
            mark = board.assign(var, value)
            var.assign(value)
            status = look(board, var)
            pruned = self.pruned
            if status:
                board.accept(var)
                if self.search(board, look, select, order):
                    return True
            for other, gone in pruned:
                other.unprune_value(gone)
            var.unassign()
            board.restore(mark)
            for other in board.unassigned:
                for gone in board.domains[other]:
                    if not other.curdom[gone]:  # back on the board only
                        board.prune(other, gone, Reason("not reported", NOT_REPORTED, (other,)))
        board.backtrack(var)
        return False

    def check(self, one: CourseConstraint, tried: dict[CourseVariable, Any], holds: bool) -> Event:
        """Count a check; its event is about the first variable that the search has not assigned."""
        var = next((var for var in tried if var not in self.board.values), next(iter(tried)))
        if self.board.in_setup:
            self.board.counts.setup_checks += 1
        else:
            self.board.counts.checks += 1
        self.failed = self.failed if holds else one
        reason = _because(one, "holds" if holds else "fails")
        return Verb.CHECK, Deduced(var, reason), tried[var], 0

    def prune(self, var: CourseVariable, value: Any) -> Iterator[Event]:
        """Prune a value on the board, silently; what its events are."""
        where: Any = var
        board, failed = self.board, self.failed
        if var in board.values or value not in board.domains[var]:
            return
        if failed and var in failed.scope:
            where = Deduced(var, _because(failed, "has no support for it"))
        board.observer = None
        board.prune(var, value, getattr(where, "reason", None))
        board.observer = self.observer
        yield Verb.PRUNE, where, value, 0
        if not board.domains[var]:
            yield Verb.WIPE_OUT, where, board.puzzle.empty, 0


def _because(one: CourseConstraint, verdict: str) -> Reason:
    return Reason(one.name, f"{one} {verdict}", tuple(one.scope))


def record_propagator(
    csp: CSP,
    propagator: Propagator,
    var_ord: ChooseVariable | None = None,
    val_ord: OrderValues | None = None,
    *,
    rows: Rows = (),
    solutions: int | str = 1,
    node_limit: int | None = None,
) -> Trace:
    """Search as the course's `BT` does, and write down every event.

    Parameters
    ----------
    csp : the problem; its variables are unassigned, and all values given back, before and after.
    propagator : called as propagator(csp) once, then as propagator(csp, newVar) at each node.
    var_ord, val_ord : which variable next, and its values in which order; by default in order.
    rows : the variables as a model returns them, row by row: where each is drawn.
    solutions, node_limit : as in `record`.

    Returns
    -------
    A `Trace`. What the propagator prunes and does not report stays pruned, as in the course.

    Raises
    ------
    TypeError : `csp` was made with another `cspbase`, or the propagator returns something else than
        it must.
    """
    if not isinstance(csp, CSP):
        raise TypeError(f"{csp!r} is no CSP of futoshiki_lab.course: {ANOTHER}")
    csp.reset()
    run = Recording(csp, propagator)
    how: dict[str, Any] = {"solutions": solutions, "node_limit": node_limit, "search": run.search}
    how |= {"select": var_ord or in_order, "order": val_ord or as_listed}
    try:
        return record(CourseProblem(csp, rows), run, **how)
    finally:
        csp.reset()


def in_order(csp: CSP) -> CourseVariable:
    return csp.get_all_unasgn_vars()[0]


def as_listed(_: CSP, var: CourseVariable) -> list[Any]:
    return var.cur_domain()


class BT:
    """The course's search; after it, `trace` has the run, and the variables have the solution."""

    def __init__(self, csp: CSP):
        self.csp, self.nDecisions, self.nPrunings = csp, 0, 0

    def trace_on(self) -> None:
        """Do nothing: every search is recorded; see `trace`."""

    def bt_search(
        self,
        propagator: Propagator,
        var_ord: ChooseVariable | None = None,
        val_ord: OrderValues | None = None,
    ) -> bool:
        """Search for the first solution. Returns whether there is one."""
        self.trace = record_propagator(self.csp, propagator, var_ord, val_ord)
        counts = self.trace.counts
        found: Any = self.trace.run.solution
        self.nDecisions, self.nPrunings = counts.nodes, counts.prunes + counts.setup_prunes
        for var, value in (found or {}).items():
            var.assign(value)
        return found is not None
