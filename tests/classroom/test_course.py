"""A course's skeleton: students' propagators run unchanged, are counted, stepped and checked."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import PlainPage

from futoshiki_lab import Stepper, draw_tree, loads, solve
from futoshiki_lab.classroom import course
from futoshiki_lab.classroom.course import (
    BT,
    CSP,
    check_ordering,
    check_propagator,
    record_propagator,
)
from futoshiki_lab.core import Verb

FILE = Path(__file__).parents[1].joinpath("student_propagators.txt")
SOURCE = FILE.read_text("utf-8")
BOARD = [
    [0, "<", 0, ".", 0, ".", 0],
    [0, ".", 0, ".", 0, ">", 0],
    [0, ".", 0, ".", 3, ".", 0],
    [0, ".", 0, ">", 0, ".", 0],
]


def hand_in(old="", new=""):
    """The student's module, with one piece written otherwise."""
    assert old in SOURCE
    there = sys.modules.setdefault("cspbase", course)
    names = {}
    try:
        exec(compile(SOURCE.replace(old, new, 1), str(FILE), "exec"), names)
    finally:
        assert sys.modules.pop("cspbase") is there
    return SimpleNamespace(**names)


STUDENT = hand_in()
PROPAGATORS = [STUDENT.prop_BT, STUDENT.prop_FC, STUDENT.prop_GAC]


def in_order(csp):
    return csp.get_all_unasgn_vars()[0]


def as_listed(csp, var):
    return var.cur_domain()


def search_plainly(csp, propagator, choose, order):
    """The course's search without a board: how many values it tries, and what it prunes."""
    tried = pruned = 0

    def visit(*new):
        nonlocal tried, pruned
        status, gone = propagator(csp, *new)
        pruned += len(gone)
        free = csp.get_all_unasgn_vars()
        if not status or not free:
            return status, gone
        var = choose(csp)
        for value in order(csp, var):
            var.assign(value)
            tried += 1
            status, below = visit(var)
            if status:
                return True, gone
            for other, x in below:
                other.unprune_value(x)
            var.unassign()
        return False, gone

    csp.reset()
    return visit()[0], tried, pruned


@pytest.mark.parametrize("n_ary", [False, True])
@pytest.mark.parametrize("propagator", PROPAGATORS)
def test_a_propagator_searches_as_in_the_course_and_is_counted(propagator, n_ary):
    csp, rows = STUDENT.futoshiki_csp_model(BOARD, n_ary)
    for choose, order in [(in_order, as_listed), (STUDENT.ord_mrv, STUDENT.val_lcv)]:
        trace = record_propagator(csp, propagator, choose, order, rows=rows)
        counts = trace.counts
        expected = search_plainly(csp, propagator, choose, order)
        assert (True, counts.nodes, counts.prunes + counts.setup_prunes) == expected
        grid = [[trace.run.solution[var] for var in row] for row in rows]
        assert loads(str(BOARD)).is_solution(grid)
        assert trace.state(len(trace)).counts == counts


def test_all_solutions_are_those_of_the_puzzle():
    csp, rows = STUDENT.futoshiki_csp_model(BOARD, True)
    trace = record_propagator(csp, STUDENT.prop_GAC, solutions="all")
    grids = {tuple(tuple(one[var] for var in row) for row in rows) for one in trace.run.solutions}
    expected = solve(loads(str(BOARD)), "mac", solutions="all", engine="readable").solutions
    assert grids == {tuple(map(tuple, grid)) for grid in expected}
    assert not trace.run.violations


def test_an_event_has_the_students_line_and_all_variables_of_the_constraint():
    csp, rows = STUDENT.futoshiki_csp_model(BOARD, True)
    trace = record_propagator(csp, STUDENT.prop_FC, rows=rows)
    seen = set()
    for step in trace.steps():
        event = trace.event(step)
        if event.verb in (Verb.CHECK, Verb.PRUNE):
            line = event.line.source.text.splitlines()[event.line.number - 1]
            assert {Verb.CHECK: "has_support", Verb.PRUNE: "prune_value"}[event.verb] in line
            assert event.cell in event.deduction.cells
            seen.add((event.verb, len(event.deduction.cells)))
    assert seen == {(verb, n) for verb in (Verb.CHECK, Verb.PRUNE) for n in (2, 4)}
    first = trace.next(0, "prune")
    assert trace.reason(first) == "remove 1 from V12: less(V11, V12) has no support for it"
    assert trace.reason(first - 1) == "check V12 = 1: less(V11, V12) fails"
    assert "V11=1" in draw_tree(trace).source


def test_what_is_pruned_and_not_reported_is_seen_to_stay_pruned():
    forgetful = hand_in("                return False, pruned", "                return False, []")
    csp, _ = STUDENT.futoshiki_csp_model(BOARD, False)
    trace = record_propagator(csp, forgetful.prop_FC, node_limit=50)
    told = [trace.reason(step) for step in trace.steps("prune")]
    assert any("not reported: the search could not give it back" in one for one in told)


def test_bt_of_the_course_leaves_the_solution_in_the_variables():
    csp, rows = STUDENT.futoshiki_csp_model(BOARD, False)
    search = BT(csp)
    assert search.bt_search(STUDENT.prop_GAC, STUDENT.ord_mrv, STUDENT.val_lcv)
    assert search.nDecisions == search.trace.counts.nodes == 16
    grid = [[var.get_assigned_value() for var in row] for row in rows]
    assert loads(str(BOARD)).is_solution(grid)


def test_a_problem_without_a_solution_is_one():
    one = course.Variable("A", ["red"])
    csp = CSP("none", [one])
    STUDENT.add(csp, "not red", [one], [("blue",)])
    assert not BT(csp).bt_search(STUDENT.prop_GAC)
    with pytest.raises(
        TypeError, match=r"cspbase\.py be the one line `from futoshiki_lab\.classroom"
    ):
        record_propagator(SimpleNamespace(), STUDENT.prop_GAC)
    with pytest.raises(ValueError, match="not in none"):
        STUDENT.add(csp, "strange", [one, course.Variable("B")], [])


# -- the checks -----------------------------------------------------------------------------------

FC_LOOP = """            for d in x.cur_domain():
                if not c.has_support(x, d):
                    x.prune_value(d)
                    pruned.append((x, d))
            if"""
FC_END = """            if x.cur_domain_size() == 0:
                return False, pruned"""
GAC_QUEUE = "list(csp.get_cons_with_var(newVar) if newVar else csp.get_all_cons())"

MISTAKES = [
    ("prop_FC", FC_LOOP, FC_LOOP.replace("cur_domain", "domain"), "which had been pruned before"),
    ("prop_FC", FC_END, FC_END.replace("size()", "size"), "True at a wipe-out: D has no value"),
    ("prop_FC", FC_END, FC_END.replace("pruned", "[]"), "does not report that it pruned 3 from D"),
    ("prop_FC", "return True, pruned", "return True", "must return (True or False, [(Variable"),
    ("prop_FC", "return True, pruned", "return pruned, True", "must return (True or False, [(Var"),
    ("prop_FC", "else csp.get_all_cons()", "else []", "leaves 3 in B, for which constraint 4(B)"),
    ("prop_FC", "append((x, d))", "extend([(x, d)] * 2)", "it reports 3 of B twice"),
    ("prop_FC", "append((x, d))", "append((x.prune_value(d), d))", "not (True, [(None, 3)])"),
    ("prop_FC", "x.prune_value(d)", "pass", "it reports 3 of B, which is still there"),
    ("prop_FC", "get_n_unasgn() == 1", "get_n_unasgn() >= 1", "which FC does not do here"),
    ("prop_GAC", GAC_QUEUE, "csp.get_cons_with_var(newVar) if newVar else []", "newVar=None"),
    ("prop_GAC", " if o not in queue]", " if o not in queue and o is c]", "has no support"),
    ("prop_BT", "            if not c.check(vals):", "            if False:", "is violated"),
    ("prop_BT", "return False, []", "return True, []", "returns True, though constraint 2(A, B)"),
    ("prop_BT", "if c.get_n_unasgn() == 0", "if True", "returns False, though no domain is empty"),
    ("prop_BT", "if not c.check(vals)", "if not c.chekc(vals)", "AttributeError, line "),
    ("ord_mrv", "csp.get_all_unasgn_vars()", "csp.get_all_vars()", "is not an unassigned variable"),
    ("ord_mrv", "return min(", "return max(", "another variable has fewer values left"),
    ("val_lcv", "        var.unassign()", "        pass", "it assigns A, and leaves it so"),
    ("val_lcv", "sorted(var.cur_domain()", "sorted(var.domain()", "a list of [2, 4] in any order"),
]


@pytest.mark.parametrize(("name", "old", "new", "words"), MISTAKES)
def test_a_known_mistake_is_named(name, old, new, words):
    check = check_propagator if name.startswith("prop") else check_ordering
    feedback = check(getattr(hand_in(old, new), name))
    assert feedback.verdict == "wrong"
    assert words in feedback.text


def of_a_course(body, parameters="csp, newVar=None"):
    names = {**vars(course)}
    exec(f"def mine({parameters}):\n    {body}", names)
    return names["mine"]


FIRST, FREE = "v = csp.get_all_vars()[0]", "v = csp.get_all_unasgn_vars()[0]"
UNSOUND = [
    ("return True, []", "returns True, though constraint"),
    ("return False, []", "it returns False, though A = 1, B = 2, C = 3 is a solution"),
    (f"{FIRST}; v.prune_value(1); return True, [(v, 1)]", "it prunes 1 from A, though A = 1, B"),
    ("while True: pass", "It does not come to an end"),
    ("raise SystemExit", "SystemExit, line"),
    ("x = [0] * 10**9", "MemoryError, line"),
    ("csp.reset(); return True, []", "it unassigns A, and leaves it so"),
    (f"{FIRST}; v.assign(1); return True, []", "it assigns A, and leaves"),
    ("csp.vars[0].curdom.pop(); return True, []", "it changes the domain of A by hand"),
]
NO_VARIABLE = [
    ("pass", "it returns None: is a return missing?"),
    ("return 0", "it returns 0, which is not an unassigned variable"),
    (f"{FREE}; v.assign(1); return v", "it assigns A, and leaves it so"),
    (f"{FREE}; v.prune_value(1); return v", "it leaves values pruned"),
    ("while True: pass", "It does not come to an end"),
]
NO_VALUES = [
    ("pass", "of A it returns None: is a return missing?"),
    ("return 1", "of A it returns 1: a list of"),
    ("return [[1]]", "of A it returns [[1]]: a list of"),
]


@pytest.mark.parametrize(
    ("check", "parameters", "body", "words"),
    [
        *((check_propagator, "csp, newVar=None", *one) for one in UNSOUND),
        *((check_ordering, "csp", *one) for one in NO_VARIABLE),
        *((check_ordering, "csp, var", *one) for one in NO_VALUES),
    ],
)
def test_what_is_no_propagator_and_no_ordering_is_told(check, parameters, body, words):
    feedback = check(of_a_course(body, parameters))
    assert feedback.verdict == "wrong"
    assert words in feedback.text


def test_a_propagator_of_another_name_is_told_what_it_was_asked():
    def prop_fi(csp, newVar=None):  # noqa: N803
        return STUDENT.prop_FC(csp, newVar)

    assert "the name says neither BT, FC nor GAC" in check_propagator(prop_fi).where
    assert "neither" not in check_propagator(prop_fi, kind="FC").where
    assert not check_propagator(prop_fi, kind="GAC")


@pytest.mark.parametrize(
    ("check", "name", "source"),
    [
        (
            check_propagator,
            "prop_FC",
            SOURCE.replace("None):\n    pruned = []", "None, pruned=[]):"),
        ),
        (
            check_ordering,
            "ord_mrv",
            "order = []\ndef ord_mrv(csp):\n    order[:] = order or"
            " sorted(csp.get_all_vars(), key=lambda var: var.cur_domain_size())\n"
            "    return next(var for var in order if not var.is_assigned())",
        ),
        (
            check_ordering,
            "val_kept",
            "class Kept: values = {}\ndef val_kept(csp, var):\n"
            "    return Kept.values.setdefault(str(var), var.cur_domain())",
        ),
    ],
    ids=["a default", "a list", "a class"],
)
def test_what_keeps_the_problem_is_named(check, name, source, monkeypatch):
    monkeypatch.setitem(sys.modules, "cspbase", course)
    exec(source, names := {})
    for _ in range(2):  # the check takes what is kept away again
        feedback = check(names[name])
        assert feedback.verdict == "wrong"
        assert feedback.kind == "It remembers what the problem was."


@pytest.mark.parametrize("body", ["return ...", "raise NotImplementedError"])
def test_what_is_not_written_is_not_done(body):
    assert check_propagator(of_a_course(body)).verdict == "not done yet"
    assert check_ordering(of_a_course(body, "csp")).verdict == "not done yet"


def test_values_may_come_one_by_one():
    assert check_ordering(of_a_course("return reversed(var.cur_domain())", "csp, var"))


@pytest.mark.parametrize("check", [check_propagator, check_ordering])
def test_a_check_that_is_interrupted_is_not_right(check):
    def mine(csp, newVar=None):  # noqa: N803
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check(mine)


# -- as the course hands it out --------------------------------------------------------------------


def test_a_constraint_taken_from_the_list_is_still_found_with_its_variable():
    popping = hand_in(GAC_QUEUE, GAC_QUEUE[5:-1])
    a, b = (course.Variable(name, [1, 2]) for name in "AB")
    csp = CSP("two", [a, b])
    STUDENT.add(csp, "different", [a, b], [(1, 2), (2, 1)])
    assert BT(csp).bt_search(popping.prop_GAC)
    assert [a.get_assigned_value(), b.get_assigned_value()] == [1, 2]
    assert (csp.get_all_cons(), len(csp.get_cons_with_var(a))) == ([], 1)
    feedback = check_propagator(popping.prop_GAC)
    assert feedback.verdict == "another cost"
    assert "takes constraints out of the list that get_all_cons() returns" in feedback.text


def test_domains_are_lists_by_position():
    variable = course.Variable("A", "xyz")
    variable.add_domain_values(["w"])
    variable.prune_value("y")
    assert (variable.dom, variable.curdom) == ([*"xyzw"], [True, False, True, True])
    assert variable.value_index("z") == 2
    assert (variable.cur_domain(), variable.cur_domain_size()) == ([*"xzw"], 3)
    variable.assign("z")
    assert (variable.cur_domain(), variable.in_cur_domain("x")) == (["z"], False)


def test_the_statistics_add_what_a_propagator_says_that_it_pruned():
    csp, _ = STUDENT.futoshiki_csp_model(BOARD, False)

    def says_less(csp, *new):
        status, pruned = STUDENT.prop_FC(csp, *new)
        return status, pruned[:1]

    search = BT(csp)
    solved = search.bt_search(says_less, in_order, as_listed)
    expected = search_plainly(csp, says_less, in_order, as_listed)
    assert (solved, search.nDecisions, search.nPrunings) == expected
    assert search.nPrunings < search.trace.counts.prunes + search.trace.counts.setup_prunes


def test_a_variable_that_failed_comes_last_where_no_ordering_is_given():
    a, b, c = (course.Variable(name, [1, 2]) for name in "ABC")
    csp = CSP("back", [a, b, c])
    STUDENT.add(csp, "two", [a, b], [(2, 1), (2, 2)])
    trace = record_propagator(csp, STUDENT.prop_BT)
    assigned = [trace.event(step).cell for step in trace.steps("node")]
    assert assigned == [a, b, b, a, c, b]


def test_what_is_right_is_right_also_on_a_problem_of_ones_own():
    csp, _ = STUDENT.futoshiki_csp_model(BOARD, True)
    for propagator in PROPAGATORS:
        assert check_propagator(propagator, csp)
    for ordering in (STUDENT.ord_mrv, STUDENT.val_lcv):
        assert check_ordering(ordering, csp)


@pytest.mark.browser
def test_the_stepper_says_a_check_of_several_variables_in_the_same_words(new_page, tmp_path):
    csp, rows = STUDENT.futoshiki_csp_model(BOARD, True)
    trace = record_propagator(csp, STUDENT.prop_FC, rows=rows)
    stepper = Stepper(trace)
    step = stepper.step = next(at for at in trace.steps("check") if trace.event(at).node == 3)
    stepper.to_html(tmp_path / "run.html")
    shown = new_page(PlainPage, 1280, 720)
    shown.show(tmp_path / "run.html", ".fsl-runs")
    told = shown.page.locator(".fsl-sentence").first.inner_text()
    assert told.lower() == trace.reason(step).lower()
    assert shown.errors == []


def test_the_older_course_chooses_a_variable_with_the_fewest_values_left(monkeypatch):
    monkeypatch.setattr(BT, "older", True)
    csp, _ = STUDENT.futoshiki_csp_model(BOARD, False)
    search = BT(csp)
    assert search.bt_search(STUDENT.prop_FC)
    for step in search.trace.steps("node"):
        state, chosen = search.trace.state(step - 1), search.trace.event(step).cell
        free = [len(left) for cell, left in state.domains.items() if cell not in state.values]
        assert len(state.domains[chosen]) == min(free)
    monkeypatch.setattr(BT, "older", False)
    plain = BT(csp)
    csp.reset()
    assert plain.bt_search(STUDENT.prop_FC)
    assert search.nDecisions != plain.nDecisions
