"""The panel of sliders in JupyterLab, in a real browser."""

from __future__ import annotations

import pytest
from nbformat import write as write_notebook
from nbformat.v4 import new_code_cell, new_notebook

# One worker runs them all, so that JupyterLab and the browser are started once.
pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

LINE = "document.querySelector('.widget-html-content').innerText"
PICTURE = ".widget-html-content img.fsl-light"
SIGNS = 2  # the third slider


def test_a_slider_moved_redraws_the_picture(notebook, lab):
    code = "from futoshiki_lab.widgets.explorer import Explorer\nExplorer(7, 10, 30)"
    content = new_notebook(cells=[new_code_cell(code)])
    content.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    write_notebook(content, lab.folder / "explore.ipynb")
    assert notebook.open("explore.ipynb").run_all() == []
    page = notebook.page
    page.wait_for_function(f"{LINE}.includes('200 puzzles')")
    said, picture = page.evaluate(LINE), page.locator(PICTURE).get_attribute("src")
    page.locator(".noUi-handle").nth(SIGNS).focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"said => {LINE} !== said", arg=said)
    page.wait_for_function(f"old => document.querySelector('{PICTURE}').src !== old", arg=picture)
    assert "200 puzzles" in page.evaluate(LINE)
    dark = page.locator(".widget-html-content img.fsl-dark")
    seen = [dark.is_visible()]
    for theme in ("Dark", "Light"):
        change = "theme => jupyterapp.commands.execute('apputils:change-theme', {theme})"
        page.evaluate(change, f"JupyterLab {theme}")
        light = str(theme == "Light").lower()
        page.wait_for_selector(f"body[data-jp-theme-light={light}]", state="attached")
        seen.append(dark.is_visible())
    assert seen == [False, True, False]
    assert notebook.errors == []
    assert notebook.outside == []
