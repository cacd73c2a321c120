"""Predictions in the stepper, in a real browser: by mouse, by keyboard, in an exported page."""

import pytest
import traitlets
from axe import bring_axe, violations
from conftest import few
from steppers import recorded

from futoshiki_lab import Puzzle, Stepper, load, record, record_attempt
from futoshiki_lab.stepper.stepper import PREDICTIONS

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group(__name__)]


@pytest.fixture(scope="module")
def trace():
    return recorded("nyu/Input1", "fc")


@pytest.fixture(scope="module")
def backtracking():
    return recorded("nyu/Input1", "bt")


def words(player):
    return player.text(".fsl-quiz-words").replace("\xa0", " ")


def score(player):
    return player.text(".fsl-quiz-score")


def main_button(player):
    return player.page.locator(".fsl-quiz-main")


def click(player, cell, value=0):
    """Click a cell of the board, on the place of a value."""
    x, y = player.panel(
        """const [name, value] = argument;
        const cell = [...Array(run.cells).keys()].find(at => run.name(at) === name);
        const [x, y] = value ? board.slot(cell, value) : board.middle(cell);
        const place = new DOMPoint(x, y).matrixTransform(board.node.getScreenCTM());
        return [place.x, place.y];""",
        [str(cell), value],
    )
    player.page.mouse.click(x, y)


def pruned(trace, node):
    """The cells and values that the look at a node prunes."""
    events = [trace.event(step) for step in trace.steps("prune")]
    return [(event.cell, event.value) for event in events if event.node == node]


def first_with_prunes(trace):
    return next(node for node in trace.tree if node.number and pruned(trace, node.number))


def marks(player):
    """The shapes on the board, by what they mean."""
    return player.page.evaluate(
        """() => Object.fromEntries(["found", "missing", "extra"].map(name => [name,
            document.querySelectorAll(`.fsl-quiz-marks :not(text).fsl-quiz-${name}`).length]))"""
    )


# -- one question by mouse, one by keyboard -----------------------------------------------------


def test_what_is_pruned_by_mouse(play, trace):
    player = play(trace, predict="prune")
    node = first_with_prunes(trace)
    right = pruned(trace, node.number)
    player.page.get_by_role("button", name="next question").click()
    assert player.step == node.first
    assert words(player).startswith(f"The look at {node.label.replace('=', ' = ')} removes values")
    for cell, value in right:
        click(player, cell, value)
    click(player, *right[0])  # no
    click(player, *right[0])  # yes
    player.page.get_by_role("button", name="that is all").click()
    assert words(player) == f"✓ Right: it removes these {len(right)} values, and no other."
    assert score(player) == "1 of 1 right"
    assert marks(player) == {"found": len(right), "missing": 0, "extra": 0}
    assert player.step == node.first
    player.page.get_by_role("button", name="go on").click()
    last = [step for step in trace.steps("prune") if trace.event(step).node == node.number][-1]
    assert player.step in (last, last + 1)  # a wipe-out follows its prune
    assert player.page.locator(".fsl-quiz-marks *").count() == 0
    assert player.errors == []


def test_what_is_pruned_by_keyboard_alone(play, trace):
    player = play(trace)
    node = first_with_prunes(trace)
    right = pruned(trace, node.number)
    player.press("q", "n")
    assert player.step == node.first
    at = node.cell
    for cell, value in right:
        player.press(*["ArrowDown" if cell.row > at.row else "ArrowUp"] * abs(cell.row - at.row))
        sideways = "ArrowRight" if cell.column > at.column else "ArrowLeft"
        player.press(*[sideways] * abs(cell.column - at.column))
        at = cell
        assert player.text(".fsl-quiz-spoken").startswith(f"{cell} {{")
        player.press(str(value))
        assert f"struck out: {value}" in player.text(".fsl-quiz-spoken")
    player.press("Enter")
    assert words(player).startswith("✓ Right")
    player.press("ArrowRight")
    assert player.step == node.first + 1
    player.press("Enter")  # to the next question
    assert words(player).startswith("The look at")
    assert player.page.evaluate("document.activeElement.matches('.fsl-board')")
    player.press("Enter")
    assert "Strike at least one value out first" in player.text(".fsl-quiz-how")
    player.press("Tab", "Tab")
    label = player.page.locator(".fsl-board").get_attribute("aria-label")
    assert "number keys strike out" in label
    while not player.page.evaluate("document.activeElement.textContent === 'show me'"):
        player.press("Tab")
    player.press("Enter")
    assert words(player).startswith("It removes")
    label = player.page.locator(".fsl-board").get_attribute("aria-label")
    assert "Enter says when values were removed" in label
    assert score(player) == "1 of 2 right"
    player.press("Enter")  # the keyboard is on “go on”
    assert player.step > node.first + 1
    assert player.errors == []


def test_a_wrong_answer_marks_what_is_missing_and_what_is_too_many(play, trace):
    player = play(trace, predict="prune")
    node = first_with_prunes(trace)
    right = pruned(trace, node.number)
    player.press("End")
    cell, value = right[0]
    click(player, cell, value)
    too_many = next(one for one in trace.state(node.first).domains[cell] if one != value)
    click(player, cell, too_many)
    main_button(player).click()
    missing = len(right) - 1
    counted = f"1 of {len(right)} found ○, {missing} missing ◌, 1 too many □."
    assert words(player) == f"✗ Wrong: {counted}"
    reasons = player.page.locator(".fsl-quiz-reasons li").all_inner_texts()
    assert reasons[missing] == f"□ {too_many} stays in {cell}"
    assert marks(player) == {"found": 1, "missing": missing, "extra": 1}
    assert score(player) == "0 of 1 right"


def test_the_cell_that_is_selected(play):
    trace = record(load("nyu/Input1"), "fc", "mrv")
    player = play(trace, predict="cell")
    first, second = [node for node in trace.tree if node.number][:2]
    assert first.cell != second.cell
    player.press("End")
    assert player.step == first.first - 1
    given = next(cell for cell in trace.puzzle.cells if trace.puzzle[cell])
    click(player, given)
    assert player.text(".fsl-quiz-how") == f"{given} has a value."
    click(player, first.cell)
    assert words(player) == f"✓ Right: {first.cell}."
    assert "By mrv" in player.text(".fsl-quiz-reasons")
    player.press("Enter", "Enter")
    assert player.step == second.first - 1
    wrong = next(cell for cell in trace.puzzle.cells[::-1] if cell != second.cell)
    click(player, wrong)
    assert words(player) == f"✗ Wrong: not {wrong}, but {second.cell}."
    assert marks(player) == {"found": 0, "missing": 1, "extra": 1}
    signs = player.page.locator(".fsl-quiz-sign").all_text_contents()
    assert sorted(signs) == sorted("✓×")
    assert score(player) == "1 of 2 right"
    trace = record(load("nyu/Input1"), "fc", "mrv")
    trace.wrong = ("mrv",)
    player = play(trace, predict="cell")
    player.press("End")
    click(player, first.cell)
    told = "By your rule, mrv, which its check calls wrong"
    assert told in player.text(".fsl-quiz-reasons")


def test_the_value_by_its_digit_by_its_button_and_on_the_board(play, backtracking):
    player = play(backtracking, predict="value")
    tried = [backtracking.event(step) for step in backtracking.steps("node")][:4]
    player.press("End", str(tried[0].value))
    assert words(player) == f"✓ Right: {tried[0].value}."
    player.press("Enter", "Enter")
    player.page.get_by_role("button", name=f"{tried[1].cell} = {tried[1].value}").click()
    assert words(player) == f"✓ Right: {tried[1].value}."
    player.press("Enter", "Enter")
    click(player, tried[2].cell, tried[2].value)
    player.press("Enter", "Enter", str(tried[3].value % 5 + 1))
    assert words(player).startswith("✗ Wrong")
    assert score(player) == "3 of 4 right"


def test_where_the_search_goes_back_to(play):
    trace = record(Puzzle(((1, 0, 0), (0, 1, 0), (0, 0, 2))), "bt")
    player = play(trace, predict="backtrack")
    steps = trace.steps("backtrack")
    assert trace.outcome == "unsatisfiable"
    for step in steps[:-1]:
        player.press("End")
        click(player, trace.state(step - 1).path[-1])
        assert words(player).startswith("✓ Right")
    player.press("End")
    assert player.page.get_by_role("button", name="nowhere: the search ends").is_visible()
    player.press("0")
    assert words(player) == "✓ Right: nowhere."
    assert score(player) == f"{len(steps)} of {len(steps)} right"
    player.press("Enter")
    assert player.step == len(trace)
    assert words(player) == "The run is over."
    assert "no solution" in player.text(".fsl-title")


def test_what_comes_next_is_about_no_cell(play, backtracking):
    player = play(backtracking, predict="next")
    player.press("End")
    for key in "22":
        player.press(key)
        assert words(player).startswith(("✓ Right", "✗ Wrong"))
        assert player.page.locator(".fsl-quiz-marks *").count() == 0
        player.press("Enter", "End")
    assert score(player) == "1 of 2 right"


# -- it stops, hides, and lets go back ------------------------------------------------------------


def test_every_move_forward_stops_at_the_first_question(play, trace):
    """Where the questions are is tested in test_stepper_quiz.py."""
    player = play(trace, predict="prune", hide_ahead=False)
    player.press("End")
    first = player.step
    assert 0 < first < len(trace) / 4
    # Three of them lead to the question at the latest, and the fourth not beyond it.
    moves = [lambda key=key: player.press(*[key] * 4) for key in [*"npdwbsc", "PageDown"]]
    moves.append(lambda: player.go(len(trace)))
    end = player.page.get_by_role("button", name="to the end (End)")
    moves.append(lambda: (player.press("x"), end.click()))
    for move in moves:
        player.press("Escape")
        player.at(first - 3)
        assert player.step == first - 3
        move()
        assert player.step == first
    timeline = player.page.locator(".fsl-timeline").bounding_box()
    player.press("Escape", "Home")
    player.page.mouse.click(timeline["x"] + timeline["width"] - 20, timeline["y"] + 10)
    player.placed()
    assert 0 < player.step <= first
    player.press("Escape", "Home", *"......", "Space")
    player.page.wait_for_function(f"document.querySelector('.fsl').stepper.steps[0] === {first}")
    player.page.wait_for_function("document.querySelector('.fsl').stepper.transport.timer === 0")
    assert player.errors == []


def test_going_back_is_free_and_what_was_answered_is_not_asked_again(play, backtracking):
    player = play(backtracking, predict="value")
    steps = backtracking.steps("node")
    player.press("End", "1", "Enter", "End", "1", "Enter", "End")
    assert player.step == steps[2] - 1
    player.press("Home", "End")
    assert player.step == steps[2] - 1
    player.press("Shift+N", "ArrowLeft")
    assert player.step == steps[1] - 1
    assert words(player).startswith(("✓ Right", "✗ Wrong"))  # what was said stays there
    player.press("ArrowRight")
    assert player.step == steps[1]
    player.press("q", "Home", "q", "End")  # also not when predictions were off
    assert player.step == steps[2] - 1
    assert score(player).endswith("of 2 right")


def test_what_comes_is_hidden_and_stays_hidden(play, trace):
    player = play(trace, predict="prune")
    player.press("h")
    assert "hidden while you predict" in player.text(".fsl-note")
    title = player.text(".fsl-title").replace("what is pruned", "")
    assert not any(word in title for word in ("solved", "2,049", " of "))
    assert player.page.locator(".fsl-veil").is_visible()
    player.press("End")
    assert player.panel("return tree.layout.nodes") == 2
    assert player.sees(".fsl-cut") == 0


@pytest.mark.parametrize("hidden", [False, True])
def test_switched_on_and_off_what_was_hidden_before_is_as_it_was(play, trace, hidden):
    player = play(trace, step=144, hide_ahead=hidden)
    choice = player.page.locator(".fsl-predict select")
    assert choice.input_value() == ""
    player.press("x")
    player.page.locator(".fsl").focus()
    for on, off in (
        (lambda: player.press("q"), lambda: player.press("q")),
        (lambda: choice.select_option("which value"), lambda: choice.select_option("off")),
    ):
        on()
        assert (player.sees(".fsl-quiz"), player.sees(".fsl-veil")) == (1, 1)
        off()
        assert (player.sees(".fsl-quiz"), player.sees(".fsl-veil")) == (0, hidden)
        player.page.locator(".fsl").focus()
    player.press("End")
    assert player.step == len(trace)


def test_the_keys_ask_only_what_the_run_has(play, trace, backtracking):
    without_prunes = [kind for kind in PREDICTIONS if kind not in ("prune", "reason")]
    for shown, kinds in ((trace, PREDICTIONS), (backtracking, without_prunes)):
        player = play(shown)
        choice = player.page.locator(".fsl-predict select")
        seen = []
        for _ in kinds:
            player.press("Shift+Q")
            seen.append(choice.input_value())
        assert sorted(seen) == sorted(kinds)
        player.press("q", "q")
        assert choice.input_value() == seen[-1]
    player.press("?")
    assert "q / Shift+Q" in player.text(".fsl-help")


def test_a_run_without_such_events_says_so(play, backtracking):
    player = play(backtracking, predict="prune")
    assert (
        words(player) == "No look of this search removes a value, so there is nothing to predict."
    )
    assert not main_button(player).is_visible()
    player.press("End")
    assert player.step == len(backtracking)


def test_a_run_that_an_error_stopped_says_so(play, trace):
    stopped = record_attempt(trace.puzzle, "fc", lambda board: board.unasigned)
    assert "stopped early (AttributeError" in words(play(stopped, predict="cell"))


def test_several_runs_are_not_asked_about(play, trace, backtracking):
    player = play(backtracking, trace)
    assert player.page.locator(".fsl-predict").count() == 0
    player.press("q")
    assert "for one run" in player.text(".fsl-note")
    player.press("End")
    assert player.steps == [len(backtracking), len(trace)]


def test_values_of_two_digits(play):
    trace = record(Puzzle([[0] * 12] * 12), "fc", order="descending", event_limit=3000)
    player = play(trace, predict="value")
    player.press("End", "1", "2")
    assert words(player) == "✓ Right: 12."
    player.press("Enter", "Enter", "1")
    assert words(player).startswith("Which value")
    player.press("Enter")
    assert words(player) == "✗ Wrong: not 1, but 11."
    player.press("Escape", "x")
    player.page.locator(".fsl-predict select").select_option("what is pruned")
    player.page.locator(".fsl").focus()
    player.press("Home", "End", "ArrowRight", "1", "2")
    player.page.wait_for_timeout(1600)
    player.press("2")
    assert player.text(".fsl-quiz-spoken").endswith("struck out: 2 and 12")


KEYS = """keys => keys.forEach(key => document.activeElement.dispatchEvent(
    new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true})))"""


def test_keys_that_come_faster_than_pictures_reach_the_question(play, trace):
    player = play(trace, predict="prune")
    for key in ("Home", "End", "ArrowRight", "ArrowRight"):
        player.press(key)
    slowly = player.text(".fsl-quiz-spoken")
    player = play(trace, predict="prune")
    player.page.evaluate(KEYS, ["Home", "End", "ArrowRight", "ArrowRight"])
    assert player.text(".fsl-quiz-spoken") == slowly != ""


# -- how it looks ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "height", "fill"),
    few([(1280, 720, True), (1280, 720, False), (390, 844, False), (1920, 1080, True)], 2),
)
def test_nothing_jumps_when_a_question_comes_and_goes(play, trace, width, height, fill):
    player = play(trace, width=width, height=height)
    player.press(*("f" if fill else ""))

    def sizes_and_places():
        """Of the transport bar, which stays in sight, only the size; of others also the place."""
        player.placed()
        across, down, *_ = player.places(".fsl-runs")[0]
        views = player.places(".fsl-board, .fsl-quiz, .fsl-source, .fsl-tree")
        (bar,) = player.places(".fsl-transport")
        places = [[box[0] - across, box[1] - down, box[2] - across, box[3] - down] for box in views]
        return [[*map(round, place)] for place in [*places, [bar[2] - bar[0], bar[3] - bar[1]]]]

    for kind in PREDICTIONS:
        player.press("Home")
        player.set("predict", kind)
        places = sizes_and_places()
        player.press("End")
        assert player.page.locator(".fsl-asking").count() == 1
        assert sizes_and_places() == places
        player.page.get_by_role("button", name="show me").click()
        assert sizes_and_places() == places
        main_button(player).click()
        assert sizes_and_places() == places


def test_the_tree_keeps_its_shape_when_a_question_takes_room(play, trace):
    player = play(trace, width=1280, height=720)
    player.press_and_wait("f", "q")
    ratios = """(({width, height, clientWidth, clientHeight}) =>
        [width / clientWidth, height / clientHeight])(document.querySelector(".fsl-canvas"))"""
    across, down = player.page.evaluate(ratios)
    assert down == pytest.approx(across, rel=0.01)


def test_a_finger_hits_every_button_of_a_question_and_is_told_of_no_key(play, trace):
    phone = {"has_touch": True, "is_mobile": True}
    player = play(trace, predict="prune", width=390, height=844, context=phone)
    player.press("End", "ArrowRight")
    assert player.fits_a_finger(".fsl-quiz button, .fsl-transport button")
    how = player.page.locator(".fsl-quiz-how").inner_text()
    assert how == "Tap what is removed. Then “that is all”."


def test_axe_finds_no_violation(request, play, trace):
    player = play(trace, predict="prune", height=720)
    bring_axe(request.config, player)
    for keys in (
        (),
        ("End", "ArrowDown", "1", "3"),
        ("Enter",),
        ("Shift+Q", "End"),
        ("f",),
        ("f", "q", "q", "Shift+Q", "Shift+Q", "Shift+Q", "End"),
    ):
        player.press(*keys)
        assert violations(player) == [], keys


# -- the Python side -------------------------------------------------------------------------------


def test_a_stepper_refuses_what_cannot_be_predicted(trace, backtracking):
    assert Stepper(trace).predict == ""
    for make in (
        lambda: Stepper(trace, predict="prunes"),
        lambda: setattr(Stepper(trace), "predict", "prunes"),
    ):
        with pytest.raises(traitlets.TraitError) as error:
            make()
        assert all(word in str(error.value) for word in ("'prunes'", *PREDICTIONS))
    with pytest.raises(ValueError, match="predictions are about one run"):
        Stepper(trace, backtracking, predict="prune")
    two = Stepper(trace, backtracking)
    with pytest.raises(traitlets.TraitError, match="predictions are about one run"):
        two.predict = "cell"
    assert two.predict == ""
    assert Stepper(load("nyu/Input1"), predict="cell").predict == "cell"
