"""In marimo, which shows no ipywidgets: choices of what is recorded, and cells that follow."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import REPO, free_port, wait_until_it_answers
from pinned import installed

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group(__name__)]

APP = """
import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo
    from futoshiki_lab import Play, Stepper, load, predict, record

    puzzle = load("nyu/Input1")
    seen = mo.ui.anywidget(Stepper(record(puzzle, "fc")))
    seen
    return Play, Stepper, load, mo, predict, puzzle, record, seen


@app.cell
def _(mo, seen):
    mo.md(f"The first is at step {seen.value['step']}.")
    return


@app.cell
def _(Stepper, mo, puzzle):
    chosen = mo.ui.anywidget(Stepper(puzzle))
    chosen
    return (chosen,)


@app.cell
def _(Play, mo, puzzle):
    game = mo.ui.anywidget(Play(puzzle))
    game
    return (game,)


@app.cell
def _(game, mo):
    mo.md(f"The top row is {game.widget.values[0]}, after {game.value['game'].get('at', 0)} moves.")
    return


@app.cell
def _():
    from futoshiki_lab import Explorer

    Explorer(4, 10, 30, puzzles=4)
    return


@app.cell
def _(predict):
    predict("How many?", 25, because="5 times 5")
    return
"""


@pytest.fixture(scope="module")
def page(request, browser, tmp_path_factory):
    """The script above, shown by marimo."""
    folder = tmp_path_factory.mktemp("marimo")
    (folder / "app.py").write_text(APP, encoding="utf-8")
    packages = installed(request.config, Path(__file__).with_name("marimo.txt"))
    address = f"http://127.0.0.1:{(port := free_port())}"
    path = {"PYTHONPATH": os.pathsep.join([str(packages), str(REPO)]), "HOME": str(folder)}
    path["XDG_CACHE_HOME"] = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
    words = ["run", "app.py", "--headless", "--no-token", "--host=127.0.0.1", f"--port={port}"]
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(
            [sys.executable, "-m", "marimo", *words],
            cwd=folder,
            env={**os.environ, **path},
            stdout=log,
            stderr=log,
        ) as server,
    ):
        try:
            wait_until_it_answers(server, address, folder / "log")
            shown = browser.new_page()
            shown.set_default_timeout(180_000)
            shown.goto(address)
            shown.wait_for_selector(".fsl-question")
            yield shown
            shown.close()
        finally:
            server.terminate()


def test_a_move_arrives_and_a_question_answers(page):
    board = page.locator(".fsl[aria-label^=play] .fsl-board")
    board.click(position={"x": 60, "y": 60})
    page.keyboard.press("ArrowRight")
    page.keyboard.press("2")
    page.get_by_text("The top row is (3, 2, 0, 0, 0), after 1 moves.").wait_for()
    question = page.locator(".fsl-question")
    question.get_by_label("your number").fill("25")
    page.keyboard.press("Enter")
    question.get_by_text("Right.").wait_for()


def test_the_explorer_says_why_it_stands_still(page):
    page.get_by_text("In marimo give the settings in the call").wait_for()
    assert page.locator("figure.fsl-figure img").first.is_visible()


def test_each_visitor_of_an_app_sees_the_boards(page):
    second = page.context.browser.new_page()
    second.goto(page.url)
    second.wait_for_selector(".fsl-board", timeout=180_000)
    second.close()
