"""The textbook's programs: a search is watched on their object, and nothing of it is changed."""

import random
from itertools import product

import pytest
import textbook_csp as theirs
from rebuilt import agree
from textbook_csp import (
    AC3,
    CSP,
    OldCSP,
    PairCSP,
    backtracking_search,
    forward_checking,
    mac,
    min_conflicts,
    mrv,
    no_inference,
)

from futoshiki_lab import Stepper, draw_tree, queens as of_queens, record
from futoshiki_lab.classroom.course import TextbookProblem, check_csp, record_csp
from futoshiki_lab.core import Verb
from futoshiki_lab.draw.ink import LIGHT
from futoshiki_lab.draw.scene import trace_scene
from futoshiki_lab.draw.svg import marks_of

GENERATIONS = [OldCSP, CSP, PairCSP]


def differ(x, a, y, b):
    return a != b


def australia(kind=CSP, colours="RGB"):
    around = {"WA": "NT SA", "NT": "WA SA Q", "SA": "WA NT Q NSW V", "Q": "NT SA NSW"}
    around |= {"NSW": "Q SA V", "V": "SA NSW", "T": ""}
    around = {region: others.split() for region, others in around.items()}
    return kind(around, {one: list(colours) for one in around}, around, differ)


def queens(n, kind=CSP):
    rows = range(n)
    around = {row: [other for other in rows if other != row] for row in rows}
    apart = lambda x, a, y, b: a != b and abs(a - b) != abs(x - y)  # noqa: E731
    return kind(rows, {row: list(rows) for row in rows}, around, apart)


def latin(n, kind=CSP):
    """A Latin square whose first row is given; variables are pairs."""
    cells = [*product(range(n), repeat=2)]
    around = {(r, c): [(y, x) for y, x in cells if (y == r) != (x == c)] for r, c in cells}
    domains = {(r, c): [c + 1] if r == 0 else list(range(1, n + 1)) for r, c in cells}
    return kind(cells, domains, around, differ)


PROBLEMS = [australia, lambda kind: australia(kind, "RG"), lambda kind: queens(5, kind)]
PROBLEMS += [lambda kind: queens(6, kind), lambda kind: latin(4, kind)]
INFERENCES = [no_inference, forward_checking, mac]


def count_their_checks(csp):
    """How often their constraints are asked, by their own counter."""
    asked, count = csp.constraints, [0]

    def constraints(x, a, y, b):
        count[0] += 1
        return asked(x, a, y, b)

    csp.constraints = constraints
    return count


@pytest.mark.parametrize("kind", GENERATIONS)
@pytest.mark.parametrize("make", PROBLEMS)
@pytest.mark.parametrize("inference", INFERENCES)
@pytest.mark.parametrize("select", [theirs.first_unassigned, mrv])
def test_solution_and_counts_are_theirs(kind, make, inference, select):
    alone, watched = make(kind), make(kind)
    own, asked = count_their_checks(alone), count_their_checks(watched)
    found = backtracking_search(alone, select, inference)
    before = dict(vars(watched))
    trace = record_csp(watched, lambda: backtracking_search(watched, select, inference))
    assert trace.run.settings.functions.look.result == found == trace.run.solution
    assert trace.counts.nodes == watched.nassigns == alone.nassigns
    assert trace.counts.checks == asked[0] == own[0]
    assert trace.outcome == ("unsatisfiable" if found is None else "solved")
    assert vars(watched).keys() == before.keys()
    assert watched.constraints is before["constraints"]
    assert watched.curr_domains == alone.curr_domains
    assert asked == own  # nothing was asked behind their back afterwards
    trace.tree()
    assert asked == own


def test_at_every_step_the_board_has_what_their_domains_have_in_their_order():
    csp, shuffle = latin(4), random.Random(3).sample
    seen = []
    csp.domains = {x: shuffle(left, len(left)) for x, left in csp.domains.items()}

    def select(assignment, csp):
        seen.append((dict(assignment), {x: tuple(left) for x, left in csp.curr_domains.items()}))
        return next(x for x in reversed(csp.variables) if x not in assignment)

    csp.support_pruning()
    trace = record_csp(csp, lambda: backtracking_search(csp, select, forward_checking))
    states = [trace.state(step - 1) for step in trace.steps("node")]
    shown = [(state.values, state.domains) for state in states]
    assert len(seen) > 16
    assert all(one in shown for one in seen)
    agree(trace)  # the page shows them, too


def test_a_value_keeps_its_place_until_a_restore_moves_it():
    csp = australia(colours="RG")
    trace = record_csp(csp, lambda: backtracking_search(csp, inference=forward_checking))
    steps = {since for those in trace.orders.values() for since, _ in those}
    assert {trace.event(since).verb for since in steps} == {Verb.RESTORE}
    (since, stand) = trace.orders["WA"][-1]
    assert (since, stand) == (trace.steps("backtrack")[-1] - 1, ("G", "R"))
    for step, places in ((0, ["R", "G"]), (since, ["G", "R"])):
        marks = marks_of(trace_scene(trace, step), 60, LIGHT)
        small = {mark.text: mark.x for mark in marks if mark.name in ("WA R", "WA G")}
        assert sorted(small, key=small.get) == places
    assert not record(TextbookProblem(australia()), "fc").orders  # ours appends nothing


def test_each_event_is_at_a_line_of_theirs():
    csp = queens(6)
    trace = record_csp(csp, lambda: backtracking_search(csp, mrv, mac))
    with open(theirs.__file__, encoding="utf-8") as file:
        text = file.read()
    for step in range(2, len(trace) + 1):
        event = trace.event(step)
        assert event.line.text in text, trace.reason(step)
        assert event.line.source.name in text
    says = {trace.event(step).verb: trace.event(step).line.text for step in range(2, len(trace))}
    assert says[Verb.ASSIGN] == says[Verb.ACCEPT] == "csp.assign(var, value, assignment)"
    assert says[Verb.RESTORE] == "csp.restore(removals)"
    assert says[Verb.PRUNE] == "csp.prune(x, a, removals)"
    assert {source.name for source in trace.sources.functions} >= {"backtrack", "mac", "revise"}
    names = {source.name for source in trace.sources.functions}
    assert names.isdisjoint({"search", "from_their_line", "constraints", "assign"})


def test_a_prune_names_the_constraint_that_failed():
    csp = australia()
    trace = record_csp(csp, lambda: backtracking_search(csp, inference=forward_checking))
    first = trace.steps("prune")[0]
    assert trace.reason(first) == "remove R from NT: WA is compatible with NT and WA = R"
    assert trace.reason(first - 1) == (
        "check WA is compatible with NT: R is compatible with R fails"
    )


def test_a_mac_that_answers_a_pair_is_found_by_its_first_wrong_step():
    right, pairs = queens(4), queens(4, PairCSP)
    trace = record_csp(right, lambda: backtracking_search(right, inference=mac))
    assert check_csp(trace)
    assert "no step of" in str(check_csp(trace))
    wrong = record_csp(pairs, lambda: backtracking_search(pairs, inference=mac))
    feedback = check_csp(wrong)
    assert not feedback
    step = wrong.steps("wipe-out")[0]
    assert wrong.event(step + 1).verb != Verb.RESTORE
    assert f"has no value left (step {step:,})" in str(feedback)
    assert "(False, 7) is true" in str(feedback)
    both = zip(range(1, step + 1), range(1, step + 1), strict=True)
    assert all(wrong.reason(one) == trace.reason(two) for one, two in both)  # until then they agree


def test_a_mac_that_fails_before_it_prunes_is_found_too():
    def AC3b(csp, queue, removals):  # noqa: N802  as in 2020
        while queue:
            x, y = queue.pop()
            goes = csp.constraints
            kept = [
                a for a in csp.curr_domains[x] if any(goes(x, a, y, b) for b in csp.curr_domains[y])
            ]
            if not kept:
                return False, 7
            gone = {*csp.curr_domains[x]} - {*kept}
            for a in sorted(gone):
                csp.prune(x, a, removals)
            queue += [(z, x) for z in csp.neighbors[x] if gone and z != y]
        return True, 7

    def mac_with(answer):
        def mac(csp, var, value, assignment, removals):
            return answer(AC3b(csp, [(x, var) for x in csp.neighbors[var]], removals))

        return mac

    runs = []
    for answer in (tuple, lambda pair: pair[0]):
        csp = queens(6)
        runs.append(record_csp(csp, lambda: backtracking_search(csp, mrv, mac_with(answer))))  # noqa: B023
    pairs, right = runs
    assert check_csp(right)
    wrong = str(check_csp(pairs))
    leaves = next(s for s in range(1, len(right)) if pairs.reason(s) != right.reason(s))
    step = next(s for s in range(leaves, len(pairs)) if pairs.event(s).verb == Verb.ACCEPT)
    assert wrong.startswith(f"✗ wrong: step {step:,}: no value of ")


def test_what_is_not_given_back_is_found():
    class Forgets(CSP):
        def restore(self, removals):
            super().restore(removals[:-1])

    csp = queens(6, Forgets)
    trace = record_csp(csp, lambda: backtracking_search(csp, inference=forward_checking))
    assert "is not given back" in str(check_csp(trace))
    assert "not given back by restore" in trace.reason(
        next(s for s in trace.steps("prune") if trace.event(s).deduction)
    )


def test_a_condition_of_ac3_that_always_holds_is_noted():
    def old_mac(csp, var, value, assignment, removals):
        csp.support_pruning()
        arcs = [(other, var) for other in csp.neighbors[var]]
        return theirs.AC3_of_2011(csp, arcs, removals)

    def told(inference):
        csp = queens(6)
        return str(check_csp(record_csp(csp, lambda: backtracking_search(csp, mrv, inference))))

    assert "AC3_of_2011 asks `Xk != Xi` of the neighbours of Xi, which always" in told(old_mac)
    assert "always holds" not in told(mac)


def test_an_order_that_drifts_is_told_with_its_values():
    csp = queens(6)
    feedback = check_csp(record_csp(csp, lambda: backtracking_search(csp, inference=mac)))
    assert feedback
    assert "restore has left 4, 5, 1, 3 in 2" in str(feedback)


def test_values_may_be_lists_and_constraints_have_more_arguments():
    """A cage of a KenKen has all its numbers for a value; a radio link is asked with more."""
    csp = CSP("ab", {"a": [[1, 2], [2, 1]], "b": [[1, 3], [2, 3]]}, {"a": "b", "b": "a"}, None)
    csp.constraints = lambda x, a, y, b, *more: a[0] != b[0] and more in ((), ("km",))

    def search():
        csp.assign("a", [1, 2], {})
        removals = csp.suppose("a", [1, 2])
        if not csp.constraints("a", [1, 2], "b", [1, 3], "km"):
            csp.prune("b", [1, 3], removals)
        csp.assign("b", [2, 3], {"a": [1, 2]})
        return {"a": [1, 2], "b": [2, 3]}

    trace = record_csp(csp, search)
    assert trace.run.solution == {"a": (1, 2), "b": (2, 3)}
    assert (trace.counts.nodes, trace.counts.checks, trace.counts.prunes) == (2, 1, 1)


def test_an_object_that_was_used_before_begins_with_what_is_missing():
    csp = queens(6)
    backtracking_search(csp, mrv, forward_checking)
    missing = sum(6 - len(left) for left in csp.curr_domains.values())
    trace = record_csp(csp, lambda: backtracking_search(csp, mrv, forward_checking))
    assert (trace.counts.setup_prunes, trace.counts.prunes) == (missing, 0)
    assert f"{missing} values were missing in curr_domains before" in str(check_csp(trace))


def test_domains_that_are_changed_without_prune_are_followed():
    def by_hand(csp, var, value, assignment, removals):
        for other in csp.neighbors[var]:
            if other not in assignment:
                for b in csp.curr_domains[other][:]:
                    if not csp.constraints(var, value, other, b):
                        csp.curr_domains[other].remove(b)
                        removals.append((other, b))
                if not csp.curr_domains[other]:
                    return False
        return True

    one, two = queens(6), queens(6)
    plain = record_csp(one, lambda: backtracking_search(one, inference=forward_checking))
    trace = record_csp(two, lambda: backtracking_search(two, inference=by_hand))
    assert trace.counts == plain.counts
    assert "taken out of curr_domains" in trace.reason(trace.steps("prune")[0])


def test_an_assigned_variable_that_ac3_empties_is_seen():
    csp = queens(3)
    trace = record_csp(csp, lambda: backtracking_search(csp, inference=mac))
    emptied = [trace.event(step) for step in trace.steps("wipe-out")]
    assert any(event.deduction and event.deduction.rule == "assigned" for event in emptied)


@pytest.mark.parametrize("kind", GENERATIONS)
def test_min_conflicts_changes_a_full_board_and_is_never_unsatisfiable(kind):
    for colours, ended in (("RGB", "solved"), ("RG", "not found")):
        alone, csp = australia(kind, colours), australia(kind, colours)
        random.seed(3)
        found = min_conflicts(alone, 60)
        random.seed(3)
        trace = record_csp(csp, lambda: min_conflicts(csp, 60))  # noqa: B023
        assert (trace.outcome, trace.run.solution) == (ended, found)
        assert trace.counts.nodes == csp.nassigns == alone.nassigns
        assert (trace.counts.accepted, trace.counts.backtracks) == (0, 0)


def test_a_value_that_a_variable_has_already_is_a_node_if_they_count_it():
    class Counts(CSP):
        def assign(self, var, val, assignment):
            if assignment.get(var) != val:  # so does the textbook's class for queens
                super().assign(var, val, assignment)

    for kind in (CSP, Counts):
        csp = queens(6, kind)
        random.seed(6)
        trace = record_csp(csp, lambda: min_conflicts(csp, 60))  # noqa: B023
        assert trace.counts.nodes == csp.nassigns
        stays = [trace.reason(step) for step in trace.steps("node")]
        assert any("stays" in one for one in stays) == (kind is CSP)


def test_constraints_with_state_or_tuples_are_shown_as_what_they_said():
    asked = []

    def moody(x, a, y, b):
        asked.append(a)
        return (a != b or len(asked) == 1, len(asked))

    class Asks(CSP):
        def nconflicts(self, var, val, assignment):
            others = [x for x in self.neighbors[var] if x in assignment]
            return sum(not self.constraints(var, val, x, assignment[x])[0] for x in others)

    csp = Asks("AB", {"A": [1, 2], "B": [1, 2]}, {"A": ["B"], "B": ["A"]}, moody)
    trace = record_csp(csp, lambda: [backtracking_search(csp), csp.constraints("B", 1, "A", 1)][0])
    assert len(asked) == trace.counts.checks == 2
    first, second = (trace.reason(step) for step in trace.steps("check"))
    assert first.endswith("1 is compatible with 1 holds")
    assert second == "check B = 1: A = 1 fails"
    assert len(asked) == 2


def test_a_method_a_search_of_ones_own_and_a_repeated_run_can_be_watched():
    class Plain(CSP):
        def solve(self):
            return self.go({})

        def go(self, assignment):
            if len(assignment) == len(self.variables):
                return True
            var = next(x for x in self.variables if x not in assignment)
            for value in self.domains[var]:
                if self.nconflicts(var, value, assignment) == 0:
                    self.assign(var, value, assignment)
                    if self.go(assignment):
                        return True
                    self.unassign(var, assignment)
            return False

    csp = queens(6, Plain)
    trace = record_csp(csp, csp.solve)
    assert trace.outcome == "solved"
    assert trace.counts.nodes == csp.nassigns
    assert trace.counts.solutions == 1
    assert trace.run.solution[0] == 1


def test_an_error_of_theirs_leaves_the_object_as_it_was():
    csp = australia()

    def broken(csp, var, value, assignment, removals):
        return 1 // 0

    before = dict(vars(csp))
    with pytest.raises(ZeroDivisionError):
        record_csp(csp, lambda: backtracking_search(csp, inference=broken))
    assert vars(csp).keys() == before.keys()
    trace = record_csp(csp, lambda: backtracking_search(csp, inference=broken), keep_errors=True)
    assert trace.outcome == "interrupted"
    with pytest.raises(TypeError, match="variables, domains, neighbors and constraints"):
        record_csp(object(), print)


def test_pairs_and_numbers_stand_as_grids_and_others_as_a_graph():
    for csp, places in ((latin(3), {(1, 2): (2, 1)}), (queens(9), {5: (2, 1)}), (australia(), {})):
        trace = record_csp(csp, lambda: backtracking_search(csp, mrv, forward_checking))  # noqa: B023
        assert {cell: trace.puzzle.places.get(cell) for cell in places} == places
        assert bool(trace.puzzle.places) == bool(places)
        Stepper(trace)._repr_mimebundle_()
        draw_tree(trace)


def test_ac3_before_the_search_is_no_node():
    csp = latin(4)
    trace = record_csp(csp, lambda: [AC3(csp), backtracking_search(csp, mrv, mac)][1])
    assert trace.steps("prune")[0] < trace.steps("node")[0]
    assert trace.outcome == "solved"


def test_a_search_of_ours_on_their_problem_stands_beside_theirs():
    csp = queens(6)
    trace = record_csp(csp, lambda: backtracking_search(csp, inference=forward_checking), asks=True)
    ours, own = record(trace.puzzle, "fc"), record(TextbookProblem(csp), "fc")
    known = record(of_queens(6), "fc")
    assert ours.counts == own.counts == known.counts
    assert [*ours.run.solution.values()] == [value - 1 for value in known.run.solution.values()]
    Stepper(trace, ours)._repr_mimebundle_()


def test_a_constraint_that_reads_the_state_proves_nothing_of_a_solution():
    """A sum of three: of two variables it can say no as long as the third has no value."""
    assigned = {}

    def sum_is_six(x, a, y, b):
        third = assigned.get(*{"A", "B", "C"} - {x, y}, 0)
        return a != b and (not third or a + b + third == 6) and a + b >= 3 + (not third)

    class Sums(CSP):
        def assign(self, var, val, assignment):
            super().assign(var, val, assignment)
            assigned.update(assignment)

    names = {"A": "BC", "B": "AC", "C": "AB"}
    csp = Sums("ABC", {name: [1, 2, 3] for name in names}, names, sum_is_six)
    trace = record_csp(csp, lambda: backtracking_search(csp))
    assert trace.outcome == "solved"
    assert check_csp(trace)
    assert "wrong" not in repr(trace) + trace.reason(len(trace))
