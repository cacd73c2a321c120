"""The stepper in Jupyter Notebook 7, which many courses use instead of JupyterLab."""

import pytest
from test_stepper_lab import STEPS, write

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def run_the_cell(page):
    """Ask until the cell runs: what is asked before the kernel has connected is dropped."""
    page.locator(".jp-CodeCell .cm-content").first.click()
    for _ in range(60):
        if "[ ]" in page.locator(".jp-InputPrompt").first.inner_text():
            page.keyboard.press("Control+Enter")
        page.wait_for_timeout(1000)
        if page.locator(".fsl-run").count():
            return
    raise AssertionError("the cell did not run")


def test_the_stepper_is_stepped_in_notebook_7(notebook, lab):
    name = write(
        lab.folder,
        "stepper_seven.ipynb",
        "from futoshiki_lab import Stepper, load, record\n"
        'Stepper(record(load("nyu/Input1"), "fc"))',
    )
    page = notebook.page
    page.goto(lab.address(name).replace("/doc/tree/", "/notebooks/"))
    page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=60_000)
    run_the_cell(page)
    page.locator(".fsl-sentence").click()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert page.evaluate(STEPS) == 3
    assert page.locator(".jp-CodeCell").count() == 1  # no key has reached the notebook
    assert notebook.outside == []
