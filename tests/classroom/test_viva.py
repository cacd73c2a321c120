"""Questions about a learner's own function: their keys are what it does, worked out again here."""

import re
from functools import partial
from itertools import product
from random import Random

import pytest
from conftest import EXHAUSTIVE, PlainPage, few
from student_cells import written

from futoshiki_lab import Cell, check_look_back, check_mrv, check_viva, core, viva
from futoshiki_lab.classroom.exams.viva import ask_author
from futoshiki_lab.classroom.tutor import guard, right_answers
from futoshiki_lab.core.jumping import culprits

LAZY = """
def my_fc_check(board, cell, x):
    for value in board.domains[x]:
        if value == board.values[cell]:
            board.prune(x, value, because=cell)
    return len(board.domains[x]) > 0
"""
MOST = """
def my_mrv(board):
    return max(board.unassigned, key=lambda cell: len(board.domains[cell]))
"""
BACK = """
def my_look_back(board, cell):
    return all(
        board.check(cell, board.values[cell], other, board.values[other])
        for other in board.assigned_neighbours(cell)
    )
"""


def asked(source, kind, **how):
    """The questions of a kind about a student's function, of several seeds."""
    function, found = written(source, **vars(core)), []
    for seed in range(4 if EXHAUSTIVE else 1):
        found += [one for one in viva(function, seed=seed, **how) if one.kind == kind]
    assert found
    return found


def test_what_a_function_that_forgets_the_signs_removes_is_right_for_it():
    for question in asked(LAZY, "removals"):
        shown, cell, value = question.shown, question.asked["cell"], question.asked["value"]
        gone = {}
        for x in shown.puzzle.neighbours[cell]:
            if x in shown.free and value in shown.domains[x]:
                gone[x] = (value,)
                if shown.domains[x] == (value,):
                    break
        assert question.answer == gone


def test_a_selection_of_the_most_values_is_asked_about_as_it_is():
    for question in asked(MOST, "next_cell"):
        sizes = {cell: len(question.shown.domains[cell]) for cell in question.shown.free}
        assert question.answer == max(sizes, key=sizes.get)


def test_the_checks_of_a_look_back_are_those_up_to_the_first_violation():
    for question in asked(BACK, "checks"):
        shown, cell = question.shown, question.asked["cell"]
        checks = 0
        for other in shown.puzzle.neighbours[cell]:
            if other in shown.values:
                checks += 1
                constraint = shown.puzzle.constraints[cell][other]
                if not constraint.holds(shown.values[cell], shown.values[other]):
                    break
        assert question.answer == checks


def test_the_function_itself_stands_in_the_question_with_how_it_is_called():
    question = asked(LAZY, "removals")[0]
    assert "def my_fc_check(board, cell, x):" in question.whole
    assert "with each unassigned neighbour" in question.whole
    assert all(isinstance(cell, Cell) for cell in question.answer)


def test_questions_about_it_follow_a_function_that_is_right_and_no_other(monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", lambda one, **_: shown.append(one))
    for source, check, follow in ((BACK, check_look_back, 3), (MOST, check_mrv, 0)):
        shown.clear()
        check(written(source, **vars(core)))._ipython_display_()
        assert "text/html" in shown[0]
        assert [one.role for one in shown[1:]] == ["question"] * follow
        assert not any(one.bet or one.given for one in shown[1:])


@pytest.mark.parametrize(
    ("exercise", "function", "answer"),
    [
        ("culprits", lambda board: {*board.puzzle.cells[:3]}, {0, 1, 2}),
        ("nogood", lambda board: dict.fromkeys(board.puzzle.cells[1:3], 1), {1, 2}),
        ("min_conflicts", lambda board: {(cell, 1) for cell in board.puzzle.cells[:2]}, {0, 1}),
    ],
)
def test_what_an_authors_function_gives_is_asked_as_it_is_right_or_not(exercise, function, answer):
    (asked,) = ask_author(function, exercise)
    assert {*asked._kind.answer} == answer
    assert "Which cells" in asked.question


@pytest.mark.parametrize("exercise", ["culprits", "nogood"])
def test_one_answer_alone_fits_the_dead_end_that_is_asked_about(exercise, monkeypatch):
    shown = []
    monkeypatch.setattr("futoshiki_lab.classroom.ask.predict", lambda *_, **how: shown.append(how))
    for name in "abcdefgh":
        text = f"def {name}(board):\n    return {{x: board.values[x] for x in culprits(board)}}"
        ask_author(written(text, culprits=culprits), exercise)
    for values, puzzle in [(how["board"].values, how["board"].puzzle) for how in shown]:
        fits = set()
        for near in [puzzle.constraints[cell] for cell in puzzle.cells if cell not in values]:
            fail = [
                [x for x in near if x in values and not near[x].holds(value, values[x])]
                for value in puzzle.values
            ]
            first = [[x for x in some if x in puzzle.givens] or some for some in fail]
            fits |= {frozenset(some).difference(puzzle.givens) for some in product(*first)}
        assert len(fits) == 1
    assert len(shown) == 8


def test_what_an_insertion_of_ones_own_removes_is_asked():
    (asked,) = ask_author(right_answers.insertion, "insertion")
    assert asked._kind.name == "values"
    left = asked.offer["domains"]
    assert all(left[cell] & mask == mask for cell, mask in asked._kind.answer)
    assert len(re.findall(r"(\d has no place left but r\dc\d)", asked._secret["because"])) > 1


def test_a_revise_of_ones_own_is_asked_about_one_call():
    text = "def my_revise(board, x, y):\n    return revise(board, x, y)"
    (asked,) = ask_author(written(text, revise=core.revise), "revise")
    ((_, gone),) = asked._kind.answer
    told = re.findall(r"no value that supports (\d): r\dc\d . r\dc\d", asked._secret["because"])
    assert 1 < gone.bit_count() == len(told)
    assert re.search(r"called with (r\dc\d), (?!\1)r\dc\d on this board", asked.question)


@pytest.mark.parametrize("source", few([LAZY, MOST, BACK]))
def test_answers_are_marked_by_the_function_and_usual_guesses_miss(source):
    function = written(source, **vars(core))
    asked = viva(function, count=3)
    right = [*asked.answers().values()]
    assert check_viva(function, right, count=3).share == 1
    for at, question in enumerate(asked):
        assert sum(not one.misconception for one in question.choices) == 1
        for letter, _ in few(question.wrong):
            guessed = check_viva(function, [*right[:at], letter, *right[at + 1 :]], count=3)
            assert (guessed.verdict, guessed.share) == ("wrong", 0)
    assert check_viva(function, ["", "", ""]).verdict == "not done yet"


def test_a_function_that_calls_the_librarys_is_asked_about():
    asked = viva(written("def my_ac3(board, arcs):\n    return ac3(board, arcs)", **vars(core)))
    assert "it calls this function with all arcs" in asked[0].whole
    assert "a look that calls `my_ac3` with all arcs" in asked[0].search
    assert "checks" not in {one.kind for one in asked}  # one for each arc, and nearly all hold


def test_a_function_without_source_is_refused_in_a_sentence():
    names = {}
    exec(MOST, names)
    with pytest.raises(ValueError, match="my_mrv has no source to show: write it"):
        viva(names["my_mrv"])


@pytest.mark.browser
@pytest.mark.xdist_group(__name__)
def test_an_ordinary_line_of_a_function_fits_on_paper(new_page, tmp_path):
    line = "    hardest = max(board.unassigned, key=lambda cell: cell.column)  #"
    function = written(MOST.replace("board):\n", f"board):\n{line:#<70}\n"))
    page = new_page(PlainPage, 680, 900).page  # the width of A4 between its margins
    page.goto(viva(function, count=1).save(tmp_path / "viva.html")[0].as_uri())
    page.emulate_media(media="print")
    high, wide, rows = page.locator(".block").evaluate(
        "one => [one.clientHeight / parseFloat(getComputedStyle(one).lineHeight), "
        "one.scrollWidth - one.clientWidth, one.textContent.trim().split('\\n').length]"
    )
    page.emulate_media(media="screen")
    assert (round(high), wide) == (rows, 0)
    assert rows == 3


def test_a_function_of_no_known_exercise_is_named():
    def helper(board):
        return board

    with pytest.raises(ValueError, match="say which exercise it was written for"):
        viva(helper)


def test_nobody_is_asked_what_a_function_does_that_draws_lots():
    draw = "def my_mrv(board): return lots.choice(board.unassigned)"
    lots = written(draw, lots=Random(1))
    with pytest.raises(ValueError, match="my_mrv draws lots"):
        viva(lots, count=2)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("while True: pass", "It does not come to an end; it loops in line"),
        ("time.sleep(60)", "It takes more than 0.4 seconds, in line"),
        ("sys.exit()", "SystemExit, line"),
        ("return 1 / 0", "ZeroDivisionError, line"),
        ("return input()", "`input` cannot be used"),
        ("return [0] * 10**11", "MemoryError, line"),
        ("return None", "must return one of board.unassigned"),
    ],
)
def test_what_goes_wrong_in_a_function_is_told(body, said, monkeypatch):
    monkeypatch.setattr(guard, "MOST_SECONDS", 0.2)
    function = written(f"import sys, time\n\ndef my_mrv(board):\n    {body}")
    with pytest.raises((ValueError, TypeError), match=re.escape(said)):
        viva(function)
    assert said in check_viva(function, ["a"]).where


def test_a_partial_a_callable_object_and_the_librarys_own_are_asked_about_where_they_matter():
    class Most:
        def __call__(self, board):
            return max(board.unassigned, key=lambda cell: len(board.domains[cell]))

    def my_mrv(board, *, size):
        return min(board.unassigned, key=lambda cell: size(board.domains[cell]))

    for function in (Most(), partial(my_mrv, size=len), core.mrv):
        texts = [one.whole for one in viva(function, "mrv", count=2)]
        assert all("(`fc`, " in text for text in texts)
    for function in (core.fc_check, core.revise):
        assert len(viva(function, count=1)) == 1
