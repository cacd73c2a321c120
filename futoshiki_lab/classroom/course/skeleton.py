"""What the course hands out: variables, constraints of any number of variables, problems, search.

The names are the course's, also those of attributes. The search runs on a board of ours: counted,
recorded, and shown by the stepper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import wraps
from itertools import combinations
from time import process_time
from typing import Any, cast

from futoshiki_lab.classroom.course.watching import Event, Watch
from futoshiki_lab.core import Board, Constraint as Link, Look, Order, Problem, Reason, Select, Verb
from futoshiki_lab.core.verbs import Deduced
from futoshiki_lab.trace import Trace, record

Propagator = Callable[..., tuple[bool, list[tuple["CourseVariable", Any]]]]
ChooseVariable = Callable[["CSP"], "CourseVariable"]
OrderValues = Callable[["CSP", "CourseVariable"], list[Any]]
SHAPE = "(True or False, [(Variable, value), ...])"
ANOTHER = "let the file cspbase.py be the one line `from futoshiki_lab.classroom.course import *`"
NOT_REPORTED = "it was pruned before, and not reported: the search could not give it back"


class CourseVariable:
    """A variable with a permanent domain, of which values are pruned and given back.

    Parameters
    ----------
    name : of any kind; it is shown as text.
    domain : its values, in order.
    """

    def __init__(self, name: object, domain: Iterable[Any] = ()):
        self.name, self.dom = name, list(domain)
        self.curdom = [True] * len(self.dom)  # whether each value is left, by its position
        self.assignedValue: Any = None
        self.run: Any = None  # the `Recording` that is told what happens

    def add_domain_values(self, values: Iterable[Any]) -> None:
        self.dom += values
        self.curdom += [True] * (len(self.dom) - len(self.curdom))

    def domain(self) -> list[Any]:
        return list(self.dom)

    def domain_size(self) -> int:
        return len(self.dom)

    def value_index(self, value: Any) -> int:
        return self.dom.index(value)

    def cur_domain(self) -> list[Any]:
        """The values left; of an assigned variable only its value."""
        if self.is_assigned():
            return [self.assignedValue]
        return [value for value, left in zip(self.dom, self.curdom, strict=True) if left]

    def cur_domain_size(self) -> int:
        return len(self.cur_domain())

    def in_cur_domain(self, value: Any) -> bool:
        if self.is_assigned():
            return bool(value in self.dom and value == self.assignedValue)
        return self.is_left(value)

    def is_left(self, value: Any) -> bool:
        """Whether a value has not been pruned, assigned or not."""
        return value in self.dom and self.curdom[self.value_index(value)]

    def prune_value(self, value: Any) -> None:
        self.curdom[self.value_index(value)] = False
        for event in self.run.prune(self, value) if self.run else ():
            self.run.tell(*event)  # called here: two frames up is the student's line

    def unprune_value(self, value: Any) -> None:
        self.curdom[self.value_index(value)] = True

    def restore_curdom(self) -> None:
        self.curdom[:] = [True] * len(self.dom)

    def is_assigned(self) -> bool:
        return self.assignedValue is not None

    def assign(self, value: Any) -> None:
        """Assign a value that is left; any other leaves the variable as it is."""
        if self.is_assigned() or not self.in_cur_domain(value):
            print(f"ERROR: {self} is assigned already, or {value} is not in its domain")
            return
        self.assignedValue = value

    def unassign(self) -> None:
        if not self.is_assigned():
            print(f"ERROR: {self} is not assigned yet")
        self.assignedValue = None

    def get_assigned_value(self) -> Any:
        return self.assignedValue

    def __repr__(self) -> str:
        return str(self.name)


class CourseConstraint:
    """A constraint on any number of variables, stated by the tuples of values that satisfy it."""

    def __init__(self, name: str, scope: Iterable[CourseVariable]):
        self.name, self.scope = name, list(scope)
        self.sat_tuples: dict[tuple[Any, ...], bool] = {}
        self.sup_tuples: dict[tuple[CourseVariable, Any], list[tuple[Any, ...]]] = {}
        self.run: Any = None

    def add_satisfying_tuples(self, tuples: Iterable[Sequence[Any]]) -> None:
        for one in map(tuple, tuples):
            self.sat_tuples[one] = True
            for at, value in enumerate(one):
                self.sup_tuples.setdefault((self.scope[at], value), []).append(one)

    def get_scope(self) -> list[CourseVariable]:
        return list(self.scope)

    def get_unasgn_vars(self) -> list[CourseVariable]:
        return [var for var in self.scope if not var.is_assigned()]

    def get_n_unasgn(self) -> int:
        return len(self.get_unasgn_vars())

    def check(self, vals: Sequence[Any]) -> bool:
        """Whether values, one for each variable of the scope, satisfy it."""
        holds = tuple(vals) in self.sat_tuples
        if self.run:
            tried = dict(zip(self.scope, vals, strict=False))
            self.run.tell(*self.run.check(self, tried, holds))
        return holds

    def has_support(self, var: CourseVariable, val: Any) -> bool:
        """Whether a satisfying tuple has this value, and all of its values are left."""
        holds = self.supports(var, val, CourseVariable.in_cur_domain)
        if self.run:
            self.run.tell(*self.run.check(self, {var: val}, holds))
        return holds

    def supports(self, var: CourseVariable, val: Any, is_left: Callable[..., bool]) -> bool:
        """The same, by what is_left(variable, value) says; not counted."""
        having = self.sup_tuples.get((var, val), ())
        return any(all(map(is_left, self.scope, one)) for one in having)

    def satisfied(self, value_of: Callable[[CourseVariable], Any]) -> bool:
        """Whether these values of its variables satisfy it; not counted."""
        return tuple(map(value_of, self.scope)) in self.sat_tuples

    check_tuple, check_var_val = check, has_support  # what later years call them
    get_num_unassigned_vars, get_unassigned_vars = get_n_unasgn, get_unasgn_vars

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.scope))})"


class CSP:
    """Variables and the constraints between them."""

    def __init__(self, name: str, vars: Iterable[CourseVariable] = ()):
        self.name, self.cons = name, list[CourseConstraint]()
        self.stated = list[CourseConstraint]()  # a student's lines may take from the other list
        self.vars = list[CourseVariable]()
        self.vars_to_cons: dict[CourseVariable, list[CourseConstraint]] = {}
        for var in vars:
            self.add_var(var)

    def add_var(self, v: CourseVariable) -> None:
        if v not in self.vars_to_cons:
            self.vars.append(v)
            self.vars_to_cons[v] = []

    def add_constraint(self, c: CourseConstraint) -> None:
        strangers = [var for var in c.scope if var not in self.vars_to_cons]
        if strangers:
            raise ValueError(f"{c} has variables that are not in {self.name}: {strangers}")
        for var in c.scope:
            self.vars_to_cons[var].append(c)
        self.cons.append(c)
        self.stated.append(c)

    def reset(self) -> None:
        """Unassign all variables, and give all their values back."""
        for var in self.vars:
            var.assignedValue = None
            var.restore_curdom()

    def get_all_vars(self) -> list[CourseVariable]:
        return list(self.vars)

    def get_all_unasgn_vars(self) -> list[CourseVariable]:
        return [var for var in self.vars if not var.is_assigned()]

    def get_all_cons(self) -> list[CourseConstraint]:
        """Its own list, as in the course: what is taken from it is missing afterwards."""
        return self.cons

    def get_cons_with_var(self, var: CourseVariable) -> list[CourseConstraint]:
        """A new list: it has all constraints, whatever was taken from the other one."""
        return list(self.vars_to_cons[var])

    def print_all(self) -> None:
        print("CSP", self.name, "Variables =", self.vars, "Constraints =", self.cons)

    def print_soln(self) -> None:
        print("CSP", self.name, *(f"{var} = {var.get_assigned_value()}" for var in self.vars))


def read_answer(answer: Any) -> tuple[bool, list[tuple[CourseVariable, Any]]]:
    """What a propagator returned; TypeError if it is something else than it must be."""
    with suppress(TypeError, ValueError):
        status, pruned = answer
        pairs = [(var, value) for var, value in pruned]
        if isinstance(status, bool) and all(isinstance(p[0], CourseVariable) for p in pairs):
            return status, pairs
    raise TypeError(f"a propagator must return {SHAPE}, not {answer!r}")


class CourseProblem(Problem):
    """The same problem as the other rooms see it; the variables of a constraint are neighbours."""

    def __init__(self, csp: CSP, rows: Sequence[Sequence[CourseVariable]] = ()):
        self.stated = csp.stated
        links = {
            frozenset(pair): Link(*pair, one.name, lambda *_: True)
            for one in csp.stated
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


class Recording(Watch):
    """A look that calls a propagator, and is told of it by variables; and a search with it."""

    def __init__(self, csp: CSP, propagator: Propagator, order: OrderValues):
        self.csp, self.propagator, self.order = csp, propagator, order
        self.returned = 0  # how many values the propagator said that it pruned
        self.unasgn_vars = list(csp.vars)  # in the course's order: a variable comes back at the end
        self.__name__ = getattr(propagator, "__name__", "propagator")

    def propagate(self, board: Board, *new: CourseVariable) -> bool:
        self.follow(board)
        self.failed: CourseConstraint | None = None  # the last one that did not hold
        told: list[Any] = [*self.csp.vars, *self.csp.stated]
        try:
            for one in told:
                one.run = self
            status, self.pruned = read_answer(self.propagator(self.csp, *new))
            self.returned += len(self.pruned)
            return status
        finally:
            for one in told:
                one.run = None

    __call__ = begin_with = propagate  # at the setup there is no newVar

    def search(self, board: Board, look: Look, select: Select, order: Order) -> bool:
        if board.complete:
            return board.solution()
        var = select(board)
        self.unasgn_vars.remove(var)
        for value in self.order(self.csp, var):  # the board may have lost some of them
            mark = board.assign(var, value)
            var.assign(value)
            status, pruned = look(board, var), self.pruned
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
                    if not other.is_left(gone):  # back on the board only
                        board.prune(other, gone, Reason("not reported", NOT_REPORTED, (other,)))
        board.backtrack(var)
        self.unasgn_vars.append(var)
        return False

    def check(
        self, one: CourseConstraint, tried: dict[CourseVariable, Any], holds: bool
    ) -> tuple[Any, ...]:
        """Count a check; its event is about the first variable that the search has not assigned."""
        var = next((var for var in tried if var not in self.board.values), next(iter(tried)))
        self.count_check()
        self.failed = self.failed if holds else one
        reason = Reason(one.name, f"{one} {'holds' if holds else 'fails'}", tuple(one.scope))
        return Verb.CHECK, Deduced(var, reason), tried[var], 0

    def prune(self, var: CourseVariable, value: Any) -> Iterator[Event]:
        """Prune a value on the board; what its events are."""
        failed, because = self.failed, None
        if failed and var in failed.scope:
            text = f"{failed} has no support for it"
            because = Reason(failed.name, text, tuple(failed.scope))
        return self.rule_out(var, value, because)


def record_propagator(
    csp: CSP,
    propagator: Propagator,
    var_ord: ChooseVariable | str | None = None,
    val_ord: OrderValues | None = None,
    rows: Sequence[Sequence[CourseVariable]] = (),
    **how: Any,
) -> Trace:
    """Search as the course's `BT` does, and write down every event.

    Parameters
    ----------
    csp : the problem; its variables are unassigned, and all values given back, before and after.
    propagator : called as propagator(csp) once, then as propagator(csp, newVar) at each node.
    var_ord, val_ord : which variable next, and its values in which order; by default in order.
        "mrv" is the order of the older course: the first variable with the fewest values left.
    rows : the variables as a model returns them, row by row: where each is drawn.
    how : `solutions`, `node_limit` and others, as in `record`.

    Returns
    -------
    A `Trace`. What the propagator prunes and does not report stays pruned, as in the course.

    Raises
    ------
    TypeError : `csp` was made with another `cspbase`, or the propagator returns something else than
        it must.
    """
    if not isinstance(csp, CSP):
        raise TypeError(f"{csp!r} is not a CSP of futoshiki_lab.classroom.course: {ANOTHER}")
    csp.reset()
    val_ord = val_ord or (lambda _, var: var.cur_domain())
    run = Recording(csp, propagator, val_ord)
    if var_ord == "mrv":
        choose: ChooseVariable = lambda _: min(run.unasgn_vars, key=CourseVariable.cur_domain_size)  # noqa: E731
    else:
        choose = cast(ChooseVariable, var_ord or (lambda _: run.unasgn_vars[0]))
    select, order = wraps(choose)(lambda _: choose(csp)), cast(Order, val_ord)
    try:
        return record(CourseProblem(csp, rows), run, select, order, search=run.search, **how)
    finally:
        csp.reset()


class BT:
    """The course's search; after it, `trace` has the run, and the variables have the solution.

    Before the course had orderings, its search chose by MRV: a second line in `cspbase.py`,
    `BT.older = True`, gives that order.
    """

    older = False

    def __init__(self, csp: CSP):
        self.csp = csp
        self.clear_stats()

    def clear_stats(self) -> None:
        self.nDecisions = self.nPrunings = 0
        self.runtime = 0.0

    def print_stats(self) -> None:
        print(
            f"Search made {self.nDecisions} variable assignments and pruned {self.nPrunings} "
            "variable values"
        )

    def trace_on(self) -> None:
        """Do nothing: every search is recorded; see `trace`."""

    trace_off = trace_on

    def bt_search(
        self,
        propagator: Propagator,
        var_ord: ChooseVariable | None = None,
        val_ord: OrderValues | None = None,
    ) -> bool:
        """Search for the first solution. Returns whether there is one.

        `nPrunings` adds what the propagator said that it pruned, as in the course.
        """
        spent = process_time()
        default = "mrv" if self.older else None
        self.trace = record_propagator(self.csp, propagator, var_ord or default, val_ord)
        found: Any = self.trace.run.solution
        recording: Any = self.trace.run.settings.functions.look
        self.nDecisions, self.nPrunings = self.trace.counts.nodes, recording.returned
        self.runtime = process_time() - spent
        for var, value in (found or {}).items():
            var.assign(value)
        return found is not None
