"""JupyterLab in a real browser, without a network; the notebooks run there in test_notebooks.py."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

# One worker runs them all, so that JupyterLab and the browser are started once.
pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def _write(folder, name, *cells):
    content = new_notebook(cells=[new_code_cell(cell) for cell in cells])
    content.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(content, folder / name)
    return name


def test_a_widget_is_drawn(notebook, lab):
    name = _write(lab.folder, "a_widget.ipynb", "import ipywidgets\nipywidgets.IntSlider(7)")
    assert notebook.open(name).run_all() == []
    assert notebook.page.locator(".widget-slider .widget-readout").inner_text() == "7"


def test_what_goes_wrong_in_a_notebook_is_noticed(notebook, lab):
    calls_home = "<img src='http://elsewhere.invalid/pixel.png'>"
    throws = "<img src='data:,' onerror='throw new Error(\"thrown\")'>"
    name = _write(
        lab.folder,
        "a_broken_one.ipynb",
        f"from ipywidgets import HTML\nHTML({calls_home!r})",
        f"HTML({throws!r})",
        "1 / 0",
    )
    assert notebook.open(name).run_all() == ["ZeroDivisionError: division by zero"]
    if not notebook.errors:  # a picture fails in its own time
        notebook.page.wait_for_event("pageerror")
    assert notebook.errors == ["thrown"]
    assert notebook.outside == ["http://elsewhere.invalid/pixel.png"]


def test_a_figure_is_dark_in_a_dark_theme_and_light_in_a_light_one(notebook, lab):
    draw = "from futoshiki_lab import draw_counts, load, record\n"
    draw += 'draw_counts(record(load("nyu/Input1"), "fc"))'
    assert notebook.open(_write(lab.folder, "a_figure.ipynb", draw)).run_all() == []
    page = notebook.page
    for theme, seen in (("JupyterLab Dark", "dark"), ("JupyterLab Light", "light")):
        page.evaluate(f"jupyterapp.commands.execute('apputils:change-theme', {{theme: '{theme}'}})")
        other = {"dark": "light", "light": "dark"}[seen]
        page.wait_for_selector(f".jp-OutputArea img.fsl-{seen}", state="visible")
        page.wait_for_selector(f".jp-OutputArea img.fsl-{other}", state="hidden")
    assert page.locator(".jp-OutputArea-output img").count() == 2  # and no PNG besides
