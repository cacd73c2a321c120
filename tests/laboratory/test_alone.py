"""The laboratory with every annex gone: a copy of its rooms alone."""

import os
import shutil
import subprocess
import sys

import pytest
from house import PACKAGE, REPO
from steppers import Player

ANNEXES = ("reasons", "explorer", "classroom", "command_line")
SCRIPT = """
import sys
from futoshiki_lab import Stepper, draw_board, draw_tree, load, record, solve, what_if

puzzle = load("nyu/Input1")
trace = record(puzzle, "fc")
draw_tree(trace)._repr_mimebundle_(), draw_board(trace, step=9)._repr_png_()
stepper = Stepper(trace, step=9)
assert stepper._repr_mimebundle_()[0]["text/plain"] == repr(stepper)
try:
    stepper._answer({"ask": "why", "run": 0, "node": 0})
except ValueError as error:
    print(error)
print(solve(puzzle).settings.engine, stepper.to_html(sys.argv[1]))
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """A stepper's page, and what was said when it was made."""
    folder = tmp_path_factory.mktemp("alone")
    gone = shutil.ignore_patterns("__pycache__", *ANNEXES)
    shutil.copytree(PACKAGE, folder / PACKAGE.name, ignore=gone)
    (folder / "data").symlink_to(REPO / "data", True)
    words = [sys.executable, "-c", SCRIPT, folder / "page.html"]
    place = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(words, capture_output=True, text=True, env=place, cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "page.html", done.stdout


def test_it_records_draws_solves_and_says_what_it_has_not(page):
    path, said = page
    assert said.splitlines() == ["the reasons are not installed", f"readable {path}"]


@pytest.mark.browser
@pytest.mark.xdist_group(__name__)
def test_its_stepper_steps_and_asks_nothing(page, new_page):
    player = new_page(Player, 1280, 1000).open(page[0])
    player.press("ArrowRight", "q", "e")
    keys = player.page.locator(".fsl-help tr").all_inner_texts()
    assert player.steps[0] > 9
    assert player.page.locator(".fsl-quiz, .fsl-predict").count() == 0
    assert not any("predict" in row for row in keys)
    assert player.errors == []
