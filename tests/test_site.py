"""`make site`: the site as it is built, in a browser that cannot reach any other machine."""

import functools
import http.server
import json
import shutil
import subprocess
import threading

import pytest
from conftest import IN_CI, REPO

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("site")]

RUN_ALL = """async () => {
    const app = window.jupyterapp, notebook = app.shell.currentWidget;
    await notebook.context.ready;
    await notebook.sessionContext.ready;
    await app.commands.execute('notebook:run-all-cells');
    const code = notebook.content.widgets.filter(cell => cell.model.type === 'code');
    const wrong = code.flatMap(cell => cell.model.sharedModel.outputs)
        .filter(output => output.output_type === 'error' || output.name === 'stderr')
        .map(output => output.ename ? `${output.ename}: ${output.evalue}` : String(output.text));
    return [code.filter(cell => cell.model.executionCount).map(cell => cell.model.id), wrong];
}"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Any web server will do; this one tells nothing."""

    def log_message(self, *_):
        pass


@pytest.fixture(scope="session")
def folder(browser, tmp_path_factory):
    """The site, built once, with the page of one notebook."""
    if not shutil.which("make"):
        (pytest.fail if IN_CI else pytest.skip)("the site is not built: no make")
    folder = tmp_path_factory.mktemp("site") / "site"
    command = ["make", "site", f'ARGS=--pages play --out "{folder}"']
    done = subprocess.run(command, cwd=REPO, capture_output=True, text=True)
    if done.returncode:
        why = f"the site is not built:\n{done.stdout[-1000:]}{done.stderr[-3000:]}"
        (pytest.fail if IN_CI else pytest.skip)(why)
    return folder


@pytest.fixture(scope="session")
def site(folder):
    """Its address."""
    handler = functools.partial(Quiet, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def page(site, browser):
    """A phone's page; other machines cannot be reached, and what it asks of them fails the test."""
    nobody = {"server": "http://127.0.0.1:9", "bypass": "127.0.0.1"}  # for service workers too
    context = browser.new_context(viewport={"width": 390, "height": 844}, proxy=nobody)
    asked, errors = [], []
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert [url for url in asked if not url.startswith((site, "data:", "blob:"))] == []
    assert errors == []


def test_the_front_page_steps_on_a_phone(site, page):
    page.goto(site)
    page.locator(".fsl-sentence").click()
    before = page.locator(".fsl-where").first.inner_text()
    page.keyboard.press("ArrowRight")
    assert page.locator(".fsl-where").first.inner_text() != before
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("notebooks/play.html", "Open and run it here"),
        ("play.html", "More boards"),
        ("docs/COUNTING.html", "What is counted, exactly"),
        ("docs/SPEED.html", "How fast the engines are"),
        ("docs/teaching.html", "To teach with the notebooks"),
        ("reference/core.html", "forward_check"),
        ("search.html?q=wipe", "What is counted, exactly"),
    ],
)
def test_a_page_is_there_and_fits_a_phone(site, page, address, text):
    page.goto(site + address)
    page.locator("article, main").get_by_text(text).first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_guide_leads_to_notebooks_and_their_cells(site, page):
    page.goto(site + "docs/teaching.html")
    cells = page.locator('a[href$="notebooks/09-consistency.html#cell-id=blind-spot"]')
    assert cells.count() == 1
    page.locator('article a[href$="notebooks/play.html"]').first.click()
    page.get_by_text("Open and run it here").wait_for()
    assert page.locator('[id="cell-id=trace"]').count() == 1


FORGET = {"cell_type": "code", "source": "%reset -f", "metadata": {}, "outputs": []}


def in_one(notebooks):
    """One notebook with the cells of several; each begins with no names."""
    cells = [
        {**cell, "id": f"{name}-{cell['id']}"}
        for name, notebook in notebooks.items()
        for cell in ({**FORGET, "id": "forget", "execution_count": None}, *notebook["cells"])
    ]
    return {**next(iter(notebooks.values())), "cells": cells}


def test_notebooks_run_in_the_browser_alone(site, folder, page):
    """In one page and by one Python, whose start takes longer than a notebook."""
    files = folder / "lite" / "files" / "notebooks"
    names = ["welcome", "play", "02-backtracking", "03-forward-checking"]
    texts = {name: (files / f"{name}.ipynb").read_text("utf-8") for name in names}
    joined = in_one({name: json.loads(text) for name, text in texts.items()})
    (files / "welcome.ipynb").write_text(json.dumps(joined))
    page.set_default_timeout(600_000)
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{site}lite/notebooks/index.html?path=notebooks/welcome.ipynb")
    page.wait_for_function("window.jupyterapp?.shell?.currentWidget?.sessionContext")
    ran, wrong = page.evaluate(RUN_ALL)
    assert wrong == []
    assert ran == [cell["id"] for cell in joined["cells"] if cell["cell_type"] == "code"]
    page.locator(".fsl").first.wait_for(state="attached")
    assert page.locator(".jp-Dialog").count() == 0


# -- the game's shelf ---------------------------------------------------------------------------

SHOWN = "document.querySelector('.fsl').game.puzzle"
GAME = "document.querySelector('.fsl')?.game"


@pytest.fixture
def game(site, page):
    """The game's page, with its first board."""
    page.set_default_timeout(30_000)
    page.goto(f"{site}play.html")
    page.wait_for_function(GAME)
    return page


def name_of_the_board(page):
    return page.locator(".fsl-title b").inner_text()


def take_another(page, n, level):
    """Ask for a new puzzle, with the keyboard; wait until it is there."""
    before = page.evaluate(f"{GAME}.gameKey")
    page.get_by_label("size of a new puzzle").select_option(str(n))
    page.get_by_label("level of a new puzzle").select_option(level)
    page.get_by_role("button", name="new puzzle").press("Enter")
    page.wait_for_function(f"{GAME}.gameKey !== '{before}'")


def test_a_beginner_meets_a_small_easy_board(game):
    assert game.evaluate(f"{SHOWN}.n") == 4
    assert game.locator(".fsl-level").inner_text() == "Trivial"


def test_the_shelf_goes_up_to_9x9_extreme_and_its_hints_need_no_kernel(game):
    take_another(game, 9, "Extreme")
    assert game.evaluate(f"{SHOWN}.n") == 9
    game.wait_for_function("document.querySelector('.fsl-level').innerText === 'Extreme'")
    first = name_of_the_board(game)
    take_another(game, 9, "Extreme")
    assert name_of_the_board(game) != first
    game.get_by_role("button", name="a hint").click()
    game.wait_for_selector(".fsl-sentence[data-kind='hint']")
    assert game.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_board_of_the_shelf_has_a_name_an_address_and_reasons(site, game):
    game.get_by_role("link", name="nyu/Input2", exact=True).click()
    game.wait_for_function(f"{SHOWN}.n === 5")
    assert name_of_the_board(game) == "nyu/Input2"
    assert game.url.endswith("#board=nyu/Input2")
    game.reload()
    game.wait_for_function(f"{GAME}?.puzzle.n === 5")
    facts = game.evaluate(f"{GAME}.questions.know()")
    cell = game.evaluate(f"[...{SHOWN}.givens].indexOf(0)")
    wrong = facts["solution"][cell] % 5 + 1
    game.evaluate(f"{GAME}.askWhy({cell}, {wrong})")
    game.wait_for_selector(".fsl-sentence[data-kind='hint']")


def test_a_board_that_is_not_on_the_shelf_leaves_the_one_that_is_shown(game):
    game.evaluate("location.hash = '#board=../../secret'")
    game.get_by_text("cannot be fetched here").wait_for()
    assert game.evaluate(f"{SHOWN}.n") == 4


# -- answers in JupyterLite ---------------------------------------------------------------------


def test_an_answer_in_jupyterlite_survives_a_reload(site, folder, page):
    path = folder / "lite" / "files" / "notebooks" / "play.ipynb"
    notebook = json.loads(path.read_text("utf-8"))
    code = "from futoshiki_lab import predict\nq = predict('How many?', 48, hint='count')\nq"
    more = {"metadata": {}, "outputs": [], "execution_count": None, "cell_type": "code"}
    cells = [{"id": "ask", "source": code, **more}, {"id": "told", "source": "q.given", **more}]
    path.write_text(json.dumps({**notebook, "cells": cells}))
    page.set_default_timeout(600_000)
    asked = ".fsl-question[data-state='{}']"
    for before, now in (("open", "40"), ("again", "41"), ("again", "")):
        page.goto(f"{site}lite/notebooks/index.html?path=notebooks/play.ipynb")
        page.wait_for_function("window.jupyterapp?.shell?.currentWidget?.sessionContext")
        assert page.evaluate(RUN_ALL)[1] == []
        page.wait_for_selector(asked.format(before))
        if now:
            page.get_by_label("your number").fill(now)
            page.get_by_role("button", name="commit").click()
            page.wait_for_selector(asked.format("again"))
    assert page.get_by_label("your number").input_value() == "41"
    page.evaluate("jupyterapp.commands.execute('notebook:run-cell')")
    page.get_by_text("[40, 41]").wait_for()
