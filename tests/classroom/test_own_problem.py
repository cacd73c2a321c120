"""check_problem names what does not fit together in a student's own problem."""

import operator

import pytest

from futoshiki_lab import Constraint, Problem, australia, queens
from futoshiki_lab.classroom.tutor import check_problem

COLOURS = ["red", "green", "blue"]
STATES = ["WA", "NT", "SA", "Q", "NSW", "V", "T"]
BORDERS = [[one.cell, one.other] for one in australia().pairs]


def stated(holds=operator.ne, borders=BORDERS, **other_domains):
    domains = dict.fromkeys(STATES, COLOURS) | other_domains
    return Problem(domains, [Constraint(*border, "≠", holds) for border in borders])


def loop():
    while True:
        pass


def exit_():
    raise SystemExit


@pytest.mark.parametrize(
    "right",
    [
        stated(),
        stated(borders=[*BORDERS, *(border[::-1] for border in BORDERS)]),  # from both sides
        stated(borders=[border[::-1] for border in BORDERS], SA=COLOURS[::-1]),
        stated(lambda one, other: COLOURS.index(one) != COLOURS.index(other)),
    ],
)
def test_the_map_is_right_in_any_dress(right):
    assert check_problem(right, like=australia())
    assert check_problem(right)


LIKE = australia()


@pytest.mark.parametrize(
    ("wrong", "like", "said"),
    [
        (stated(borders=BORDERS[:-1]), LIKE, "NSW and V are neighbours, but no constraint is"),
        (stated(borders=[*BORDERS, ["T", "V"]]), LIKE, "V and T are not neighbours, but V ≠ T is"),
        (stated(V=["red", "green"]), LIKE, "the domain of V is red and green; it should be red,"),
        (stated(operator.eq), LIKE, "WA ≠ NT lets WA = red and NT = red through; it should not"),
        (stated(lambda a, b: a < b), LIKE, "WA ≠ NT forbids WA = red and NT = green"),
        (stated(lambda a, b: None), None, "WA ≠ NT says None of red and red: True or False?"),
        (stated(lambda a, b: a.colour), None, "WA ≠ NT: AttributeError, line "),
        (stated(lambda a, b: loop()), None, "WA ≠ NT: It does not come to an end"),
        (stated(lambda a, b: exit_()), None, "WA ≠ NT: SystemExit, line"),
        (stated(lambda a, b: [0] * 10**9), None, "WA ≠ NT: MemoryError, line"),
        (Problem({"WA": COLOURS}), LIKE, "the variable NT is missing: there are WA, NT, SA, Q"),
        (Problem(dict.fromkeys([*STATES, "NZ"], COLOURS)), LIKE, "NZ is not a variable here"),
        ({"WA": COLOURS}, None, "a Problem is expected, not a dict"),
        (queens(4), LIKE, "the variable WA is missing"),
    ],
)
def test_a_mistake_is_named(wrong, like, said):
    feedback = check_problem(wrong, like=like)
    assert feedback.verdict == "wrong"
    assert said in feedback.text


def test_a_function_makes_the_problem_and_an_error_in_it_is_told():
    assert check_problem(lambda n: queens(n), 4, like=queens(4))
    assert "ZeroDivisionError" in check_problem(lambda n: 1 / n, 0).text
    like = Problem({"a": [1]}, name="a > 0")
    said = check_problem(lambda n: Problem({"a": range(n)}), 2, like=like).text
    assert said.startswith("a > 0: the domain of a is 0 and 1")


def test_three_dots_are_not_done_yet():
    assert check_problem(...).verdict == "not done yet"
