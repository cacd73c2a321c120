"""In JupyterLab and Notebook 7: steppers, the game, questions and sliders, with a kernel.

The logic is tested in Node, and what a key or a click does in a plain page. Here is tested only
what depends on Jupyter: its keys, its kernel, and what is saved with a notebook.
"""

import pytest
from conftest import NotebookPage, write_notebook
from test_play_browser import GAME, Board

from futoshiki_lab import load
from futoshiki_lab.widgets.answers import facts

# One worker runs them all, so that JupyterLab and the browser are started once.
pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

NOTEBOOK = "jupyterapp.shell.currentWidget.content"
ACTIVE = f"{NOTEBOOK}.activeCellIndex"
MANY = f"{NOTEBOOK}.widgets.length"
SAVED = "!jupyterapp.shell.currentWidget.context.model.dirty"
STEPS = "document.querySelector('.fsl').stepper.steps[0]"
SETUP = "from futoshiki_lab import Stepper, load, record\n"
STEPPER = SETUP + 'trace, times = record(load("nyu/Input1"), "fc"), 0'


@pytest.fixture
def steppers(notebook):
    """A notebook with two steppers' cells that count their runs; the first one has the focus."""
    show = "times += 1\nStepper(trace)"
    page = notebook.run(STEPPER, show, show).page
    page.wait_for_function("document.querySelectorAll('.fsl-run').length === 2")
    page.locator(".fsl-sentence").first.click()
    assert page.evaluate(ACTIVE) == 1
    return notebook


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def test_what_goes_wrong_in_a_notebook_is_noticed(notebook, lab):
    calls_home = "<img src='http://elsewhere.invalid/pixel.png'>"
    throws = "<img src='data:,' onerror='throw new Error(\"thrown\")'>"
    html = [f"from ipywidgets import HTML\nHTML({text!r})" for text in (calls_home, throws)]
    write_notebook(lab.folder / "a_broken_one.ipynb", *html, "1 / 0")
    wrong = notebook.open("a_broken_one.ipynb").run_all()
    assert wrong == ["ZeroDivisionError: division by zero"]
    if not notebook.errors:  # a picture fails in its own time
        notebook.page.wait_for_event("pageerror")
    assert notebook.errors == ["thrown"]
    assert notebook.outside == ["http://elsewhere.invalid/pixel.png"]


def test_a_figure_is_dark_in_a_dark_theme_and_light_in_a_light_one(notebook):
    draw = "from futoshiki_lab import draw_counts\n"
    page = notebook.run(f'{STEPPER}\n{draw}draw_counts(record(load("nyu/Input1"), "fc"))').page
    for theme, seen in (("JupyterLab Dark", "dark"), ("JupyterLab Light", "light")):
        page.evaluate(f"jupyterapp.commands.execute('apputils:change-theme', {{theme: '{theme}'}})")
        other = {"dark": "light", "light": "dark"}[seen]
        page.wait_for_selector(f".jp-OutputArea img.fsl-{seen}", state="visible")
        page.wait_for_selector(f".jp-OutputArea img.fsl-{other}", state="hidden")
    assert page.locator(".jp-OutputArea-output img").count() == 2  # and no PNG besides


# -- the stepper ---------------------------------------------------------------------------------

PICK_THE_LAST_FAILURE = """() => {
    const [panel] = document.querySelector('.fsl').stepper.panels, {run} = panel;
    panel.draw(run.length);
    panel.pick(run.last.findLastIndex((step, node) => node && step && !run.alive[node]));
}"""
MY_LOOK = """
def my_look(board, cell):
    for other in board.assigned_neighbours(cell):  # from my own cell
        if not board.check(cell, board.values[cell], other, board.values[other]):
            return False
    return True

stepper, seen = Stepper(record(load("nyu/Input1"), my_look)), []
stepper.observe(lambda change: seen.append(change["new"]), "step")
stepper"""


def test_a_look_of_the_notebook_is_stepped_in_step_with_python(notebook):
    page = notebook.run(SETUP + MY_LOOK, "1 + 1").page
    page.wait_for_selector(".fsl-run")
    page.locator(".fsl-title").click()
    press(page, *["ArrowRight"] * 5, "ArrowDown")
    notebook.kernel_sees("stepper.step, seen[-1]", "(5, 5)")
    assert page.evaluate(ACTIVE) in (0, 1)
    notebook.in_kernel("stepper.step = 321")
    page.wait_for_function(f"{STEPS} === 321")
    assert "step 321 of" in page.locator(".fsl-where").inner_text()
    refused = "try:\n    stepper.step = 10**9\nexcept Exception as error:\n    said = str(error)"
    assert "the steps are 0 to" in notebook.in_kernel(refused, "said")
    # Scrubbing sends ten messages a second at most, and the last step always.
    before = int(notebook.in_kernel("", "len(seen)"))
    began = page.evaluate("performance.now()")
    box = page.locator(".fsl-timeline").bounding_box()
    page.mouse.move(box["x"] + 100, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 30, box["y"] + 8, steps=120)
    page.mouse.up()
    notebook.kernel_sees("stepper.step", str(page.evaluate(STEPS)))
    tenths = (page.evaluate("performance.now()") - began) / 100
    assert int(notebook.in_kernel("", "len(seen)")) - before < tenths + 2
    page.locator(".fsl-title").click()
    press(page, "Home", "c")
    page.wait_for_selector(".fsl-code.fsl-lit")
    assert "board.check(cell" in page.locator(".fsl-code.fsl-lit").inner_text()
    assert "# from my own cell" in page.locator(".fsl-source").inner_text()
    page.evaluate(PICK_THE_LAST_FAILURE)
    page.get_by_text("The smallest reason: ").wait_for()  # the kernel has found it
    assert page.locator(".fsl-fact[visibility=visible]").count() > 0
    assert (notebook.errors, notebook.outside) == ([], [])


# Jupyter is at the third cell, or the stepper that has just been drawn gives the keyboard on to it.
GONE_ON = f"""{ACTIVE} === 2 || document.querySelector('.fsl')?.stepper?.keyboard.next ===
    {NOTEBOOK}.widgets[2].node"""


def test_combinations_are_the_notebooks(steppers):
    page = steppers.page
    for times, focus in enumerate(("", "g", "v", "t"), start=3):
        page.locator(".fsl-sentence").first.click()
        assert page.evaluate(ACTIVE) == 1
        press(page, "ArrowRight")
        if focus:  # a field, the board and the tree have keys of their own
            press(page, focus, "ArrowDown")
        press(page, "Shift+Enter")  # runs the cell and goes on
        steppers.kernel_sees("times", str(times))
        page.wait_for_function("document.querySelectorAll('.fsl-run').length === 2")
        page.wait_for_function(GONE_ON)
        assert page.evaluate(f"{NOTEBOOK}.mode") == "command"
    page.locator(".fsl-sentence").first.click()
    press(page, "Control+Enter")  # runs the cell and stays
    steppers.kernel_sees("times", "7")
    assert page.evaluate(ACTIVE) == 1
    page.locator(".fsl-sentence").first.click()
    press(page, "Control+s")
    page.wait_for_function(SAVED)
    press(page, "Alt+Enter")  # runs it and makes a cell below
    page.wait_for_function(f"{MANY} === 4")
    assert steppers.in_kernel("", "times") == "8"
    assert steppers.errors == []


def test_all_other_keys_are_the_steppers_until_escape_gives_them_back(steppers):
    page = steppers.page
    press(page, "d", "d", "b", "c", "n", "ArrowUp", "ArrowDown", "s")  # d d would delete the cell
    assert page.evaluate(MANY) == 3
    assert page.evaluate(STEPS) > 0
    press(page, "Home", "?", "Escape")  # closes the help
    assert not page.locator(".fsl-help").first.is_visible()
    press(page, "v", "Escape", "ArrowRight")  # from the board to the stepper
    assert page.evaluate(STEPS) == 1
    press(page, "Escape")  # to the notebook
    assert not page.evaluate("document.activeElement.closest('.fsl') !== null")
    press(page, "ArrowDown")
    page.wait_for_function(f"{ACTIVE} === 2")
    press(page, "b")
    page.wait_for_function(f"{MANY} === 4")
    assert page.evaluate(STEPS) == 1


def test_predictions_in_a_cell_that_was_run_by_hand(notebook, lab):
    """The stepper has the keyboard, Enter answers, and Python hears of steps and of the kind."""
    show = STEPPER.replace("fc", "bt") + '\nstepper = Stepper(trace, predict="value")\nstepper'
    write_notebook(lab.folder / "predictions.ipynb", show, "2")
    page = notebook.open("predictions.ipynb").at_its_first_cell().page
    press(page, "Shift+Enter")
    page.wait_for_function("document.activeElement?.matches('.fsl')", timeout=60_000)
    press(page, "Enter", "1", "Enter")  # to the question, an answer, on
    first = int(notebook.in_kernel("", "trace.next(0, 'node')"))
    page.wait_for_function(f"{STEPS} === {first}")
    notebook.kernel_sees("stepper.step, stepper.hide_ahead", f"({first}, False)")
    assert page.evaluate(f"{NOTEBOOK}.mode") == "command"
    notebook.in_kernel("stepper.predict = 'backtrack'")
    page.wait_for_function("document.querySelector('.fsl-predict select').value === 'backtrack'")
    press(page, "End")
    page.wait_for_function("document.querySelector('.fsl-asking') !== null")
    press(page, "q")
    notebook.kernel_sees("stepper.predict, stepper.hide_ahead", "('', False)")
    assert notebook.errors == []


def test_the_stepper_is_stepped_in_notebook_7(notebook, lab):
    write_notebook(lab.folder / "seven.ipynb", STEPPER + "\nStepper(trace)")
    page = notebook.page
    page.goto(lab.address("seven.ipynb").replace("/doc/tree/", "/notebooks/"))
    page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=60_000)
    page.locator(".jp-CodeCell .cm-content").first.click()
    for _ in range(60):  # what is asked before the kernel has connected is dropped
        if "[ ]" in page.locator(".jp-InputPrompt").first.inner_text():
            press(page, "Control+Enter")
        page.wait_for_timeout(1000)
        if page.locator(".fsl-run").count():
            break
    page.locator(".fsl-sentence").click()
    press(page, "ArrowRight", "ArrowRight", "ArrowRight")
    assert page.evaluate(STEPS) == 3
    assert page.locator(".jp-CodeCell").count() == 1  # no key has reached the notebook
    assert notebook.outside == []


# -- questions, sliders --------------------------------------------------------------------------


def test_answers_are_kept_with_the_notebook(made_lab, browser):
    """Saved, closed, opened again without a kernel's widgets, and run again in another browser."""
    code = "from futoshiki_lab import predict\nq = predict('How many?', 48, hint='count')\nq"
    write_notebook(made_lab.folder / "questions.ipynb", code)
    context = browser.new_context()
    first = NotebookPage(context.new_page(), made_lab).open("questions.ipynb")
    assert first.run_all() == []
    first.page.wait_for_selector(".fsl-question[data-state='open']")
    assert first.in_kernel("", "q.right") == "None"
    first.page.get_by_label("your number").fill("40")
    first.page.keyboard.press("Enter")
    first.page.wait_for_selector(".fsl-question[data-state='again']")
    assert first.in_kernel("", "q.given, q.right") == "([40], False)"
    first.page.evaluate("jupyterapp.shell.currentWidget.context.save()")
    first.page.evaluate("jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    context.close()
    other = browser.new_context()
    again = NotebookPage(other.new_page(), made_lab)
    again.page.set_default_timeout(120_000)
    again.open("questions.ipynb")
    again.page.wait_for_selector(".fsl-question[data-state='again']")  # before anything runs
    assert again.run_all() == []
    again.page.wait_for_selector(".fsl-question[data-state='again']")
    assert again.in_kernel("", "q.given") == "[40]"
    other.close()


def test_a_slider_moved_redraws_the_picture(notebook):
    line = "document.querySelector('.widget-html-content').innerText"
    picture = ".widget-html-content img.fsl-light"
    page = notebook.run("from futoshiki_lab import Explorer\nExplorer(7, 10, 30)").page
    page.wait_for_function(f"{line}.includes('200 puzzles')")
    said, drawn = page.evaluate(line), page.locator(picture).get_attribute("src")
    page.locator(".noUi-handle").nth(2).focus()  # that of the signs
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"said => {line} !== said", arg=said)
    page.wait_for_function(f"old => document.querySelector('{picture}').src !== old", arg=drawn)
    assert "200 puzzles" in page.evaluate(line)
    assert (notebook.errors, notebook.outside) == ([], [])


# -- the game ------------------------------------------------------------------------------------


def test_the_notebook_to_play_begins_with_the_board(notebook):
    page = notebook.page
    page.set_viewport_size({"width": 1280, "height": 720})
    assert notebook.open("play.ipynb").run_all() == []
    page.wait_for_selector(".fsl-game")
    page.locator(".jp-WindowedPanel-outer").first.evaluate("one => one.scrollTo(0, 0)")
    games = "[...document.querySelectorAll('.fsl')].map(one => one.game).filter(one => one)"
    assert page.evaluate(f"{games}.map(one => (one.tick(), one.game.seconds))") == [0, 0, 0]
    box = page.locator(".fsl-game .fsl-board").first.bounding_box()
    assert 0 < box["y"] < box["y"] + box["height"] <= 720
    page.set_viewport_size({"width": 1280, "height": 900})


@pytest.fixture(scope="module")
def game(lab, lab_page):
    """One notebook for all tests of the game: what takes time is starting a kernel."""
    setup = "from futoshiki_lab import load\nfrom futoshiki_lab.widgets import Play, play\n"
    setup += 'board = Play(load("unequal/5x5-easy#1"))\ntimes = 0'
    shown = NotebookPage(lab_page, lab).run(setup, "times += 1\nboard", "1 + 1")
    shown.page.wait_for_selector(".fsl-game")
    yield shown
    shown.close()


@pytest.fixture
def board(game, request):
    """That notebook's board with a puzzle that no test has played yet; it has the focus."""
    puzzle = f"unequal/5x5-tricky#{request.param}"
    game.in_kernel(f"board.show(load({puzzle!r}))")
    game.page.wait_for_function(f"{GAME}.model.get('board').name === {puzzle!r}")
    game.page.locator(".fsl-board").focus()
    yield Board(game.page)
    assert (game.errors, game.outside) == ([], [])


def rows(values):
    return str(tuple(tuple(values[at : at + 5]) for at in range(0, 25, 5)))


@pytest.mark.parametrize("board", [1], indirect=True)
def test_the_keyboard_alone_suffices_and_python_sees_each_move(board, game):
    solution = facts(load("unequal/5x5-tricky#1"))["solution"]
    board.press("Shift+Digit2", "d", "d", "x")  # in command mode these would delete or cut the cell
    game.kernel_sees("board.marks", "{r1c1: (2,)}")
    for cell, value in enumerate(solution):
        board.go(cell)
        board.press(str(value))
    assert board.said.startswith("Solved in ")
    game.kernel_sees("board.values", rows(solution))
    board.press("Control+z")  # this one's, not the notebook's
    game.kernel_sees("board.values", rows([*solution[:-1], 0]))
    assert board.page.evaluate(MANY) == 3
    board.press("Shift+Enter")  # the notebook's
    board.page.wait_for_function(f"{ACTIVE} === 2")
    game.kernel_sees("times", "2")
    board.page.wait_for_function(f"{GAME}.game.left === 1")  # it goes on there


@pytest.mark.parametrize("board", [2], indirect=True)
def test_the_kernel_answers_why_and_gives_hints(board):
    board.press("w", "1")
    assert board.said.startswith(("r1c1 cannot be 1: ", "r1c1 can still be 1."))
    board.press("h")
    board.press("h", "h")
    assert board.said.startswith("Hint 3 of 3")
    board.press("Enter")
    assert board.page.evaluate(f"{GAME}.game.at") == 1


@pytest.mark.parametrize("board", [3], indirect=True)
def test_a_reload_of_the_notebook_keeps_what_was_done(board, game):
    board.press("3", "ArrowRight", "Shift+Digit4", "ArrowRight", "5", "u")
    values, notes = board.values, board.notes(1)
    game.kernel_sees("board.marks", "{r1c2: (4,)}")
    board.press("Control+s")
    board.page.wait_for_function(SAVED)
    board.reload()
    assert (board.values, board.notes(1)) == (values, notes)
    board.press("r", "u", "u", "u")
    game.kernel_sees("board.values == board.puzzle.grid, board.marks", "(True, {})")
    assert (board.values[0], board.notes(1)) == (0, [[], []])


@pytest.mark.parametrize("board", [4], indirect=True)
def test_a_new_puzzle_is_made_and_an_error_is_said(board, game):
    page, level = board.page, board.page.get_by_label("level of a new puzzle")
    page.wait_for_function("document.querySelector('.fsl-level').textContent === 'Tricky'")
    assert level.input_value() == "Tricky"
    board.press("3", "n")
    page.get_by_label("size of a new puzzle").select_option("4")
    level.select_option("Trivial")
    board.button("make a new puzzle").click()
    page.wait_for_function(f"{GAME}.puzzle.n === 4")
    page.wait_for_function("document.querySelector('.fsl-level').textContent === 'Trivial'")
    board.settle()
    begun = game.in_kernel("", "board.puzzle.size, board.values == board.puzzle.grid")
    assert begun == "(4, True)"
    assert "trivial 4x4" in page.locator(".fsl-title").inner_text()
    game.in_kernel("def fail(n, level):\n    raise ValueError(f'no {n}x{n} <b>today</b>')")
    game.in_kernel("play.new_puzzle = fail")
    board.button("make a new puzzle").click()
    page.wait_for_function(f"{GAME}.view.told.textContent.includes('no 4x4 <b>today</b>')")
    board.settle()
    game.in_kernel("board.show(load('unequal/5x5-tricky#4'))")
    page.wait_for_function(f"{GAME}.puzzle.n === 5")
    assert board.values[0] == 3  # this browser has kept it
