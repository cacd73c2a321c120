"""The first minute: what `make lab` opens, and where the notebooks' links lead."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import nbformat
import pytest
from conftest import REPO, NotebookPage

NOTEBOOKS = sorted((REPO / "notebooks").glob("*.ipynb"))
WELCOME = REPO / "notebooks" / "welcome.ipynb"
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def _prose(path):
    cells = nbformat.read(path, as_version=4).cells
    return "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def _links(path):
    """All addresses of links and pictures in a notebook that are on no other machine."""
    found = re.findall(r"\]\(([^)#]+)|(?:src|href)=\"([^\"#]+)", _prose(path))
    return [link for pair in found for link in pair if link and "://" not in link]


@every_notebook
def test_every_link_of_a_notebook_leads_to_a_file(path):
    assert [link for link in _links(path) if not (path.parent / unquote(link)).exists()] == []


@every_notebook
def test_a_file_of_the_project_that_a_notebook_names_can_be_clicked(path):
    alone = re.findall(r"(?<!\[)`((?:docs|data|tests)/[\w./-]+|\w+\.md)`", _prose(path))
    assert alone == []


def test_the_welcome_notebook_has_a_link_to_every_other():
    others = {path.name for path in NOTEBOOKS} - {WELCOME.name}
    assert {link for link in _links(WELCOME) if link.endswith(".ipynb")} == others


def test_links_are_found():
    assert "../docs/COUNTING.md" in _links(WELCOME)
    assert "../docs/small.svg" in _links(WELCOME)


# -- in a browser ----------------------------------------------------------------------------------

SHOWN = "window.jupyterapp?.shell?.currentWidget"
IN_THE_WAY = ".jp-Dialog, .Toastify__toast"  # a question that waits; a message such as the news


@pytest.fixture
def first_page(made_lab, browser):
    """The page that opens, in a small window, when its notebook can be seen."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    opened = NotebookPage(context.new_page(), made_lab)
    opened.page.set_default_timeout(60_000)
    opened.page.goto(f"{made_lab.url}/?token={made_lab.token}")
    opened.page.wait_for_selector(".jp-Notebook .jp-Cell")
    yield opened
    context.close()


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_make_lab_opens_the_welcome_notebook_whose_links_work(first_page):
    page = first_page.page
    page.wait_for_function(f"{SHOWN}?.context?.path === 'notebooks/welcome.ipynb'")
    # A picture is there before anything runs, and so is the way to all that one may want first.
    page.wait_for_function("document.querySelector('.jp-RenderedMarkdown img')?.naturalWidth > 0")
    for link in ("in-class.ipynb", "play.ipynb", "01-a-puzzle-as-constraints.ipynb"):
        assert page.locator(f"a[href*='{link}']").first.bounding_box()["y"] < 700
    page.wait_for_function(f"{SHOWN}?.sessionContext?.session?.kernel?.status === 'idle'")
    page.evaluate(f"{SHOWN}.sessionContext.session.kernel.info")  # Lab writes of it into the file
    page.wait_for_timeout(100)
    assert not page.evaluate(f"{SHOWN}.context.model.dirty")  # so it closes without a question
    page.locator(".jp-Notebook .jp-Cell h1").click()
    page.keyboard.press("Shift+Enter")
    page.keyboard.press("Shift+Enter")
    page.wait_for_selector(".fsl-game, .fsl-play, .fsl")
    board = page.locator(".fsl svg").first.bounding_box()
    assert board["y"] + board["height"] <= 700  # all of it, without scrolling
    assert page.locator(IN_THE_WAY).count() == 0
    for link in ("in-class.ipynb", "../docs/COUNTING.md"):
        page.wait_for_function(f"{SHOWN}?.context?.path === 'notebooks/welcome.ipynb'")
        page.evaluate(f"{SHOWN}.content.scrollToItem({SHOWN}.content.widgets.length - 1)")
        page.locator(f"a[href*='{Path(link).name}']").last.click()
        page.wait_for_function(f"{SHOWN}?.context?.path?.endsWith('{Path(link).name}')")
        read = page.locator(".jp-MarkdownViewer").count()
        assert read == link.endswith(".md")  # a page is shown, not its source
        assert page.locator(IN_THE_WAY).count() == 0
        page.locator(".lm-TabBar-tab", has_text="welcome.ipynb").click()
    assert (first_page.errors, first_page.outside) == ([], [])
