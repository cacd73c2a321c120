"""Reasons in a real browser: what a question lights in the game and in the stepper."""

import pytest
from games import GAME, Board
from steppers import failed

from futoshiki_lab import Play, Puzzle, Stepper, load, record
from futoshiki_lab.reasons.answers import carried_failures, facts

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group(__name__)]

FOUR, NONE = load("unequal/4x4-recursive#1"), Puzzle(((1, 1), (0, 0)))
STEPPER = "document.querySelector('.fsl').stepper"
LIT = """board => ['.fsl-fact', '.fsl-signs [data-reason]', '.fsl-band', '.fsl-refused text'].map(
    kind => [...board.querySelectorAll(kind)]
        .filter(mark => getComputedStyle(mark).visibility === 'visible').length)"""


@pytest.fixture
def open_page(new_page, tmp_path, monkeypatch):
    """Open a view in a page without a server."""
    monkeypatch.setattr(Stepper, "still", lambda stepper: "")  # it is not seen here

    def opened(view):
        board = new_page(Board, 1280, 720)
        board.show(view.to_html(tmp_path / "page.html"), ".fsl-board")
        board.page.locator(".fsl-board").focus()
        return board

    return opened


@pytest.fixture
def game(open_page):
    return open_page(Play(FOUR))


def lit(board):
    """How many entries, signs, lines and struck values are lit."""
    return board.page.locator(".fsl-board").evaluate(LIT)


def facts_in(reason):
    """The same of a reason."""
    return [len(reason[kind]) for kind in ("entries", "signs", "lines")]


SOLUTION = facts(FOUR)["solution"]
EMPTY = next(at for at, cell in enumerate(FOUR.cells) if not FOUR[cell])
NAME = FOUR.cells[EMPTY]
WRONG = SOLUTION[EMPTY] % 4 + 1


def test_a_key_and_a_digit_ask_and_the_board_answers(game):
    game.go(EMPTY)
    game.press("w")
    assert game.said == f"Why not? Press a number: the reasons why {NAME} cannot be it."
    game.press(str(WRONG))
    reason = game.page.evaluate(f"{GAME}.reason")
    assert game.said == reason["text"]
    assert game.said.startswith(f"{NAME} cannot be {WRONG}: ")
    assert game.page.locator(".fsl-sentence").get_attribute("aria-live") == "polite"
    assert lit(game) == [*facts_in(reason), 1]
    assert game.values[EMPTY] == 0  # the digit was a question
    game.press("Escape")
    assert lit(game) == [0, 0, 0, 0]
    game.press(str(WRONG))
    assert game.values[EMPTY] == WRONG  # and is one no more


def test_a_wrong_entry_is_asked_about_at_once_and_a_move_takes_the_light_away(game):
    game.go(EMPTY)
    game.press(str(WRONG))
    game.button(f"why {WRONG}?").click()
    game.settle()
    assert game.said.startswith(f"{NAME} cannot be {WRONG}: ")
    assert sum(lit(game)) > 0
    assert lit(game)[3] == 0  # the entry stands there itself
    game.press("u")
    assert lit(game) == [0, 0, 0, 0]


def test_a_value_that_is_crossed_out_is_asked_about_by_a_click(game):
    other = next(value for value in (1, 2, 3, 4) if value not in (WRONG, SOLUTION[EMPTY]))
    game.page.evaluate(
        f"for (const n of [1, 2]) {GAME}.game.note({EMPTY}, {other}); {GAME}.view.draw()"
    )
    slot = game.page.evaluate(f"{GAME}.view.board.slot({EMPTY}, {other})")
    point = f"new DOMPoint(...{slot}).matrixTransform({GAME}.view.board.node.getScreenCTM())"
    game.page.mouse.click(*game.page.evaluate(f"(point => [point.x, point.y])({point})"))
    assert game.said != f"{NAME} cannot be {other}"
    game.button(f"why {other}?").click()
    game.settle()
    assert game.said.startswith(f"{NAME} cannot be {other}: ")
    game.press("ArrowDown", "ArrowUp")
    assert game.page.get_by_role("button", name=f"why {other}?").count() == 0


def test_a_value_that_can_stand_is_said_and_nothing_is_lit(game):
    game.go(EMPTY)
    game.press("w", str(SOLUTION[EMPTY]))
    assert game.said == f"{NAME} can still be {SOLUTION[EMPTY]}."
    assert lit(game) == [0, 0, 0, 0]
    assert game.page.evaluate(f"{GAME}.game.hints") == 1  # it tells as much as a hint


def test_a_given_is_no_question(open_page):
    game = open_page(Play(load("unequal/5x5-trivial#1")))
    game.go(next(cell for cell, value in enumerate(game.values) if value))
    game.press("w")
    assert game.said.endswith("is given and stays.")


def test_the_third_strength_of_a_hint_lights_a_reason(game):
    game.go(EMPTY)
    game.press(str(WRONG), "h", "h")
    assert sum(lit(game)) == 0
    game.press("h")
    reason = game.page.evaluate(f"{GAME}.hint.reason")
    assert game.said.splitlines()[-1] == reason["text"]
    assert lit(game) == [*facts_in(reason), 0]
    assert game.shown(".fsl-checked") == 1  # the wrong entry; the reason lights the rest
    assert game.errors == []


def test_a_puzzle_without_solution_says_why(open_page):
    board = open_page(Play(NONE))
    board.press("s")
    assert board.said == "This puzzle has no solution: ask “why?”."
    board.press("w")
    assert board.said == "1 stands twice in row 1: in r1c1 and r1c2."
    assert lit(board) == [2, 0, 1, 0]


# -- the stepper ---------------------------------------------------------------------------------


def test_a_failed_node_says_the_smallest_reason_beside_whom_the_search_blamed(open_page):
    trace = record(FOUR, "fc")
    player = open_page(Stepper(trace))
    carried = carried_failures(trace.puzzle, trace.recorder, trace.outcome)
    nodes = [node.number for node in failed(trace)][:12]
    for number in nodes:
        player.page.evaluate(
            """async node => {
                const [panel] = document.querySelector('.fsl').stepper.panels;
                panel.draw(panel.run.length);
                panel.pick(node);
                await new Promise(done => setTimeout(done));
            }""",
            number,
        )
        blamed, reason, *since = player.page.locator(".fsl-note > div").all_inner_texts()
        told, step = carried[number].get("since", ("", 0))
        assert "".join(since) == told
        assert "to blame" in blamed
        assert reason.strip() == carried[number]["text"]
        assert lit(player) == [*facts_in(carried[number]), 0]
        assert not step or step < trace.tree[number].first
    player.page.locator(".fsl").focus()
    player.press("ArrowRight")
    assert lit(player) == [0, 0, 0, 0]
    assert player.errors == []


def test_a_click_goes_to_the_node_where_it_was_so_already(open_page):
    trace = record(load("nyu/Input1"), "fc")
    player = open_page(Stepper(trace))
    carried = carried_failures(trace.puzzle, trace.recorder, trace.outcome)
    number, step = next((n, one["since"][1]) for n, one in carried.items() if "since" in one)
    player.page.evaluate(f"{STEPPER}.panels[0].draw({len(trace)})")
    player.page.evaluate(f"{STEPPER}.panels[0].pick({number})")
    player.page.locator(".fsl-note > div").last.get_by_role("button").click()
    assert player.page.evaluate(f"{STEPPER}.panels[0].cursor.step") == step


def test_an_unsatisfiable_end_says_why(open_page):
    player = open_page(Stepper(record(NONE, "fc")))
    player.button("why is there no solution?").click()
    player.page.wait_for_selector(".fsl-fact[visibility=visible]")
    assert player.page.locator(".fsl-note").inner_text().startswith("1 stands twice in row 1: ")
    player.press("h")
    assert not player.button("why is there no solution?").is_visible()


def test_a_run_that_is_too_long_says_what_it_takes(open_page, monkeypatch):
    monkeypatch.setattr("futoshiki_lab.reasons.answers.NODES", -1)
    player = open_page(Stepper(record(NONE, "bt")))
    player.button("why is there no solution?").click()
    player.page.get_by_text("That takes a running kernel").wait_for()
