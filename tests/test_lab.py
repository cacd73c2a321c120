"""In JupyterLab and Notebook 7: steppers, the game, questions and sliders, with a kernel.

The logic is tested in Node, and what a key or a click does in a plain page. Here is tested only
what depends on Jupyter: its keys, its kernel, and what is saved with a notebook.
"""

from io import BytesIO

import nbformat
import pytest
from conftest import write_notebook
from games import GAME, Board
from PIL import Image

from futoshiki_lab.draw.ink import DARK, LIGHT

# One worker runs them all, so that JupyterLab and the browser are started once.
pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

NOTEBOOK = "jupyterapp.shell.currentWidget.content"
ACTIVE = f"{NOTEBOOK}.activeCellIndex"
MANY = f"{NOTEBOOK}.widgets.length"
STEPPER_SHOWN = "document.querySelector('.fsl').stepper"
STEPS = f"{STEPPER_SHOWN}.steps[0]"
CHOOSE = f"{STEPPER_SHOWN}.panels[0].ask(12, 4)"  # what 4 in r3c3 would be
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


SHOWN = "document.querySelector('.jp-OutputArea-output img')"


def test_a_figure_is_dark_in_a_dark_theme_and_light_in_a_light_one(notebook):
    draw = "from futoshiki_lab import draw_board\n"
    page = notebook.run(f'{STEPPER}\n{draw}draw_board(record(load("nyu/Input1"), "fc"))').page
    picture = page.locator(".jp-OutputArea-output img")
    for theme, paper in (("JupyterLab Dark", DARK.paper), ("JupyterLab Light", LIGHT.paper)):
        page.evaluate(f"jupyterapp.commands.execute('apputils:change-theme', {{theme: '{theme}'}})")
        scheme = theme.split()[1].lower()
        page.wait_for_function(f"getComputedStyle({SHOWN}).colorScheme.includes('{scheme}')")
        page.wait_for_selector("#jupyterlab-splash", state="detached")  # it fades over the page
        seen = Image.open(BytesIO(picture.screenshot())).convert("RGB").getpixel((20, 200))
        assert "#{:02X}{:02X}{:02X}".format(*seen) == paper
    assert picture.count() == 1  # and no PNG besides


# -- the stepper ---------------------------------------------------------------------------------

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
    press(page, *["ArrowRight"] * 2, "ArrowDown", "ArrowUp")  # looked, and the next value
    second = "stepper.trace.steps('node')[1]"
    notebook.kernel_sees(f"(stepper.step, seen[-1]) == ({second}, {second})", "True")
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
    # Another choice grows a branch in the same tree; Python's step stays, and Escape leads back.
    press(page, "Home", "n", "n", "n")
    third = page.evaluate(STEPS)
    notebook.kernel_sees("stepper.step", str(third))
    page.evaluate(CHOOSE)
    page.get_by_role("button", name="search on with this choice").click()
    page.get_by_text("What if r3c3 = 4? ").wait_for()
    assert page.locator(".fsl-run").count() == 1
    assert page.evaluate(f"{STEPPER_SHOWN}.panels[0].cursor.values[12]") == 4
    press(page, "n", "n")
    assert page.evaluate(STEPS) > third
    press(page, "Escape")
    assert page.evaluate(STEPS) == third
    assert page.evaluate("document.activeElement.matches('.fsl')")
    notebook.kernel_sees("stepper.step", str(third))
    assert (notebook.errors, notebook.outside) == ([], [])


def test_what_python_tells_while_a_page_is_slow_to_load_a_widget_is_shown(notebook, lab):
    write_notebook(lab.folder / "slow.ipynb", SETUP + MY_LOOK, "stepper.step = 321")
    page = notebook.open("slow.ipynb").page
    page.evaluate("globalThis.timeout = AbortSignal.timeout")
    page.evaluate("AbortSignal.timeout = () => timeout.call(AbortSignal, 0)")  # of two seconds
    try:
        assert notebook.run_all() == []
        page.wait_for_function(f"document.querySelector('.fsl') && {STEPS} === 321")
        notebook.in_kernel("stepper.step = 123")
        page.wait_for_function(f"{STEPS} === 123")
    finally:
        page.evaluate("AbortSignal.timeout = timeout")


def test_a_wrong_prediction_is_run_beside_the_right_run(notebook):
    quiz = (
        SETUP
        + """
trace = record(load("nyu/Input1"), "fc", "mrv")
stepper = Stepper(trace, predict="cell")
stepper"""
    )
    page = notebook.run(quiz).page
    page.wait_for_selector(".fsl-run")
    page.locator(".fsl-title").click()
    press(page, "End")
    page.locator(".fsl-quiz-words").wait_for()
    right = int(notebook.in_kernel("first = trace.tree[1]", "trace.puzzle.cells.index(first.cell)"))
    wrong, x, y = page.evaluate(
        """right => {
            const {board, cursor} = document.querySelector(".fsl").stepper.panels[0];
            const at = cursor.values.findLastIndex((one, at) => one < 0 && at !== right);
            const place = new DOMPoint(...board.middle(at));
            const {x, y} = place.matrixTransform(board.node.getScreenCTM());
            return [at, x, y];
        }""",
        right,
    )
    page.mouse.click(x, y)
    page.get_by_role("button", name="run my answer beside the right one").click()
    page.wait_for_function("document.querySelectorAll('.fsl-run').length === 2")
    same = "[one.tree[1].cell == first.cell for one in stepper.traces]"
    notebook.kernel_sees(same, "[True, False]")
    cells = f"{STEPPER_SHOWN}.panels.map(one => one.run.nodeCell[one.run.nodeAt(one.cursor.step)])"
    assert page.evaluate(cells) == [right, wrong]  # both are at the first difference
    assert page.evaluate("document.activeElement.closest('.fsl') !== null")
    assert (notebook.errors, notebook.outside) == ([], [])


def test_the_first_minute_shows_the_buttons_and_their_keys_and_no_question_moves_them(notebook):
    page = notebook.run(f"{STEPPER}\nStepper(trace)").page
    page.set_viewport_size({"width": 1280, "height": 720})
    page.wait_for_selector(".fsl-run")
    page.locator(".fsl-title").click()
    buttons, lines = page.locator(".fsl-transport").first, page.locator(".fsl-code.fsl-lit")
    room = page.locator(".jp-WindowedPanel-outer").bounding_box()
    seen = []
    for key in ("e", "q"):
        press(page, key)
        notebook.drawn()
        seen.append(box := buttons.bounding_box())
        assert room["y"] <= box["y"]
        assert box["y"] + box["height"] <= room["y"] + room["height"]
        assert "Back" in buttons.inner_text()
        assert all(lines.evaluate_all("all => all.map(one => one.scrollWidth <= one.clientWidth)"))
    assert seen[0] == seen[1]


def test_all_other_keys_are_the_steppers_until_shift_escape_gives_them_back(steppers):
    page = steppers.page
    press(page, "d", "d", "b", "c", "n", "ArrowUp", "ArrowDown", "s")  # d d would delete the cell
    assert page.evaluate(MANY) == 3
    assert page.evaluate(STEPS) > 0
    press(page, "Home", "?", "Escape")  # closes the help
    assert not page.locator(".fsl-help").first.is_visible()
    press(page, "v", "Escape", "e")  # from the board to the stepper
    assert page.evaluate(STEPS) == 1
    press(page, "Escape", "x")  # nothing is open: it stays here, and x cuts no cell
    assert page.locator(".fsl-menu").first.is_visible()
    press(page, "Escape", "Shift+Escape")  # closes the menu; to the notebook
    assert not page.evaluate("document.activeElement.closest('.fsl') !== null")
    press(page, "ArrowDown")
    page.wait_for_function(f"{ACTIVE} === 2")
    press(page, "b")
    page.wait_for_function(f"{MANY} === 4")
    assert page.evaluate(STEPS) == 1


# -- questions, sliders --------------------------------------------------------------------------

ASK = """# A question: its answer is in this code. A double click opens it.
from futoshiki_lab import predict
asked = predict("What?", "right", options=["left", "right", "up"], because="So.", hint="Look.")
asked"""


def test_an_answer_is_kept_its_code_stays_folded_and_the_keyboard_leads_on(notebook):
    """What the notebook's file keeps is tested without a browser."""
    folded = {"jupyter": {"source_hidden": True}}
    notebook.page.set_default_timeout(20_000)
    page = notebook.run(nbformat.v4.new_code_cell(ASK, metadata=folded), "1 + 1").page
    held, at = "document.activeElement", ACTIVE
    given = "(asked.given, asked.why)"

    def run_again():
        page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
        page.wait_for_selector(".fsl-question[data-state=right] .fsl-own")
        notebook.kernel_sees(given, "([0, 1], 'mine')")

    page.locator(".jp-InputPlaceholder").click()
    assert page.locator(".jp-InputPlaceholder").is_visible()
    for option in ("left", "right"):
        page.locator(f".fsl-question label:has-text('{option}') input").check()
        press(page, "Enter")
        assert page.evaluate(f"{held}.closest('.fsl-question') !== null")
    page.keyboard.type("mine")
    press(page, "Enter")
    notebook.kernel_sees(given, "([0, 1], 'mine')")
    assert page.evaluate(f"{held}.closest('.fsl-question') !== null")
    press(page, "Shift+Enter")
    page.wait_for_function(f"{at} === 1 && {held}.closest('.jp-Cell') !== null")
    page.wait_for_selector(".fsl-question[data-state=right] .fsl-own")
    run_again()
    page.evaluate("jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
    run_again()
    page.locator(".jp-InputPlaceholder").dblclick()
    page.wait_for_selector(".jp-InputPlaceholder", state="hidden")
    assert (notebook.errors, notebook.outside) == ([], [])


def test_a_slider_moved_redraws_the_picture(notebook):
    line = "document.querySelector('.widget-html-content').innerText"
    picture = ".widget-html-content img.fsl-picture"
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


TO_THE_END = """() => {
    const drives = document.querySelector(".fsl").stepper.asker;
    for (let at = 0; at < 400 && drives.open; at++) drives.commit();
}"""


@pytest.mark.parametrize("driven", ["'fc', ask='cells', cells=False", "'ac3'"])
def test_in_a_notebook_a_new_board_comes_and_the_record_stays(notebook, driven):
    made = f"Drive(random_puzzle(4, givens=4, signs=5, seed=2), {driven})"
    page = notebook.run(
        f"from futoshiki_lab import Drive, random_puzzle\ndrive = {made}\ndrive"
    ).page
    page.wait_for_function("document.querySelector('.fsl')?.stepper?.asker")
    page.evaluate(TO_THE_END)
    first = page.locator(".fsl-title b").inner_text()
    page.get_by_text("a new board like this").click()
    page.wait_for_function(
        "first => document.querySelector('.fsl-title b').innerText !== first", arg=first
    )
    page.evaluate(TO_THE_END)
    assert "You drove 2 runs to their ends" in page.locator(".fsl-quiz-words").inner_text()
    notebook.kernel_sees("(drive.result.over, drive.result.boards)", "(True, 1)")


def test_the_kernel_answers_why_and_gives_hints(notebook):
    shown = 'from futoshiki_lab import Play, load\nPlay(load("unequal/5x5-tricky#2"))'
    board = Board(notebook.run(shown).page)
    board.page.wait_for_selector(".fsl-game")
    board.page.locator(".fsl-board").focus()
    board.press("w", "1")
    assert board.said.startswith(("r1c1 cannot be 1: ", "r1c1 can still be 1."))
    board.press("h")
    board.press("h", "h")
    assert board.said.startswith("Hint 3 of 3")
    board.press("Enter")
    assert board.page.evaluate(f"{GAME}.game.at") == 1
    assert (notebook.errors, notebook.outside) == ([], [])
