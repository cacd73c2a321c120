"""Questions in JupyterLab: the answers are kept with the notebook."""

import pytest
from conftest import NotebookPage
from test_stepper_lab import in_kernel, write

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

CODE = (
    "from futoshiki_lab import predict\nq = predict('How many?', 48, hint='count', reveal='end')\nq"
)


def test_answers_are_kept_with_the_notebook(made_lab, browser):
    """Saved, closed, opened again without a kernel's widgets, and run again in another browser."""
    name = write(made_lab.folder, "questions.ipynb", CODE)
    context = browser.new_context()
    first = NotebookPage(context.new_page(), made_lab).open(name)
    assert first.run_all() == []
    first.page.wait_for_selector(".fsl-question[data-state='open']")
    assert in_kernel(first.page, "", "q.right") == "None"
    first.page.get_by_label("your number").fill("40")
    first.page.keyboard.press("Enter")
    first.page.wait_for_selector(".fsl-question[data-state='again']")
    assert in_kernel(first.page, "", "q.given, q.right") == "([40], False)"
    first.page.evaluate("jupyterapp.shell.currentWidget.context.save()")
    first.page.evaluate("jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    context.close()
    other = browser.new_context()
    again = NotebookPage(other.new_page(), made_lab)
    again.page.set_default_timeout(120_000)
    again.open(name)
    again.page.wait_for_selector(".fsl-question[data-state='again']")  # before anything runs
    assert again.run_all() == []
    again.page.wait_for_selector(".fsl-question[data-state='again']")
    assert in_kernel(again.page, "", "q.given") == "[40]"
    other.close()
