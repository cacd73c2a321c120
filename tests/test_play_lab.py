"""Play in JupyterLab: answers from the kernel, in step with Python cells; a notebook as a page."""

import pytest
from conftest import NotebookPage
from test_play_browser import FIVE, GAME, Board
from test_stepper_lab import ACTIVE, in_kernel, kernel_sees, write

from futoshiki_lab import dumps, load
from futoshiki_lab.widgets.__main__ import main
from futoshiki_lab.widgets.answers import facts

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

SETUP = "from futoshiki_lab import load\nfrom futoshiki_lab.widgets import Play, play\n"
SETUP += 'board = Play(load("unequal/5x5-easy#1"))\ntimes = 0'
SHOW = "times += 1\nboard"


def test_the_notebook_to_play_begins_with_the_board(notebook):
    page = notebook.page
    page.set_viewport_size({"width": 1280, "height": 720})
    assert notebook.open("play.ipynb").run_all() == []
    page.wait_for_selector(".fsl-game")
    page.locator(".jp-WindowedPanel-outer").first.evaluate("one => one.scrollTo(0, 0)")
    games = "[...document.querySelectorAll('.fsl')].map(one => one.game).filter(one => one)"
    assert page.evaluate(f"{games}.map(one => (one.tick(), one.game.seconds))") == [0, 0, 0]
    box = page.locator(".fsl-game .fsl-board").first.bounding_box()
    assert box["y"] > 0
    assert box["y"] + box["height"] <= 720
    page.set_viewport_size({"width": 1280, "height": 900})


@pytest.fixture(scope="module")
def shown(lab, lab_page):
    """One notebook for all tests that follow: what takes time is starting a kernel."""
    notebook = NotebookPage(lab_page, lab)
    name = write(lab.folder, "a_game.ipynb", SETUP, SHOW, "1 + 1")
    assert notebook.open(name).run_all() == []
    notebook.page.wait_for_selector(".fsl-game")
    yield notebook
    notebook.close()


@pytest.fixture
def board(shown, request):
    """That notebook's board with a puzzle that no test has played yet; it has the focus."""
    page = shown.page
    puzzle = f"unequal/5x5-tricky#{request.param}"
    in_kernel(page, f"board.show(load({puzzle!r}))")
    page.wait_for_function(f"{GAME}.model.get('board').name === {puzzle!r}")
    page.locator(".fsl-board").focus()
    yield Board(page)
    assert shown.errors == []
    assert shown.outside == []


def puzzle(number):
    """A test plays this puzzle."""
    return pytest.mark.parametrize("board", [number], indirect=True)


def rows(values):
    return str(tuple(tuple(values[at : at + 5]) for at in range(0, 25, 5)))


@puzzle(1)
def test_the_keyboard_alone_suffices_in_lab(board):
    solution = facts(load("unequal/5x5-tricky#1"))["solution"]
    board.press("Shift+Digit2", "d", "d", "x")  # in command mode these would delete or cut the cell
    kernel_sees(board.page, "board.marks", "{r1c1: (2,)}")
    for cell, value in enumerate(solution):
        board.go(cell)
        board.press(str(value))
    assert board.said.startswith("Solved in ")
    kernel_sees(board.page, "board.values", rows(solution))
    board.press("Control+z")  # this one's, not the notebook's
    kernel_sees(board.page, "board.values", rows([*solution[:-1], 0]))
    assert board.page.evaluate("jupyterapp.shell.currentWidget.content.widgets.length") == 3
    board.press("Shift+Enter")  # the notebook's
    board.page.wait_for_function(f"{ACTIVE} === 2")
    kernel_sees(board.page, "times", "2")
    board.page.wait_for_function(f"{GAME}.game.left === 1")  # it goes on there


@puzzle(2)
def test_hints_of_the_kernel_lead_to_the_end(board):
    board.press("w", "1")
    board.settle()
    assert board.said.startswith(("r1c1 cannot be 1: ", "r1c1 can still be 1."))
    applied = 0
    while 0 in board.values:
        board.press("h")
        board.settle()
        board.press("h", "h")
        assert board.said.startswith("Hint 3 of 3")
        board.press("Enter")
        applied += 1
        assert board.page.evaluate(f"{GAME}.game.at") == applied
    assert board.values == facts(load("unequal/5x5-tricky#2"))["solution"]


@puzzle(3)
def test_a_reload_of_the_notebook_keeps_what_was_done(board):
    board.press("3", "ArrowRight", "Shift+Digit4", "ArrowRight", "5", "u")
    values, notes = board.values, board.notes(1)
    kernel_sees(board.page, "board.marks", "{r1c2: (4,)}")
    board.press("Control+s")
    board.page.wait_for_function("!jupyterapp.shell.currentWidget.context.model.dirty")
    board.page.reload()
    board.page.wait_for_selector(".fsl-game")
    assert (board.values, board.notes(1)) == (values, notes)
    board.page.locator(".fsl-board").focus()
    board.press("r", "u", "u", "u")
    kernel_sees(board.page, "board.values == board.puzzle.grid, board.marks", "(True, {})")
    assert (board.values[0], board.notes(1)) == (0, [[], []])


@puzzle(4)
def test_a_new_puzzle_is_made_and_an_error_is_said(board):
    page = board.page
    board.press("3", "n")
    page.get_by_label("size of a new puzzle").select_option("4")
    page.get_by_label("level of a new puzzle").select_option("Trivial")
    board.button("make a new puzzle").click()
    page.wait_for_function(f"{GAME}.puzzle.n === 4")
    board.settle()
    assert in_kernel(page, "", "board.puzzle.size, board.values == board.puzzle.grid") == (
        "(4, True)"
    )
    assert "trivial 4x4" in page.locator(".fsl-title").inner_text()
    in_kernel(page, "def fail(n, level):\n    raise ValueError(f'no {n}x{n} <b>today</b>')")
    in_kernel(page, "play.new_puzzle = fail")
    board.button("make a new puzzle").click()
    page.wait_for_function(f"{GAME}.view.told.textContent.includes('no 4x4 <b>today</b>')")
    board.settle()
    in_kernel(page, "board.show(load('unequal/5x5-tricky#4'))")
    page.wait_for_function(f"{GAME}.puzzle.n === 5")
    assert board.values[0] == 3  # this browser has kept it


@puzzle(5)
def test_the_level_is_that_of_the_puzzle_on_the_board(board):
    page = board.page
    level, shown = page.get_by_label("level of a new puzzle"), page.locator(".fsl-level")
    page.wait_for_function("document.querySelector('.fsl-level').textContent === 'Tricky'")
    assert level.input_value() == "Tricky"
    in_kernel(page, "board.show(load('unequal/4x4-recursive#7'))")  # given by Python
    page.wait_for_function("document.querySelector('.fsl-level').textContent === 'Recursive'")
    assert level.input_value() == "Recursive"
    board.page.locator(".fsl-board").focus()
    board.press("i")  # by its ID
    page.get_by_label("ID of a puzzle").fill(dumps(load("unequal/4x4-trivial#1"), "id"))
    board.press("Enter")
    page.wait_for_function("document.querySelector('.fsl-level').textContent === 'Trivial'")
    assert level.input_value() == "Trivial"
    same = "board.puzzle == load('unequal/4x4-trivial#1')"
    kernel_sees(board.page, same, "True")
    in_kernel(page, "from futoshiki_lab import Puzzle")
    in_kernel(page, "board.show(Puzzle([[0, 0], [0, 0]]))")
    page.wait_for_function("document.querySelector('.fsl-level').textContent === 'ambiguous'")
    assert shown.inner_text() == "ambiguous"
    in_kernel(page, "board.show(load('unequal/5x5-tricky#5'))")
    page.wait_for_function(f"{GAME}.puzzle.n === 5")


def test_a_notebook_becomes_a_page_of_both_kinds(browser, tmp_path, jupyter_home, capsys):
    name = write(
        tmp_path,
        "lesson.ipynb",
        "from futoshiki_lab import Stepper, load, record\nfrom futoshiki_lab.widgets import Play\n"
        'Play(load("unequal/5x5-tricky#1"))',
        'Stepper(record(load("nyu/Input1"), "fc"))',
    )
    assert main([str(tmp_path / name), "-o", str(tmp_path / "out.html")]) == 0
    assert "2 players" in capsys.readouterr().out
    context = browser.new_context(offline=True)
    board = Board(context.new_page()).open(tmp_path / "out.html")
    board.page.wait_for_selector(".fsl-run")
    board.page.locator(".fsl-game .fsl-board").focus()
    board.press("3", "h", "s")
    board.settle()
    assert board.values == facts(FIVE)["solution"]
    assert board.page.get_by_label("size of a new puzzle").count() == 0
    assert [url for url in board.requests if not url.startswith("file:")] == []
    assert board.errors == []
    context.close()
