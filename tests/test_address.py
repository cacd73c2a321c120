"""The address of a plain page: a link opens a run at a step, or a game with a puzzle."""

import pytest
from conftest import PlainPage

from futoshiki_lab import Play, Stepper, dumps, load, record

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group(__name__)]

PUZZLE = load("nyu/SampleInput")
OTHER = load("nyu/Input1")
STEP = "document.querySelectorAll('.fsl')[{}].stepper.steps[0]"
SHOWN = "document.querySelector('.fsl').game.puzzle.signs.length"


@pytest.fixture(autouse=True)
def without_a_still(monkeypatch):
    """The picture for where no script runs takes a while to draw, and is not seen here."""
    monkeypatch.setattr(Stepper, "still", lambda stepper: "")


@pytest.fixture
def tab(new_page):
    """A page of a browser with no way to a server."""
    return new_page(PlainPage, 1000, 700).page


@pytest.fixture(scope="module")
def trace():
    return record(PUZZLE, "fc")


def opened(tab, address):
    tab.goto("about:blank")
    tab.goto(address)
    tab.wait_for_selector(".fsl-board")
    return tab


def test_a_link_opens_a_run_at_a_step_and_follows_it(tab, trace, tmp_path):
    address = Stepper(trace, by="event").to_html(tmp_path / "run.html").as_uri()
    opened(tab, f"{address}#step=40")
    assert tab.evaluate(STEP.format(0)) == 40
    tab.evaluate("location.hash = '#step=7'")
    tab.wait_for_function(f"{STEP.format(0)} === 7")
    tab.locator(".fsl").press("ArrowRight")
    tab.wait_for_function("location.hash === '#step=8'")


@pytest.mark.parametrize("hash_", ["", "#", "#step=", "#step=-3", "#step=x", "#stepper=9&step=4"])
def test_an_address_that_means_nothing_opens_a_run_at_its_start(tab, trace, tmp_path, hash_):
    address = Stepper(trace).to_html(tmp_path / "run.html").as_uri()
    assert opened(tab, address + hash_).evaluate(STEP.format(0)) == Stepper(trace).step


def test_a_frame_shows_a_run_at_a_step(tab, trace, tmp_path):
    run = Stepper(trace).to_html(tmp_path / "run.html").as_uri()
    slide = tmp_path / "slide.html"
    slide.write_text(f'<iframe src="{run}#step=25" width="900" height="600"></iframe>', "utf-8")
    tab.goto(slide.as_uri())
    frame = tab.frames[1]
    frame.wait_for_selector(".fsl-board")
    assert frame.evaluate(STEP.format(0)) == 25


def test_a_link_opens_a_game_with_a_puzzle_and_follows_it(tab, tmp_path):
    address = Play(PUZZLE).to_html(tmp_path / "play.html").as_uri()
    ids = [dumps(puzzle, "id").strip() for puzzle in (PUZZLE, OTHER)]
    opened(tab, f"{address}#puzzle={ids[1]}")
    assert tab.evaluate(SHOWN) == len(OTHER.signs)
    tab.evaluate(f"document.querySelector('.fsl').game.openId({ids[0]!r})")
    tab.wait_for_function(f"decodeURIComponent(location.hash) === '#puzzle={ids[0]}'")
    assert tab.evaluate(SHOWN) == len(PUZZLE.signs)


@pytest.mark.parametrize("id_", ["5:nonsense", "<img src=x onerror=alert(1)>", "99:"])
def test_a_link_with_a_wrong_puzzle_says_so_and_keeps_the_board(tab, tmp_path, id_):
    address = Play(PUZZLE).to_html(tmp_path / "play.html").as_uri()
    opened(tab, f"{address}#puzzle={id_}")
    tab.wait_for_function(
        "document.querySelector('.fsl-words').textContent.includes('That did not work')"
    )
    assert tab.evaluate(SHOWN) == len(PUZZLE.signs)
    assert tab.locator(".fsl img").count() == 0
