"""Colouring, queens and Sudoku run through the search, the looks and the trace of a puzzle."""

from __future__ import annotations

import json
import operator
import pickle
from dataclasses import asdict
from itertools import permutations, product

import pytest
from conftest import PlainPage
from counted import independent
from puzzles import EVERY_WAY, all_solutions, random_problem
from rebuilt import agree

from futoshiki_lab import Constraint, Problem, PuzzleError, Stepper, Verb, draw_board, load
from futoshiki_lab.draw.places import places_of
from futoshiki_lab.draw.problem_marks import TINTS
from futoshiki_lab.problems import australia, colour_map, queens, sudoku, sudokus, usa, zebra
from futoshiki_lab.solving import count_solutions, solve
from futoshiki_lab.trace import record
from futoshiki_lab.trace.what_if import what_if

SETTINGS = [way for way in EVERY_WAY if way[0] != "gac" and way[2] != "random"]


PROBLEMS = {
    one.name: one
    for one in (
        australia(),
        australia(["red", "green"]),
        colour_map("a-b b-c c-d d-a a-c b-d d-e", ["red", "green", "blue", "black"], name="five"),
        queens(4),
        queens(5),
        *map(random_problem, range(12)),
    )
}
SMALL = sudoku("1... ..3. .... ...2", "small")


@pytest.mark.parametrize("problem", [*PROBLEMS.values(), SMALL], ids=lambda one: one.label)
def test_every_search_counts_what_the_independent_program_counts(problem):
    for look, select, order in SETTINGS:
        for jump in (False, True)[: 1 if look == "mac" else 2]:
            run = solve(problem, look, select, order, solutions="all", jump=jump)
            found, counts = independent(problem, look, select, order, jump=jump)
            assert asdict(run.counts) == counts, (look, select, order, jump)
            assert list(run.solutions) == found


@pytest.mark.parametrize("problem", [SMALL, *map(random_problem, range(40))])
def test_gac_finds_every_solution_in_no_more_nodes_than_forward_checking(problem):
    wanted, _ = independent(problem, "bt")
    run = solve(problem, "gac", solutions="all")
    assert sorted(map(str, run.solutions)) == sorted(map(str, wanted))
    assert run.counts.nodes <= solve(problem, "fc", solutions="all").counts.nodes


@pytest.mark.slow
@pytest.mark.parametrize("name", ["easy50", "hardest"])
def test_the_sudokus_of_norvig_have_the_one_solution_that_is_found(name):
    for problem in sudokus(name)[:4]:
        [wanted], _ = independent(problem, "mac", "mrv")
        for look in ("mac", "gac"):
            assert solve(problem, look, "mrv").solution == wanted


def test_the_zebra_and_the_map_of_the_states_are_what_is_known_of_them():
    [only] = solve(zebra(), "mac", "mrv", solutions="all").solutions
    assert only["water"] == only["Norwegian"]
    assert only["zebra"] == only["Japanese"]
    assert sum(1 for _ in usa().pairs) == 105  # the borders, as every list of them has them
    assert (len(usa().cells), len(usa().neighbours["MO"])) == (48, 8)
    assert solve(usa(["red", "green", "blue"]), "fc", "mrv").outcome == "unsatisfiable"
    assert solve(usa(), "fc", "mrv").outcome == "solved"


def test_a_state_of_a_map_has_its_colour_below_the_word():
    picture = draw_board(usa(), solution=solve(usa(), "fc", "mrv").solution)._repr_html_()
    for word, tint in TINTS.items():
        assert picture.count(f">{word}<") == picture.lower().count(tint.lower() + "99")


def test_eight_queens_have_92_solutions_and_the_map_of_australia_18():
    assert (count_solutions(queens(8)), count_solutions(australia())) == (92, 18)


# -- the words and the pictures --------------------------------------------------------------------


def test_what_happens_is_told_in_the_words_of_the_problem():
    trace = record(australia(), "fc", "mrv_degree")
    told = [trace.reason(step) for step in range(len(trace) + 1)]
    assert told[2:5] == [
        "try SA = red (node 1)",
        "check WA ≠ SA: red ≠ red fails",
        "remove red from WA: SA ≠ WA and SA = red",
    ]
    assert told[-1] == "solution 1: every variable has a value"
    assert str(trace.run).splitlines()[0] == "WA = blue"
    assert trace.tree[1].label == "SA=red"


def test_a_constraint_stated_from_one_side_is_told_as_it_was_stated():
    one = Constraint("a", "b", "divides", lambda a, b: b % a == 0)
    problem = Problem({"b": [2, 3], "a": [2, 3]}, [one])
    assert repr(problem.constraints["b"]["a"]) == "a divides b"
    assert problem.constraints["b"]["a"].holds(2, 3) is False
    trace = record(problem, "bt")
    assert "check a divides b: 2 divides 2 holds" in map(trace.reason, range(len(trace)))
    less = Problem({"b": [2, 3], "a": [2, 3]}, [Constraint("a", "b", "<", operator.lt)])
    assert repr(less.constraints["b"]["a"]) == "b > a"


@pytest.mark.slow
@pytest.mark.usefixtures("near_checkpoints")
def test_the_browser_tells_the_same_of_every_step():
    problems = [australia(), queens(5), SMALL, *map(random_problem, range(6))]
    agree(*(record(one, "fc", solutions="all", event_limit=3000) for one in problems))
    agree(*(record(one, "bt", jump=True, event_limit=3000) for one in problems))
    agree(record(SMALL, "gac"), record(queens(6), "mac"))


@pytest.mark.parametrize("problem", [australia(), queens(6), SMALL], ids=lambda one: one.label)
def test_every_picture_shows_a_value_of_every_variable(problem):
    trace = record(problem, "fc")
    for view in ("", "graph"):
        figure = draw_board(trace, view=view)
        written = [text.get_text() for axes in figure.axes for text in axes.texts]
        queen = problem.view == "chess" and not view
        wanted = ["♛" if queen else str(value) for value in trace.run.solution.values()]
        assert all(written.count(word) >= wanted.count(word) for word in wanted)


# -- what makes no sense ---------------------------------------------------------------------------

TWO = {"a": [1, 2], "b": [1, 2]}
NE = operator.ne
A_LT_B, A_LE_B = Constraint("a", "b", "<", operator.lt), Constraint("a", "b", "≤", operator.le)


def divides(one, other):
    return other % one == 0


def both_sides(problem):
    """The pairs that a and b may take, as either sees it; and the constraint in words."""
    pairs = set(product(problem.domains["a"], problem.domains["b"]))
    here, there = problem.constraints["a"]["b"], problem.constraints["b"]["a"]
    going = {pair for pair in pairs if here.holds(*pair)}
    assert going == {(a, b) for a, b in pairs if there.holds(b, a)}
    return going, repr(here), repr(there)


FROM_B = Constraint("b", "a", "divides", divides)


@pytest.mark.parametrize(
    ("stated", "groups", "going", "said", "said_back"),
    [
        ([A_LT_B, Constraint("b", "a", ">", operator.gt)], (), "12 13 23", "a < b", "b > a"),
        ([Constraint("b", "a", "≠", NE), A_LT_B], (), "12 13 23", "a < b", "b > a"),
        ([A_LT_B], ["ab"], "12 13 23", "a < b", "b > a"),
        ([A_LE_B], ["ba"], "12 13 23", "a ≤ and ≠ b", "a ≤ and ≠ b"),
        ([FROM_B, Constraint("a", "b", "≠", NE)], (), "21 31", "b divides and ≠ a", None),
        ([A_LE_B, FROM_B], (), "11 22 33", "a ≤ and (the other way round) divides b", None),
    ],
)
def test_all_that_is_stated_of_a_pair_holds_in_any_order(stated, groups, going, said, said_back):
    wanted = {(int(one), int(other)) for one, other in going.split()}
    for order in (stated, stated[::-1]):
        for names in ("ab", "ba"):
            problem = Problem(dict.fromkeys(names, (1, 2, 3)), order, groups)
            found = both_sides(problem)
            assert found[0] == wanted
            assert {frozenset(one.items()) for one in all_solutions(problem)} == {
                frozenset({"a": one, "b": other}.items()) for one, other in wanted
            }
            for look in ("bt", "fc", "mac"):
                assert solve(problem, look, solutions="all").counts.solutions == len(wanted)
    assert both_sides(Problem(dict.fromkeys("ab", (1, 2, 3)), stated, groups))[1] == said
    assert said_back in (None, found[2])


def test_a_function_of_a_constraint_that_returns_nothing_is_named():
    problem = Problem(TWO, [Constraint("a", "b", "differs from", lambda a, b: None)])
    for look in ("bt", "fc", "mac"):
        with pytest.raises(TypeError, match=r"`holds` of \w differs from \w .* returned None"):
            solve(problem, look)


def test_a_problem_can_be_sent_to_another_process():
    for problem in (queens(6), australia(), SMALL):
        again = pickle.loads(pickle.dumps(problem))
        assert solve(again, "fc").counts == solve(problem, "fc").counts
        for kept in ("cells", "domains", "groups", "places", "view", "label"):
            assert getattr(again, kept) == getattr(problem, kept)


def test_numbers_of_numpy_are_values():
    numpy = pytest.importorskip("numpy")
    domain = numpy.arange(1, 4)
    problem = Problem(dict.fromkeys("ab", domain), [A_LT_B], givens={"a": domain[1]})
    trace = record(problem, "fc", order=lambda board, cell: numpy.array(board.domains[cell]))
    assert json.dumps([problem.domains, trace.run.solution]) == (
        '[{"a": [2], "b": [1, 2, 3]}, {"a": 2, "b": 3}]'
    )
    assert problem.is_solution({"a": domain[1], "b": domain[2]})
    other = what_if(record(load("nyu/Input1"), "fc"), 0, load("nyu/Input1").cells[-1], domain[1])
    assert other.tree[1].value == 2


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: Problem({"a": []}), "the domain of a is empty"),
        (lambda: Problem({"a": [None, 1]}), "the domain of a has None, which stands for no value"),
        (lambda: Problem({"a": ["x", "x"]}), "the domain of a has 'x' twice"),
        (lambda: Problem({"a": [1, 2, True]}), "the domain of a has 1 and True: equal"),
        (
            lambda: Problem(TWO, [Constraint("a", "c", "≠", NE)]),
            "'c' is not a variable: they are a",
        ),
        (lambda: Problem(TWO, [Constraint("a", "a", "≠", NE)]), "joins two variables, not a and"),
        (lambda: Problem(TWO, [A_LT_B, Constraint("b", "a", "<", operator.lt)]), "b > a and b < a"),
        (lambda: Problem(TWO, [Constraint("a", "b", "=", operator.eq)], ["ab"]), "contradict each"),
        (lambda: Problem(TWO | {"c": [1]}, [Constraint("a", "b", "c", NE)]), "'c' stands where"),
        (lambda: Problem(TWO, [Constraint("a", "b", "≠", None)]), "expected Constraint.cell"),
        (lambda: Problem([("a", [1, 2])]), "a dictionary of one variable or more"),
        (lambda: Problem({"a": 3}), "'int' object is not iterable"),
        (lambda: Problem({"a": [[1], [2]]}), "unhashable type: 'list'"),
        (lambda: Problem(TWO, [3]), "expected Constraint.cell, other, relation, function., not 3"),
        (lambda: Problem(TWO, givens={"a": [1]}), "the domain of a: .1. is given, not one of 1, 2"),
        (
            lambda: Problem(TWO, view="xxx"),
            "no view 'xxx'; the views are graph, board, chess",
        ),
        *(
            (lambda one=one: Problem(TWO, places={"a": one}), "the place of a must be two|but")
            for one in [(1,), (1, 2, 3), (1, float("nan")), (float("inf"), 0), ("1", 2), 7, None]
        ),
        (lambda: Problem(TWO, groups=["ax"]), "'x' is not a variable"),
        (lambda: colour_map("WA NT"), "expected a border, A-B, not 'WA'"),
        (
            lambda: colour_map("WA: NT; SA"),
            "expected a region and its neighbours, A: B C, not 'SA'",
        ),
        (lambda: colour_map("WA: WA"), "joins two variables, not WA and itself"),
        (lambda: colour_map({"WA": 3}), "expected the neighbours of WA, not 3"),
        (lambda: sudoku("12"), "a Sudoku has 16 or 81 cells, not 2"),
        (lambda: sudoku("9" + "." * 15), "the domain of r1c1"),
    ],
)
def test_what_is_no_problem_is_refused_with_what_is_wrong(wrong, said):
    with pytest.raises(PuzzleError, match=said):
        wrong()


def test_a_board_shows_up_to_32_values():
    wide = [Problem({"a": range(many), "b": range(many)}, groups=["ab"]) for many in (32, 33)]
    assert Stepper(record(wide[0], "fc")).traces
    with pytest.raises(ValueError, match="a board shows up to 32 values, not 33"):
        Stepper(record(wide[1], "fc"))


def test_what_a_problem_cannot_do_says_so():
    with pytest.raises(ValueError, match="gac needs groups"):
        solve(australia(), "gac")
    with pytest.raises(ValueError, match="cannot do this: it is for puzzles"):
        solve(australia(), engine="compiled")
    with pytest.raises(TypeError, match="not iterable"):
        iter(australia())
    with pytest.raises(ValueError, match="did you mean 'easy50'"):
        sudokus("easy")


# -- in the browser --------------------------------------------------------------------------------


def test_a_graph_without_cycles_stands_as_a_tree_and_one_with_a_cycle_in_a_circle():
    tree = colour_map("A-B A-C B-D B-E F-G", ("red", "green"))
    places = {cell: pytest.approx(place) for cell, place in places_of(tree, "graph").items()}
    assert places == {
        **{"A": (0, 1.75), "B": (1.6, 0.7), "C": (1.6, 2.8), "D": (3.2, 0), "E": (3.2, 1.4)},
        **{"F": (0, 4.2), "G": (1.6, 4.2)},
    }
    ring = places_of(colour_map("A-B A-C B-C", ("red", "green")), "graph")
    assert len({round((x - 0.9) ** 2 + (y - 0.9) ** 2, 9) for x, y in ring.values()}) == 1


@pytest.mark.browser
@pytest.mark.xdist_group(__name__)
def test_the_board_of_a_problem_and_its_graph_in_the_browser(tmp_path, new_page):
    page = new_page(PlainPage, 1280, 720).page
    page.goto(Stepper(record(queens(6), "fc"), step=40).to_html(tmp_path / "page.html").as_uri())
    board = page.locator(".fsl-board")
    assert (board.get_attribute("data-view"), page.locator(".fsl-dark").count()) == ("chess", 1)
    assert board.get_by_text("♛").count() == 1
    page.locator(".fsl").focus()
    page.keyboard.press("k")
    assert (board.get_attribute("data-view"), page.locator("[data-edge]").count()) == ("graph", 15)
    assert page.locator("[data-edge].fsl-lit").count() == 1  # the constraint that is checked
    page.keyboard.press("k")
    assert page.locator(".fsl-dark").count() == 1
    box = page.locator(".fsl-box").nth(1).bounding_box()
    page.mouse.click(box["x"] + box["width"] / 12, box["y"] + box["height"] / 2)
    assert page.locator(".fsl-note").inner_text().startswith("1 was removed at step")
    page.goto(Stepper(load("nyu/Input1")).to_html(tmp_path / "other.html").as_uri())
    page.locator(".fsl").focus()
    page.keyboard.press("k")
    assert page.locator("[data-edge]").count() == 100
    assert page.locator('[data-edge="<"], [data-edge=">"]').count() == len(load("nyu/Input1").signs)


def test_givens_are_placed_in_reading_order_whatever_the_order_of_their_dictionary():
    names = [f"x{number}" for number in range(5)]

    def placed(order):
        problem = Problem(dict.fromkeys(names, range(1, 6)), groups=[names], givens=dict(order))
        trace = record(problem, "fc")
        events = map(trace.event, range(1, len(trace) + 1))
        return [event.cell for event in events if event.verb is Verb.PLACE], trace.counts

    orders = [placed(order) for order in permutations([("x3", 1), ("x0", 4), ("x4", 2)])]
    assert orders[0][0] == ["x0", "x3", "x4"]
    assert all(order == orders[0] for order in orders)


@pytest.mark.parametrize(
    "borders",
    [
        "SA: WA NT Q NSW V; NT: WA Q; NSW: Q V; T: ",
        {"SA": "WA NT Q NSW V", "NT": ["WA", "Q"], "NSW": ["Q", "V", "SA"], "T": []},
    ],
)
def test_a_map_may_name_the_neighbours_of_each_region(borders):
    problem, known = colour_map(borders), australia()
    assert problem.cells == ("SA", "WA", "NT", "Q", "NSW", "V", "T")
    assert {cell: {*around} for cell, around in problem.neighbours.items()} == {
        cell: {*around} for cell, around in known.neighbours.items()
    }


@pytest.mark.parametrize("look", ["fc", "bt", "min_conflicts"])
def test_a_constraint_whose_function_fails_is_named(look):
    for wrong, said in (
        (lambda a, b, c: True, "TypeError: .*'c'"),
        (lambda a, b: 1 // 0, "ZeroDivisionError in <lambda>, line .*by zero"),
    ):
        problem = Problem(TWO, [Constraint("a", "b", "is half of", wrong)])
        with pytest.raises(TypeError, match=f"`holds` of a is half of b fails for .*{said}"):
            solve(problem, look)
