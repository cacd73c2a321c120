"""Play in a real browser, as a plain file with no server and no kernel."""

import re

import pytest
from games import GAME, Board

from futoshiki_lab import Puzzle, dumps, load, loads
from futoshiki_lab.classroom.play import Play
from futoshiki_lab.reasons.answers import facts
from futoshiki_lab.stepper.packing import pack_puzzle

# Plain pages need a browser but no JupyterLab: they may run beside the notebooks.
pytestmark = [pytest.mark.browser, pytest.mark.xdist_group(__name__)]

FIVE = load("unequal/5x5-tricky#1")  # signs only
GIVENS = load("unequal/5x5-trivial#1")
SEVEN = load("unequal/7x7-easy#1")
HOSTILE = """</script><script>window.harm = 1</script><!--'"`${window.harm = 1}<img src=x """
HOSTILE += """onerror="window.harm = 1"></style></title>\u202e"""


@pytest.fixture
def opened(new_page, tmp_path):
    """Open a page to play on, with no server and no way to one."""

    def opened(puzzle, width=1000, height=800, context=None, **options):
        path = Play(puzzle, **options).to_html(tmp_path / "play.html")
        board = new_page(Board, width, height, **(context or {})).open(path)
        board.page.evaluate("document.querySelector('.fsl-board').focus()")
        return board

    return opened


# -- to the end ----------------------------------------------------------------------------------


def test_the_keyboard_alone_suffices(opened):
    solution = facts(FIVE)["solution"]
    board = opened(FIVE)
    board.page.evaluate("document.activeElement.blur()")
    for _ in range(10):  # Tab leads to the board
        board.press("Tab")
        if board.page.evaluate("document.activeElement.classList.contains('fsl-board')"):
            break
    for cell, value in enumerate(solution):
        board.go(cell)
        board.press(str(value))
    assert board.values == solution
    assert board.said.startswith("Solved in 0:")
    assert "fsl-solved" in board.page.locator(".fsl-board").get_attribute("class")
    assert [url for url in board.requests if not url.startswith("file:")] == []
    assert board.errors == []


def test_a_hint_has_three_strengths_and_is_applied_and_undone(opened):
    board = opened(FIVE)
    board.press("h")
    weakest = board.said
    assert "Hint 1 of 3" in weakest
    assert board.shown(".fsl-checked") > 0
    assert board.shown(".fsl-cut") + board.shown(".fsl-ghost") == 0
    board.press("Enter")  # too early
    assert board.values == [0] * 25
    board.press("h", "h")
    assert board.said.count("\n") == 3  # all three are there
    assert board.shown(".fsl-cut") + board.shown(".fsl-ghost") > 0
    board.button("do what the strongest hint says").click()
    assert board.shown(".fsl-checked") == 0
    moved = board.page.evaluate(f"{GAME}.game.at")
    board.press("u")
    assert (moved, board.page.evaluate(f"{GAME}.game.at")) == (1, 0)


# -- entering --------------------------------------------------------------------------------------


def test_pencil_marks(opened):
    board = opened(FIVE)
    board.press("p", "1", "3", "3", "4", "4", "4")
    assert board.notes(0) == [[1], [3]]  # noted, crossed out, and neither
    board.press("p", "Shift+Digit5", "2")
    assert board.values[0] == 2
    board.press("Backspace")
    assert (board.values[0], board.notes(0)) == (0, [[1, 5], [3]])
    board.press("Delete")
    assert board.notes(0) == [[], []]
    board.press("m")
    assert board.notes(24)[0] == [1, 2, 3, 4, 5]


def test_a_sign_is_marked_as_done(opened):
    smaller, larger = next(pair for pair in sorted(FIVE.signs) if pair[0].row == pair[1].row)
    left, right = sorted((smaller, larger))
    board = opened(FIVE)
    done = board.page.locator(".fsl-signs [data-done]")
    (ax, ay), (bx, by) = (board.middle(FIVE.cells.index(cell)) for cell in (left, right))
    board.page.mouse.click((ax + bx) / 2, (ay + by) / 2)
    sign = f"{left} {'<' if smaller == left else '>'} {right}"
    assert board.said == f"The sign {sign} is marked as done."
    assert done.count() == 1
    board.press("u")
    assert done.count() == 0
    board.go(FIVE.cells.index(left))
    board.press("Shift+ArrowRight")
    assert done.count() == 1
    board.press("ArrowRight", "ArrowLeft")
    assert "(done)" in board.page.locator(".fsl-hidden[aria-live]").inner_text()
    board.reload()
    assert done.count() == 1
    board.go(FIVE.cells.index(right))
    board.press("Shift+ArrowLeft")
    assert board.said.endswith("is no longer marked as done.")
    assert done.count() == 0
    board.go(0)
    board.press("Shift+ArrowUp")
    assert board.said == "There is no sign on that side of r1c1."


# -- IDs -------------------------------------------------------------------------------------------


def enter_id(board, text):
    if not board.page.get_by_label("ID of a puzzle").is_visible():
        board.press("i")
    board.page.get_by_label("ID of a puzzle").fill(text)
    board.press("Enter")


def test_an_id_is_copied(opened):
    board = opened(GIVENS, context={"permissions": ["clipboard-read", "clipboard-write"]})
    board.press("i")
    field = board.page.get_by_label("ID of a puzzle")
    assert loads(field.input_value()) == GIVENS
    board.button("copy the ID").click()
    board.page.wait_for_function(f"{GAME}.view.told.textContent === 'The ID is copied.'")
    assert loads(board.page.evaluate("navigator.clipboard.readText()")) == GIVENS
    board.press("Escape", "i")
    assert not field.is_visible()


def test_a_puzzle_is_entered_by_its_id_and_the_pages_own_comes_back(opened):
    board = opened(FIVE)
    board.press("3")
    enter_id(board, f"  {dumps(GIVENS, 'id')}")
    assert board.values == [value for row in GIVENS.grid for value in row]
    board.press("h")  # the keyboard is back on the board
    assert "no hints for this puzzle here" in board.said
    board.go(GIVENS.grid[0].index(0))
    board.press("1", "c")
    assert board.page.evaluate(f"{GAME}.puzzle.signs") == pack_puzzle(GIVENS)["signs"]
    enter_id(board, dumps(FIVE, "id"))
    assert board.values[0] == 3  # its game goes on
    board.press("s")
    assert board.values == facts(FIVE)["solution"]
    assert board.errors == []


def test_a_wrong_id_is_said_and_the_board_stays(opened):
    board = opened(FIVE)
    board.press("3")
    enter_id(board, HOSTILE)
    assert "an ID begins with the size and a colon" in board.said
    assert (board.values[0], len(board.values)) == (3, 25)
    assert board.page.evaluate("window.harm") is None


def test_numbers_of_two_digits(opened):
    board = opened(Puzzle([[0] * 12] * 12))
    board.press("1", "2", "ArrowRight", "1", "ArrowRight", "1", "0", "ArrowRight", "2", "3")
    assert board.values[:4] == [12, 1, 10, 3]
    board.press("ArrowRight", "1")
    board.page.evaluate(f"{GAME}.typed.time -= 2000")
    board.press("1")  # too late for eleven
    assert board.values[4] == 1
    board.press("2")  # the second digit of what stands there already
    assert board.values[4] == 12
    board.press("u", "u", "u")
    assert board.values[:5] == [12, 1, 10, 2, 0]
    board.press("Home", "Backspace", "p", "1", "1", "2")
    assert board.notes(0) == [[2, 11], []]


def test_the_mouse_and_the_numbers_on_the_screen(opened):
    board = opened(FIVE)
    board.page.mouse.click(*board.middle(13))
    board.button("enter 4").click()
    assert board.values[13] == 4
    board.button("notes: numbers").click()
    board.page.mouse.click(*board.middle(14))
    board.button("enter 2").click()
    assert board.notes(14) == [[2], []]
    board.button("undo (u)").click()
    board.button("undo (u)").click()
    assert board.values == [0] * 25
    board.press("p", "ArrowLeft", "5")  # the keyboard has stayed with the board
    assert board.values[12] == 5


def test_a_finger_on_a_small_screen(opened):
    board = opened(SEVEN, width=390, height=800, context={"has_touch": True, "is_mobile": True})
    boxes = board.boxes(".fsl-press")
    assert len(boxes) >= 7 + 13
    assert board.fits_a_finger(".fsl-press")
    rows = board.page.locator(".fsl-actions .fsl-press").evaluate_all(
        "all => new Set(all.map(one => one.getBoundingClientRect().top)).size"
    )
    assert rows == 2
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
    empty = board.values.index(0)
    board.page.touchscreen.tap(*board.middle(empty))
    board.button("enter 6").tap()
    assert board.values[empty] == 6


# -- check, solve, restart -----------------------------------------------------------------------


def test_check_solve_and_restart(opened):
    solution = facts(FIVE)["solution"]
    board = opened(FIVE)
    board.press(str(solution[0]), "c")
    assert "All right so far: 24 empty cells" in board.said
    board.go(24)
    board.press(str(solution[24] % 5 + 1), "c")
    assert "r5c5 is wrong" in board.said
    assert board.hatched == [24]
    board.press("s")
    assert board.values == solution
    assert "This is the solution" in board.said
    board.press("Enter")
    assert re.match(r"Solved in \d:\d\d with a look at the solution\.", board.said)
    board.press("u")
    assert board.values.count(0) == 23
    board.press("Shift+R")
    assert board.values == [0] * 25
    board.press("u")
    assert board.values.count(0) == 23


# -- kept ------------------------------------------------------------------------------------------


def test_a_reload_keeps_what_was_done(opened):
    board = opened(FIVE)
    board.press("3", "ArrowRight", "p", "1", "2", "2", "p", "ArrowRight", "4", "u")
    values, notes = board.values, board.notes(1)
    board.reload()
    assert (board.values, board.notes(1)) == (values, notes)
    assert "Your game goes on" in board.said
    board.press("r")
    assert board.values[2] == 4
    board.press(*["u"] * 5)
    assert (board.values, board.notes(1)) == ([0] * 25, [[], []])


def test_a_hostile_name_is_a_text(opened):
    board = opened(Puzzle(FIVE.grid, FIVE.signs, HOSTILE))
    board.press("3", "h")
    assert "<img src=x onerror=" in board.page.locator(".fsl-title").inner_text()
    assert board.page.evaluate("window.harm") is None
    assert board.page.locator(".fsl img").count() == 0
    assert board.errors == []


# -- how it shows itself --------------------------------------------------------------------------


def test_what_happens_is_said_to_a_screen_reader(opened):
    board = opened(GIVENS)
    board.go(0)
    board.press("ArrowRight", "ArrowLeft")
    cell = GIVENS.cells[0]
    said = board.page.locator(".fsl-hidden[aria-live]").inner_text()
    assert said.startswith(f"{cell}, given {GIVENS[cell]}" if GIVENS[cell] else f"{cell}, empty")
    for other in GIVENS.sign_neighbours[cell]:
        assert str(other) in said
    assert board.page.locator(".fsl-sentence").get_attribute("aria-live") == "polite"
    assert "5 by 5" in board.page.locator(".fsl-board").get_attribute("aria-label")
    assert board.page.locator("button:not([aria-label]):not(.fsl-help button)").count() == 0
    assert board.page.locator("input:not([aria-label])").count() == 0


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1000, 600), (390, 844)])
def test_the_list_of_keys_is_whole_and_moves_nothing(opened, width, height):
    board = opened(FIVE, width, height)
    board.page.evaluate("document.body.style.paddingBottom = '900px'; scrollTo(0, 25)")
    board.press("?")
    assert "undo / redo" in board.page.locator(".fsl-help").inner_text()
    assert board.page.evaluate("scrollY") == 25
    (x, y, wide, high), (left, top, across, down) = (
        board.page.locator(part).bounding_box().values() for part in (".fsl-help", ".fsl")
    )
    assert left <= x < x + wide <= left + across
    assert top <= y < y + high <= top + down
    listed = "(({scrollHeight, clientHeight}) => scrollHeight - clientHeight)"
    assert board.page.evaluate(f"{listed}(document.querySelector('.fsl-help'))") == 0
    board.press("Escape", "4")
    assert not board.page.locator(".fsl-help").is_visible()
    assert board.values[0] == 4


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark_and_a_projectors_size(opened, scheme):
    board = opened(SEVEN, width=1920, height=1080, scale=1.5, context={"color_scheme": scheme})
    paper, ink, size = board.page.evaluate(
        """() => { const s = getComputedStyle(document.querySelector('.fsl'));
                   return [s.backgroundColor, s.color, parseFloat(s.fontSize)]; }"""
    )
    bright = [sum(map(int, rgb[4:-1].split(","))) / 3 for rgb in (paper, ink)]
    assert (bright[0] > 200 > 60 > bright[1]) if scheme == "light" else (bright[0] < 60 < bright[1])
    assert size >= 20
    box = board.page.locator(".fsl").bounding_box()
    assert box["y"] + box["height"] <= 1080
