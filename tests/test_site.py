"""`make site`: the site as it is built, in a browser that cannot reach any other machine."""

import functools
import hashlib
import http.server
import json
import os
import shutil
import struct
import subprocess
import threading
import zipfile
from contextlib import contextmanager
from pathlib import Path

import links
import lite
import pytest
from conftest import IN_CI, REPO, SCRIPTS, QuietServer

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("site")]

OWN = "futoshiki_lab-1-py3-none-any.whl"
COPY = "futo"  # what a copy on GitHub is called
HEARTBEAT = "api/service-worker-heartbeat"  # JupyterLite asks, and its own worker answers
PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
NOTEBOOKS = sorted(path.stem for path in REPO.glob("notebooks/*.ipynb"))


class Pages(http.server.SimpleHTTPRequestHandler):
    """A web server like GitHub's: a page that is not there is 404.html of the copy's folder."""

    def log_message(self, *_):
        pass

    def send_error(self, code, *_):
        self.error_message_format = Path(self.directory, COPY, "404.html").read_text("utf-8")
        self.error_message_format = self.error_message_format.replace("%", "%%")
        super().send_error(code)


@contextmanager
def serve(kind, folder):
    """A web server of a folder, while it is used."""
    handler = functools.partial(kind, directory=folder)
    with QuietServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="session")
def folder(browser, tmp_path_factory):
    """The site, built once; one notebook is run for its page."""
    if not shutil.which("make"):
        (pytest.fail if IN_CI else pytest.skip)("the site is not built: no make")
    folder = tmp_path_factory.mktemp("site") / COPY
    command = ["make", "site", f'ARGS=--strict --pages play --boards 2 --out "{folder}"']
    env = {**os.environ, "GITHUB_REPOSITORY": f"Ada/{COPY}"}
    done = subprocess.run(command, cwd=REPO, env=env, capture_output=True, text=True)
    if "-- Every link is followed" not in done.stdout:
        why = f"the site is not built:\n{done.stdout[-1000:]}{done.stderr[-3000:]}"
        (pytest.fail if IN_CI else pytest.skip)(why)
    assert done.returncode == 0, done.stderr  # no link is dead, no markup is left
    assert 6 <= len(done.stdout.splitlines()) <= 12  # it says what it does
    return folder


@pytest.fixture(scope="session")
def site(folder):
    """Its address, in a folder of its copy's name, as on GitHub."""
    with serve(Pages, folder.parent) as address:
        yield f"{address}/{COPY}/"


@pytest.fixture
def page(site, browser):
    """A phone's page; other machines cannot be reached, and what it asks of them fails the test."""
    nobody = {"server": "http://127.0.0.1:9", "bypass": "127.0.0.1"}  # for service workers too
    context = browser.new_context(viewport=PHONE, proxy=nobody)
    asked, errors = [], []
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    here = (site, "data:", "blob:", site.removesuffix(f"{COPY}/") + HEARTBEAT)
    assert [url for url in asked if not url.startswith(here)] == []
    assert errors == []


def test_the_front_page_steps_on_a_phone(site, page):
    page.goto(site)
    page.locator(".fsl-sentence").click()
    before = page.locator(".fsl-where").first.inner_text()
    page.keyboard.press("ArrowRight")
    assert page.locator(".fsl-where").first.inner_text() != before
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_front_page_shows_line_tree_and_buttons_of_its_stepper_in_one_view(site, page):
    page.set_viewport_size(DESKTOP)
    page.goto(site)
    page.locator(".fsl-lit").first.wait_for()
    for part in (".fsl-lit", ".fsl-tree", ".fsl-sentence", ".fsl-transport"):
        box = page.locator(part).first.bounding_box()
        assert box["y"] + box["height"] <= DESKTOP["height"], part
    assert not page.locator(".fsl-title").get_by_text("solved").is_visible()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('<a href="gone.html">', "gone.html: no such file"),
        ('<img src="gone.png">', "gone.png: no such file"),
        ('<a href="#there">', "#there: the page has no such place"),
        ('<i id="a%B7"></i><a href="#a%B7"></a><a href="#b%B7">', "#b%B7: the page has no such"),
        ('<a href="lite/index.html?path=gone.ipynb">', "gone.ipynb: JupyterLite has no such"),
        ("<p>::: ways</p>", "raw markup :::"),
    ],
)
def test_building_finds_a_fault_of_a_page(tmp_path, text, fault):
    (tmp_path / "lite").mkdir()
    (tmp_path / "lite" / "index.html").touch()
    (tmp_path / "index.html").write_text(f'<p id="here"><a href="#here">{text}', "utf-8")
    [found] = links.find_faults(tmp_path)
    assert fault in found


@pytest.mark.parametrize("strict", [False, True])
def test_a_dead_link_is_listed_at_the_end_and_the_pages_stay(tmp_path, capsys, strict):
    made, out = tmp_path / "made", tmp_path / "out"
    made.mkdir()
    (made / "index.html").write_text('<a href="gone.html">', "utf-8")
    with pytest.raises(SystemExit) as end:
        links.publish(made, out, strict)
    assert end.value.code == strict
    assert (out / "index.html").exists()
    assert capsys.readouterr().err.startswith("index.html: gone.html: no such file\n")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_every_page_fits_the_window_with_all_its_pictures(site, folder, page, size):
    page.set_viewport_size(size)
    assert (folder / "docs" / "SPEED.html").exists()
    assert (folder / "reference" / "core.html").exists()
    wrong = []
    for path in sorted(folder.rglob("*.html")):
        # JupyterLite looks after its own pages; lessons are for paper and projectors
        if not {folder / "lite", folder / "tomorrow"} & {*path.parents}:
            page.goto(site + path.relative_to(folder).as_posix())
            if said := page.evaluate(SCRIPTS["LOOK"]):
                wrong.append((path.name, said))
    assert wrong == []


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize(
    ("card", "address", "seen"),
    [
        ("Read", "notebooks/index.html", "h1:has-text('Notebooks')"),
        ("Run", "lite/notebooks/index.html?path=notebooks/welcome.ipynb", ".jp-Notebook h1"),
        ("Play", "play.html", ".fsl-board"),
    ],
)
def test_a_card_of_the_front_page_leads_to_what_it_names(site, page, size, card, address, seen):
    page.set_viewport_size(size)
    page.goto(site)
    page.locator(".way", has=page.get_by_text(card, exact=True)).click()
    page.locator(seen).first.wait_for()
    assert page.url == site + address


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_the_button_of_a_notebook_s_page_opens_that_notebook_alone(site, page, name):
    page.goto(f"{site}notebooks/index.html")
    page.locator(f'article a[href="{name}.html"]').click()
    title = page.locator("article h1").inner_text().removesuffix("¶").strip()
    assert "Shift+Enter" not in page.locator("article").inner_text()  # no kernel, no such key
    page.get_by_role("link", name="Run it here").click()
    page.locator(".jp-Notebook h1").first.wait_for(timeout=60_000)
    assert page.url == f"{site}lite/notebooks/index.html?path=notebooks/{name}.ipynb"
    assert page.locator(".jp-Notebook h1").first.inner_text().startswith(title)
    assert page.locator(".jp-FileBrowser").count() == 0


def test_the_sidebar_lists_each_page_once_and_the_notebooks_by_their_questions(site, page):
    page.set_viewport_size(DESKTOP)
    page.goto(site)
    entries = page.locator(".sidebar-tree a")
    to = entries.evaluate_all("all => all.map(one => one.href)")
    assert len(to) == len(set(to)) > len(NOTEBOOKS)
    words = entries.all_inner_texts()
    assert "04 · Restoring\nWhat must be restored?" in words  # the topic, its question below
    assert sum(word.endswith("?") for word in words) >= 10
    played = [word for word in words if " play" in f" {word.lower()}"]
    assert [word for word in played if "." not in word] == ["A puzzle to play"]
    entries.get_by_text("What must be restored?").click()
    page.locator("article h1", has_text="Restoring").wait_for()


def test_a_search_quotes_the_pages_it_finds_and_loads_less_than_a_megabyte(site, page):
    page.set_viewport_size(DESKTOP)
    page.goto(site)
    loaded = []
    page.on("response", lambda answer: loaded.append(answer))
    page.locator("input[name=q]").fill("wipe")
    page.keyboard.press("Enter")
    found = page.locator("#search-results a", has_text="What is counted, exactly")
    found.wait_for()
    page.wait_for_load_state("networkidle")
    for name in ("What is counted, exactly", "05 · Consistency"):  # a text, and a page that plays
        quoted = page.locator("#search-results li", has_text=name).locator("p.context").first
        assert "wipe" in quoted.inner_text().lower()
    assert sum(len(answer.body()) for answer in loaded) < 1_000_000
    found.click()
    page.locator("article h1", has_text="What is counted").wait_for()


@pytest.mark.parametrize("word", ["moodle", "projector", "exam"])
def test_what_a_teacher_looks_for_is_found_in_the_pages_of_teachers_first(site, page, word):
    page.goto(f"{site}search.html?q={word}")
    first = page.locator("#search-results li a").first
    first.wait_for()
    page.wait_for_load_state("networkidle")
    assert any(name in first.get_attribute("href") for name in ("MARKING", "tomorrow", "teaching"))


def test_a_page_that_is_not_there_leads_to_the_front_page(site, page):
    assert page.goto(f"{site}some/where/else.html").status == 404
    assert page.evaluate("document.styleSheets[0].cssRules.length") > 0  # its style was found
    page.get_by_role("link", name="the front page").click()
    page.locator(".fsl-board").first.wait_for()
    assert page.url == f"{site}index.html"


def test_a_shared_link_has_words_and_a_picture_and_the_source_is_linked(site, folder, page):
    page.goto(f"{site}docs/COUNTING.html")
    told = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("meta[content]")]
        .map(meta => [meta.getAttribute("property") ?? meta.name, meta.content]))"""
    )
    assert told["og:title"] == "What is counted, exactly"
    assert told["description"] == told["og:description"] != ""
    assert told["og:url"] == f"https://ada.github.io/{COPY}/docs/COUNTING.html"
    start, name = told["og:image"].rsplit("/", 1)
    assert start == f"https://ada.github.io/{COPY}/_static"
    picture = (folder / "_static" / name).read_bytes()
    assert struct.unpack(">II", picture[16:24]) == (1200, 630)
    icon = page.locator("link[rel~=icon]").get_attribute("href")
    assert (folder / "docs" / icon.partition("?")[0]).resolve().is_file()
    assert page.locator(f'footer a[href="https://github.com/Ada/{COPY}"]').count() == 1


def test_the_guide_leads_to_notebooks_and_their_cells(site, page):
    page.goto(site + "docs/teaching.html")
    cells = page.locator('a[href$="notebooks/05-consistency.html#cell-id=blind-spot"]')
    assert cells.count() == 1
    page.locator('article a[href$="notebooks/play.html"]').first.click()
    page.get_by_text("Run it here").wait_for()
    assert page.locator('[id="cell-id=trace"]').count() == 1


@pytest.fixture
def release(tmp_path, monkeypatch):
    """Two folders on the web, with a Pyodide of three files and its list of packages."""
    packages = {
        "python-sat": {"name": "python-sat", "file_name": "sat.whl", "depends": []},
        "scipy": {"name": "scipy", "file_name": "scipy.whl", "depends": []},
    }
    for package in packages.values():
        package["sha256"] = hashlib.sha256(package["file_name"].encode()).hexdigest()
    lock = json.dumps({"info": {"python": "3.12.7"}, "packages": packages})
    core = {lite.LIST: lock, "pyodide.js": "start()"}
    for name in ("core", "full"):
        (tmp_path / "web" / name).mkdir(parents=True)
    for name, text in core.items():
        (tmp_path / "web" / "core" / name).write_text(text)
    (tmp_path / "web" / "full" / "sat.whl").write_text("sat.whl")
    hashes = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in core.items()}
    monkeypatch.setattr(lite, "CORE", hashes)
    with zipfile.ZipFile(tmp_path / OWN, "w") as wheel:
        needs = "Requires-Dist: python-sat; extra == 'why'\nProvides-Extra: why\n"
        about = f"Name: futoshiki-lab\nVersion: 1\n{needs}"
        wheel.writestr("futoshiki_lab-1.dist-info/METADATA", about)
    with serve(http.server.SimpleHTTPRequestHandler, tmp_path / "web") as web:
        monkeypatch.setattr(lite, "PUBLISHED", f"{web}/core/ {web}/full/")
        yield tmp_path


def enter(release, named):
    (release / "to").mkdir(exist_ok=True)
    lite.enter_one_of(named, release / "work", [*release.glob("*.whl")], release / "to")
    return sorted(path.name for path in (release / "to").iterdir())


ENTERED = [OWN, "pyodide-lock.json", "pyodide.js", "sat.whl"]


def test_pyodide_as_published_brings_what_is_needed_of_it_and_pysat(release):
    assert enter(release, "published") == ENTERED
    shutil.rmtree(release / "web")
    assert enter(release, "published") == ENTERED  # what was fetched is kept


@pytest.mark.parametrize("name", ["core/pyodide.js", "full/sat.whl"])
def test_a_file_that_is_not_what_pyodide_published_is_refused(release, name):
    (release / "web" / name).write_text("something else")
    with pytest.raises(ValueError, match="not the file that was published"):
        enter(release, lite.PUBLISHED)


def test_a_wheel_is_compiled_once(tmp_path, monkeypatch):
    started = []

    def compile_all(command, **_):
        *_, wheels, kept = started.append(command) or command
        for path in Path(wheels).iterdir():
            Path(kept, path.name).write_text("compiled", "utf-8")

    monkeypatch.setattr(subprocess, "run", compile_all)
    for name in ("first", "second"):  # two builds
        folder = tmp_path / name
        folder.mkdir()
        for file in ("a.whl", "python_stdlib.zip"):
            (folder / file).write_text("source")
        (folder / lite.LIST).write_text('{"packages": {"a": {"file_name": "a.whl"}}}')
        lite.compile_in(folder, tmp_path / "kept")
        assert (folder / "a.whl").read_text() == "compiled"
        listed = json.loads((folder / lite.LIST).read_text())["packages"]["a"]["sha256"]
        assert listed == hashlib.sha256(b"compiled").hexdigest()
    assert len(started) == 1


def run_in_lite(site, page, name):
    """Run all cells of a notebook; which ran, and what went wrong."""
    page.set_default_timeout(600_000)
    page.goto(f"{site}lite/notebooks/index.html?path=notebooks/{name}.ipynb")
    page.wait_for_function("window.jupyterapp?.shell?.currentWidget?.sessionContext")
    return page.evaluate(SCRIPTS["RUN_IN_LITE"])


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
    page.set_viewport_size({"width": 1280, "height": 900})
    ran, wrong = run_in_lite(site, page, "welcome")
    assert wrong == []
    assert ran == [cell["id"] for cell in joined["cells"] if cell["cell_type"] == "code"]
    page.locator(".fsl").first.wait_for(state="attached")
    assert page.locator(".jp-Dialog").count() == 0


# -- the game's shelf ---------------------------------------------------------------------------

SHOWN = "document.querySelector('.fsl').game.puzzle"
GAME = "document.querySelector('.fsl')?.game"
NAME = ".fsl-title b"


@pytest.fixture
def game(site, page):
    """The game's page, with its first board."""
    page.set_default_timeout(30_000)
    page.goto(f"{site}play.html")
    page.wait_for_function(GAME)
    assert page.evaluate(f"{SHOWN}.n") == 4  # a beginner meets a small easy board
    assert page.locator(".fsl-level").inner_text() == "Trivial"
    return page


def take_another(page, n, level):
    """Ask for a new puzzle, with the keyboard; wait until it is there."""
    before = page.evaluate(f"{GAME}.gameKey")
    page.get_by_label("size of a new puzzle").select_option(str(n))
    page.get_by_label("level of a new puzzle").select_option(level)
    page.get_by_role("button", name="new puzzle").press("Enter")
    page.wait_for_function(f"{GAME}.gameKey !== '{before}'")


def test_the_shelf_goes_up_to_9x9_extreme_and_its_hints_need_no_kernel(game):
    take_another(game, 9, "Extreme")
    assert game.evaluate(f"{SHOWN}.n") == 9
    game.wait_for_function("document.querySelector('.fsl-level').innerText === 'Extreme'")
    first = game.locator(NAME).inner_text()
    take_another(game, 9, "Extreme")
    assert game.locator(NAME).inner_text() != first
    game.get_by_role("button", name="a hint").click()
    game.wait_for_selector(".fsl-sentence[data-kind='hint']")
    assert game.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_board_of_the_shelf_has_a_name_an_address_and_reasons(site, game):
    game.get_by_role("link", name="nyu/Input2", exact=True).click()
    game.wait_for_function(f"{SHOWN}.n === 5")
    assert game.locator(NAME).inner_text() == "nyu/Input2"
    assert game.url.endswith("#board=nyu/Input2")
    game.reload()
    game.wait_for_function(f"{GAME}?.puzzle.n === 5")
    facts = game.evaluate(f"{GAME}.know()")
    cell = game.evaluate(f"[...{SHOWN}.givens].indexOf(0)")
    wrong = facts["solution"][cell] % 5 + 1
    game.evaluate(f"{GAME}.askWhy({cell}, {wrong})")
    game.wait_for_selector(".fsl-sentence[data-kind='hint']")


# -- answers in JupyterLite ---------------------------------------------------------------------


def test_an_answer_in_jupyterlite_survives_a_reload(site, folder, page):
    path = folder / "lite" / "files" / "notebooks" / "play.ipynb"
    notebook = json.loads(path.read_text("utf-8"))
    code = "import sys\nassert sys.path[-1] == ''  # the page answers each look into this folder\n"
    code += "from futoshiki_lab import predict\nq = predict('How many?', 48, hint='count')\nq"
    more = {"metadata": {}, "outputs": [], "execution_count": None, "cell_type": "code"}
    cells = [{"id": "ask", "source": code, **more}, {"id": "told", "source": "q.given", **more}]
    path.write_text(json.dumps({**notebook, "cells": cells}))
    asked = ".fsl-question[data-state='{}']"
    for before, now in (("open", "40"), ("again", "41"), ("again", "")):
        assert run_in_lite(site, page, "play")[1] == []
        page.wait_for_selector(asked.format(before))
        if now:
            page.get_by_label("your number").fill(now)
            page.get_by_role("button", name="Check my answer").click()
            page.wait_for_selector(asked.format("again"))
    assert page.get_by_label("your number").input_value() == "41"
    page.evaluate("jupyterapp.commands.execute('notebook:run-cell')")
    page.get_by_text("[40, 41]").wait_for()
