"""The stepper in JupyterLab, in step with Python cells; a notebook as a page of players."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from test_stepper_browser import Player

from futoshiki_lab.widgets.__main__ import main

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def write(folder, name, *cells):
    content = new_notebook(cells=[new_code_cell(cell) for cell in cells])
    content.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(content, folder / name)
    return name


def in_kernel(page, code, wanted="None"):
    """Run a line in the notebook's kernel, as a cell would, and give back a value's repr."""
    return page.evaluate(
        """async ([code, wanted]) => {
            const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
            const done = await kernel.requestExecute({code, user_expressions: {wanted}}).done;
            return done.content.user_expressions.wanted.data?.["text/plain"] ?? "";
        }""",
        [code, wanted],
    )


def kernel_sees(page, what, expected):
    """What the browser has told arrives a moment later; on a busy machine, two moments."""
    for _ in range(100):
        found = " ".join(in_kernel(page, "", what).split())
        if found == expected:
            return
        page.wait_for_timeout(100)
    assert found == expected


PICK_THE_LAST_FAILURE = """() => {
    const [panel] = document.querySelector('.fsl').stepper.panels, {run} = panel;
    panel.draw(run.length);
    panel.pick(run.last.findLastIndex((step, node) => node && step && !run.alive[node]));
}"""
STEPS = "document.querySelector('.fsl').stepper.steps[0]"


def test_the_step_is_shared_with_python(notebook, lab):
    name = write(
        lab.folder,
        "stepper_sync.ipynb",
        "from futoshiki_lab import Stepper, load, record\n"
        'trace = record(load("nyu/Input1"), "fc")\nstepper = Stepper(trace)\nseen = []\n'
        'stepper.observe(lambda change: seen.append(change["new"]), "step")\nstepper',
        "1 + 1",
    )
    assert notebook.open(name).run_all() == []
    page = notebook.page
    page.wait_for_selector(".fsl-run")
    page.locator(".fsl-title").click()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    kernel_sees(page, "stepper.step, seen[-1]", "(5, 5)")
    active = page.evaluate("jupyterapp.shell.currentWidget.content.activeCellIndex")
    assert active in (0, 1)
    in_kernel(page, "stepper.step = 321")
    page.wait_for_function(f"{STEPS} === 321")
    assert "step 321 of" in page.locator(".fsl-where").inner_text()
    assert "the steps are 0 to" in in_kernel(
        page,
        "try:\n    stepper.step = 10**9\nexcept Exception as error:\n    said = str(error)",
        "said",
    )
    # Scrubbing sends ten messages a second at most, and the last step always.
    before = int(in_kernel(page, "", "len(seen)"))
    began = page.evaluate("performance.now()")
    box = page.locator(".fsl-timeline").bounding_box()
    page.mouse.move(box["x"] + 100, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 30, box["y"] + 8, steps=120)
    page.mouse.up()
    kernel_sees(page, "stepper.step", str(page.evaluate(STEPS)))
    tenths = (page.evaluate("performance.now()") - began) / 100
    assert int(in_kernel(page, "", "len(seen)")) - before < tenths + 2
    assert notebook.errors == []
    assert notebook.outside == []


def test_lab_does_not_take_the_keys(notebook, lab):
    name = write(
        lab.folder,
        "stepper_keys.ipynb",
        "from futoshiki_lab import Stepper, load, record\n"
        'Stepper(record(load("nyu/Input1"), "fc"))',
        "2",
        "3",
    )
    assert notebook.open(name).run_all() == []
    page = notebook.page
    page.wait_for_selector(".fsl-run")
    page.locator(".fsl-sentence").click()
    for key in ("d", "d", "b", "c", "n", "ArrowUp", "ArrowDown", "s"):  # d d would delete the cell
        page.keyboard.press(key)
    cells = page.evaluate("jupyterapp.shell.currentWidget.content.widgets.length")
    assert cells == 3
    assert page.evaluate(STEPS) > 0
    assert page.locator(".fsl-run").count() == 1


ACTIVE = "jupyterapp.shell.currentWidget.content.activeCellIndex"


# Jupyter is at the third cell, or the stepper that has just been drawn gives the keyboard on to it.
GONE_ON = f"""{ACTIVE} === 2 || document.querySelector('.fsl')?.stepper?.keyboard.next ===
    jupyterapp.shell.currentWidget.content.widgets[2].node"""


def keyboard_notebook(notebook, lab, name):
    """Two steppers' cells and a counter of runs; the first stepper has the focus."""
    show = "times += 1\nStepper(trace)"
    setup = "from futoshiki_lab import Stepper, load, record\n"
    setup += 'trace, times = record(load("nyu/Input1"), "fc"), 0'
    assert notebook.open(write(lab.folder, name, setup, show, show)).run_all() == []
    page = notebook.page
    page.wait_for_function("document.querySelectorAll('.fsl-run').length === 2")
    page.locator(".fsl-sentence").first.click()
    assert page.evaluate(ACTIVE) == 1
    return page


def test_shift_enter_runs_the_cell_and_goes_on(notebook, lab):
    page = keyboard_notebook(notebook, lab, "stepper_shift_enter.ipynb")
    for times, focus in enumerate(("", "g", "v", "t"), start=3):
        page.locator(".fsl-sentence").first.click()
        assert page.evaluate(ACTIVE) == 1
        page.keyboard.press("ArrowRight")
        if focus:  # a field, the board and the tree have keys of their own
            page.keyboard.press(focus)
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Shift+Enter")
        kernel_sees(page, "times", str(times))
        page.wait_for_function("document.querySelectorAll('.fsl-run').length === 2")
        page.wait_for_function(GONE_ON)
        assert page.evaluate("jupyterapp.shell.currentWidget.content.mode") == "command"
    assert notebook.errors == []


def test_escape_gives_the_keyboard_back(notebook, lab):
    page = keyboard_notebook(notebook, lab, "stepper_escape.ipynb")
    page.keyboard.press("?")
    page.keyboard.press("Escape")  # closes the help
    assert not page.locator(".fsl-help").first.is_visible()
    page.keyboard.press("v")
    page.keyboard.press("Escape")  # from the board to the stepper
    page.keyboard.press("ArrowRight")
    assert page.evaluate(STEPS) == 1
    page.keyboard.press("Escape")  # to the notebook
    assert not page.evaluate("document.activeElement.closest('.fsl') !== null")
    page.keyboard.press("ArrowDown")
    page.wait_for_function(f"{ACTIVE} === 2")
    page.keyboard.press("b")
    page.wait_for_function("jupyterapp.shell.currentWidget.content.widgets.length === 4")
    assert page.evaluate(STEPS) == 1


def test_combinations_are_the_notebooks(notebook, lab):
    page = keyboard_notebook(notebook, lab, "stepper_control.ipynb")
    page.keyboard.press("Control+Enter")  # runs the cell and stays
    kernel_sees(page, "times", "3")
    assert page.evaluate(ACTIVE) == 1
    page.locator(".fsl-sentence").first.click()
    page.keyboard.press("Control+s")
    page.wait_for_function("!jupyterapp.shell.currentWidget.context.model.dirty")
    page.keyboard.press("Alt+Enter")  # runs it and makes a cell below
    page.wait_for_function("jupyterapp.shell.currentWidget.content.widgets.length === 4")
    assert in_kernel(page, "", "times") == "4"


def test_predictions_in_a_cell_that_was_run_by_hand(notebook, lab):
    """The stepper has the keyboard, Enter answers, and Python hears of steps and of the kind."""
    name = write(
        lab.folder,
        "stepper_predictions.ipynb",
        "from futoshiki_lab import Stepper, load, record\n"
        'trace = record(load("nyu/Input1"), "bt")\n'
        'stepper = Stepper(trace, predict="value")\nstepper',
        "2",
    )
    page = notebook.open(name).at_its_first_cell().page
    page.keyboard.press("Shift+Enter")
    page.wait_for_function("document.activeElement?.matches('.fsl')", timeout=60_000)
    for key in ("Enter", "1", "Enter"):  # to the question, an answer, on
        page.keyboard.press(key)
    first = int(in_kernel(page, "", "trace.next(0, 'node')"))
    page.wait_for_function(f"{STEPS} === {first}")
    kernel_sees(page, "stepper.step, stepper.hide_ahead", f"({first}, False)")
    assert page.evaluate("jupyterapp.shell.currentWidget.content.mode") == "command"
    assert page.evaluate("document.activeElement.matches('.fsl')")
    in_kernel(page, "stepper.predict = 'backtrack'")
    page.wait_for_function("document.querySelector('.fsl-predict select').value === 'backtrack'")
    page.keyboard.press("End")
    page.wait_for_function("document.querySelector('.fsl-asking') !== null")
    page.keyboard.press("q")
    kernel_sees(page, "stepper.predict, stepper.hide_ahead", "('', False)")
    in_kernel(page, "stepper.predict, stepper.step = 'prune', len(trace)")
    page.wait_for_function("document.querySelector('.fsl-quiz').innerText.includes('nothing')")
    assert page.evaluate(STEPS) == int(in_kernel(page, "", "len(trace)"))
    assert notebook.errors == []


def test_a_puzzle_alone_has_controls(notebook, lab):
    name = write(
        lab.folder,
        "stepper_controls.ipynb",
        'from futoshiki_lab import Stepper, load\nstepper = Stepper(load("nyu/Input1"))\nstepper',
    )
    assert notebook.open(name).run_all() == []
    page = notebook.page
    page.wait_for_selector(".fsl-run")
    assert "fc, reading" in page.locator(".fsl-title").inner_text()
    choose = page.get_by_label("what is recorded").get_by_label
    choose("algorithm").focus()
    choose("algorithm").select_option("mac")
    page.wait_for_function("document.querySelector('.fsl-title').innerText.includes('mac')")
    assert choose("algorithm").evaluate("node => node === document.activeElement")
    choose("next cell").select_option("mrv")
    page.wait_for_function("document.querySelector('.fsl-title').innerText.includes('mac, mrv')")
    choose("algorithm").select_option("bt")
    page.wait_for_function("document.querySelector('.fsl-notice').innerText.includes('bt')")
    assert "nothing to go by" in page.locator(".fsl-notice").inner_text()
    page.wait_for_function(
        "document.querySelector('[aria-label=algorithm]').value === '2'"
    )  # mac again
    choose("next cell").select_option("reading")
    choose("puzzle").select_option("sysu/9x9")
    page.wait_for_function("document.querySelector('.fsl-title').innerText.includes('sysu')")
    page.wait_for_function("document.querySelector('.fsl-notice').innerText.includes('Cut off')")
    assert "sysu/9x9" in in_kernel(page, "", "stepper.trace.puzzle.name")
    in_kernel(page, 'stepper.choose(puzzle="unequal/4x4-easy", number=3, look="fc", jump=True)')
    page.wait_for_function("document.querySelector('.fsl-title').innerText.includes('jump')")
    said = page.locator(".fsl-choosing select").evaluate_all(
        "all => all.map(({selectedOptions}) => selectedOptions[0].text)"
    )
    assert said == ["unequal/4x4-easy", "3", "fc", "reading", "ascending", "by jumps"]
    assert notebook.errors == []


def test_a_student_steps_a_look_of_the_notebook(notebook, lab):
    name = write(
        lab.folder,
        "stepper_student.ipynb",
        "from futoshiki_lab import Stepper, load, record\n\n"
        "def my_look(board, cell):\n"
        "    for other in board.assigned_neighbours(cell):  # from my own cell\n"
        "        if not board.check(cell, board.values[cell], other, board.values[other]):\n"
        "            return False\n    return True\n"
        'Stepper(record(load("nyu/Input1"), my_look))',
    )
    assert notebook.open(name).run_all() == []
    page = notebook.page
    page.wait_for_selector(".fsl-run")
    page.locator(".fsl-title").click()
    page.keyboard.press("c")
    page.wait_for_selector(".fsl-code.fsl-lit")
    assert "board.check(cell" in page.locator(".fsl-code.fsl-lit").inner_text()
    assert "# from my own cell" in page.locator(".fsl-source").inner_text()
    page.evaluate(PICK_THE_LAST_FAILURE)
    page.get_by_text("The smallest reason: ").wait_for()  # the kernel has found it
    assert page.locator(".fsl-fact[visibility=visible]").count() > 0


def test_a_whole_notebook_becomes_a_page_of_players(browser, tmp_path, jupyter_home, capsys):
    name = write(
        tmp_path,
        "lesson.ipynb",
        'from futoshiki_lab import Stepper, load, record\na = record(load("nyu/Input1"), "fc")\n'
        "Stepper(a, step=7)",
        'Stepper(record(load("nyu/Input1"), "bt"), a)',
        'Stepper(load("conjure/4x4"))',
    )
    assert main([str(tmp_path / name), "-o", str(tmp_path / "out.html")]) == 0
    assert "3 players" in capsys.readouterr().out
    context = browser.new_context(offline=True)
    player = Player(context.new_page())
    page = player.page
    page.goto((tmp_path / "out.html").as_uri())
    page.wait_for_function("document.querySelectorAll('.fsl').length === 3")
    page.locator(".fsl").first.focus()
    player.press("ArrowRight")
    assert player.step == 8
    assert [url for url in player.requests if not url.startswith("file:")] == []
    assert player.errors == []
    context.close()
