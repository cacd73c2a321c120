"""A stepper in what VS Code's notebooks put around a widget, as it was seen there.

The page is dark, but the widgets' own colours are light, and the box around a widget is white. It
is in a frame that is as tall as the whole notebook.
"""

import pytest
from axe import bring_axe, violations
from conftest import PlainPage

from futoshiki_lab import Stepper, load, record
from futoshiki_lab.stepper.pages import page_of

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group(__name__)]

AROUND = """<style>
html { --jp-layout-color0: white; --jp-layout-color2: #eee; --jp-ui-font-color0: black;
       --vscode-editor-background: #1f1f1f; --vscode-editor-foreground: #cccccc; }
body { background: #1f1f1f; color: #cccccc; }
.cell-output-ipywidget-background { background: white !important; }
</style>"""
FILLING = "(document.querySelector('.fsl-filling')?.getBoundingClientRect().height ?? 0)"


@pytest.fixture(scope="module")
def widget(tmp_path_factory):
    """The file of what is in VS Code's frame."""
    stepper = Stepper(record(load("nyu/Input1"), "fc"), step=300)
    text = page_of("a notebook", stepper.as_html()).replace("</head>", f"{AROUND}</head>")
    text = text.replace("<body>", '<body class="vscode-dark">')
    text = text.replace("<main>", '<main class="cell-output-ipywidget-background">')
    path = tmp_path_factory.mktemp("vscode") / "widget.html"
    path.write_text(text, encoding="utf-8")
    return path


def test_all_of_it_is_dark_and_can_be_read(request, new_page, widget):
    shown = new_page(PlainPage, 1280, 900)
    shown.show(widget, ".fsl-board")
    shown.press("?")
    bring_axe(request.config, shown)
    assert violations(shown) == []
    colour = "part => getComputedStyle(document.querySelector(part)).backgroundColor"
    for scheme in ("light", "dark"):  # of the system, which VS Code's theme need not follow
        shown.page.emulate_media(color_scheme=scheme)
        assert shown.page.evaluate(colour, ".fsl") == "rgb(31, 31, 31)"
        assert shown.page.evaluate(colour, "main") == "rgba(0, 0, 0, 0)"


@pytest.mark.parametrize("allowed", [True, False])
def test_f_fills_the_screen_not_the_endless_frame(new_page, widget, tmp_path, allowed):
    """Where no full screen is allowed, it says so and stays as it was."""
    path, allow = tmp_path / "window.html", "fullscreen *" if allowed else "fullscreen 'none'"
    frame = f'<iframe src="{widget.as_uri()}" allow="{allow}" style="height: 9000px"></iframe>'
    path.write_text(f"<!DOCTYPE html>{frame}", encoding="utf-8")
    shown = new_page(PlainPage, 1280, 900)
    shown.page.goto(path.as_uri())
    stepper = shown.page.frame_locator("iframe").locator(".fsl")
    stepper.locator(".fsl-board").wait_for()
    stepper.focus()
    shown.page.keyboard.press("?")
    assert stepper.locator(".fsl-help").bounding_box()["height"] < 600  # not all of the frame
    shown.page.keyboard.press("Escape")
    shown.page.keyboard.press("f")
    inside = shown.page.frames[1]
    if allowed:
        inside.wait_for_function("document.fullscreenElement !== null")
        inside.wait_for_function(f"{FILLING} === 900")
        shown.page.keyboard.press("f")
    else:
        stepper.get_by_text("full screen is not available here").wait_for()
    inside.wait_for_function(f"{FILLING} === 0 && document.fullscreenElement === null")
    shown.page.keyboard.press("ArrowRight")
    inside.wait_for_function("document.querySelector('.fsl').stepper.steps[0] > 300")
    assert shown.errors == []
