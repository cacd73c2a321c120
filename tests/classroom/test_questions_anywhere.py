"""Questions about any problem: their keys, worked out again from the constraints alone."""

import re
import warnings
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from conftest import EXHAUSTIVE
from reference_questions import answer

from futoshiki_lab import Constraint, Problem, australia, load, queens, questions, random_binary
from futoshiki_lab.classroom.exams.kinds import KINDS, describe

DIVIDES = Problem(
    {name: range(2, 10) for name in ("p", "q", "r", "s")},
    [
        Constraint("p", "q", "divides", lambda a, b: b % a == 0),
        Constraint("q", "r", "is less than", lambda a, b: a < b),
        Constraint("s", "r", "divides", lambda a, b: b % a == 0),
        Constraint(
            "p", "s", "has no divisor in common with", lambda a, b: a % b != 0 and b % a != 0
        ),
    ],
    name="divisors",
)
PROBLEMS = [australia(), queens(5), queens(6), DIVIDES, *(random_binary(seed=s) for s in range(4))]


@pytest.fixture(scope="module")
def sheets():
    made = {}
    for problem in PROBLEMS:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of some kinds there is nothing to ask
            made[problem] = [
                one
                for seed in range(3 if EXHAUSTIVE else 1)
                for one in questions(problem, seed=seed, count=14)
            ]
    return made


def test_the_second_program_has_the_same_key_and_no_other_choice_is_right(sheets):
    asked = [one for sheet in sheets.values() for one in sheet]
    for question in asked:
        assert question.answer == answer(question), question
        if question.choices:
            assert question.options.count(question.right) == 1
            right = [one.text for one in question.choices if not one.misconception]
            assert right == [question.right]
    assert {one.kind for one in asked} == {name for name, one in KINDS.items() if one.anywhere}


def test_a_question_states_all_variables_values_and_constraints(sheets):
    for problem, sheet in sheets.items():
        for question in sheet:
            rules = "\n".join(question.rules)
            assert f"Variables: {', '.join(map(str, problem.cells))}." in rules
            assert f"Order of values: {', '.join(map(str, problem.values))}." in rules
            assert "row" not in rules.replace("rows", "")
            assert not re.search(r"\bcells?\b", question.whole)
            if problem.view != "chess":  # there one sentence speaks of each two
                assert all(str(pair) in rules for pair in problem.pairs)


@pytest.mark.parametrize("seed", range(4))
def test_the_board_of_one_question_does_not_show_what_the_next_one_asks(seed):
    for problem in (queens(6), load("conjure/4x4")):
        one, other = questions(problem, ["removals", "next_node"], seed=seed)
        ways = [made.shown.values.items() - problem.givens.items() for made in (one, other)]
        assert not (ways[0] <= ways[1])
        assert not (ways[1] <= ways[0])


def test_it_can_be_asked_in_a_notebook_and_written_to_paper_and_a_bank(tmp_path):
    with pytest.warns(UserWarning, match="there is no other question"):
        sheet = questions(DIVIDES, seed=1)
    assert {"removals", "arcs", "next_node"} <= {one.kind for one in sheet}
    assert all(one.ask().still() for one in sheet)
    for name in ("sheet.html", "bank.moodle.xml", "sheet.md"):
        sheet.save(tmp_path / name)
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert "divides" in text
    with pytest.raises(ValueError, match="has no problem of yours"):
        sheet.save(tmp_path / "sheet.ipynb")


def test_a_kind_about_a_futoshiki_is_refused_with_those_that_are_not():
    with pytest.raises(ValueError, match="'rule' asks about a Futoshiki only; about any problem"):
        questions(australia(), "rule")
    assert sum(kind.anywhere for kind in KINDS.values()) >= 12


def test_a_random_problem_has_the_density_and_tightness_asked_for():
    problem = random_binary(7, 5, density=0.5, tightness=0.4, seed=3)
    pairs = [*problem.pairs]
    assert len(pairs) == round(0.5 * 21)
    for one in pairs:
        forbidden = [(a, b) for a in range(1, 6) for b in range(1, 6) if not one.holds(a, b)]
        assert len(forbidden) == round(0.4 * 25)
        assert all(f"{a}|{b}" in one.relation for a, b in forbidden)
    again = random_binary(7, 5, density=0.5, tightness=0.4, seed=3)
    assert [*map(str, again.pairs)] == [*map(str, pairs)]
    with pytest.raises(ValueError, match="2 to 26 variables"):
        random_binary(40)


def test_a_sheet_says_what_the_words_of_its_constraints_mean_and_offers_no_misread_sign(sheets):
    told = {problem.label: sheet[0].rules for problem, sheet in sheets.items()}
    own = Problem(
        {"A": [1, 2], "B": [1, 2]}, [Constraint("A", "B", "is half of", lambda a, b: 2 * a == b)]
    )
    assert describe(own)[-1] == "A is half of B: not 1 with 1, 2 with 1 or 2 with 2."
    assert any("≠ Y: the values" in rule for rule in told["Australia"])
    ideas = [one.misconception for sheet in sheets.values() for q in sheet for one in q.choices]
    assert len(ideas) > 20
    assert not any("sign" in idea.split() or "signs" in idea.split() for idea in ideas)


def test_a_control_character_in_a_name_leaves_every_file_well_formed(tmp_path):
    differ = [Constraint(one, two, "≠", lambda a, b: a != b) for one, two in ("\x01c", "cd")]
    problem = Problem({name: [1, 2, 3] for name in ("\x01", "c", "d")}, differ)
    sheet = questions(problem, "next_node", seed=1)
    ElementTree.fromstring(sheet[0].shown.svg())
    sheet.save(tmp_path / "bank.moodle.xml")
    ElementTree.parse(tmp_path / "bank.moodle.xml")
    sheet.save(tmp_path / "bank.qti.zip")
    with ZipFile(tmp_path / "bank.qti.zip") as packed:
        for name in packed.namelist():
            ElementTree.fromstring(packed.read(name))
