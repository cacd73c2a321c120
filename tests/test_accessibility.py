"""Exported pages in a browser: axe-core finds no violation; a phone's buttons are large."""

import pytest
from axe import bring_axe, violations
from conftest import PlainPage, write_notebook
from nbformat.v4 import new_markdown_cell

from futoshiki_lab import Cell, Drive, Play, Stepper, load, predict, random_puzzle, record
from futoshiki_lab.classroom.pages.__main__ import main
from futoshiki_lab.stepper.pages import page_of

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group(__name__)]


def _stepper(path):
    Stepper(record(load("nyu/Input1"), "fc"), step=40).to_html(path)


def _two(path):
    traces = [record(load("nyu/Input1"), look) for look in ("bt", "fc")]
    Stepper(*traces).to_html(path)


def _jumps(path):
    """A jump, all its marks, and the run without it."""
    without, jumping = (record(load("nyu/SampleInput"), "fc", jump=jump) for jump in (False, True))
    Stepper(jumping, without, by="event", step=jumping.steps("skip")[-1]).to_html(path)


def _play(path):
    Play(load("unequal/5x5-tricky#1")).to_html(path)


def _questions(path):
    """One of each kind, open and answered."""
    puzzle, options = load("conjure/4x4"), ("more", "fewer", "the same")
    asked = [
        lambda: predict("How many?", 48, because="So many.", hint="Count."),
        lambda: predict("More `nodes`?", "more", options=options, reveal="a\nb"),
        lambda: predict("Which?", {"one": "more", "two": "fewer"}, options=options),
        lambda: predict("In which order?", ["`a`", "b", "c"]),
        lambda: predict("Which cell?", Cell(0, 1), board=puzzle, mark=Cell(2, 2)),
        lambda: predict("Which values?", {Cell(0, 1): (1, 2)}, board=puzzle, reveal=puzzle),
    ]
    given = [[7], [2], [[0, 0]], [[0, 1, 2]], [[2]], [[[1, 1]]]]
    shown = [ask() for ask in asked] + [ask() for ask in asked]
    for question, answers in zip(shown, [[]] * len(asked) + given, strict=True):
        question.given = answers
    players = "".join(question.as_html() for question in shown)
    whole = page_of("questions", f"<h1>questions</h1>{shown[0].as_html()}")
    path.write_text(whole.replace("</main>", f"{players}</main>"), encoding="utf-8")


def _notebook(path):
    first = "from futoshiki_lab import Play, Stepper, load, record\n"
    first += 'a = record(load("nyu/Input1"), "fc")\nStepper(a, step=7, predict="value")'
    others = ['Stepper(record(load("nyu/Input1"), "bt"), a)', 'Play(load("unequal/5x5-tricky#1"))']
    title = new_markdown_cell("# A lesson")
    source = write_notebook(path.with_suffix(".ipynb"), title, first, *others)
    assert main([str(source), "-o", str(path)]) == 0


def _drives(path):
    """Of a search, of one's own, of AC-3; and a stepper that asks."""
    puzzle = random_puzzle(4, givens=4, signs=5, seed=2)
    ac3 = Drive(record(puzzle, "mac"), "ac3")
    asks = Stepper(record(puzzle, "fc"), predict="value")
    players = "".join(one.as_html() for one in (Drive(puzzle, "bt"), Drive(puzzle), ac3, asks))
    path.write_text(page_of("drives", f"<h1>drives</h1>{players}"), encoding="utf-8")


PAGES = {
    "questions": _questions,
    "drives": _drives,
    "stepper": _stepper,
    "two runs": _two,
    "jumps": _jumps,
    "play": _play,
    "notebook": _notebook,
}


@pytest.fixture(scope="module")
def pages(tmp_path_factory, jupyter_home):
    """The file of a page, which is made once."""
    folder, made = tmp_path_factory.mktemp("pages"), {}

    def file(name):
        if name not in made:
            made[name] = folder / f"{name}.html"
            with pytest.MonkeyPatch.context() as patch:  # what is not seen where a script runs
                patch.setattr(Stepper, "still", lambda stepper: "")
                PAGES[name](made[name])
        return made[name]

    return file


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_no_violation(request, new_page, pages, name):
    shown = new_page(PlainPage, 1280, 720)
    shown.show(pages(name), ".fsl-board")
    shown.page.evaluate("document.querySelector('.fsl').focus()")
    bring_axe(request.config, shown)
    for keys in ((), ("?",), ("Escape", "f", "n", "p")):
        shown.press(*keys)
        assert violations(shown) == [], keys


PRESS_EACH = """async () => {
    const buttons = () => [...document.querySelectorAll(".fsl button")]
        .filter(one => one.checkVisibility());
    const pressed = [], lost = [];
    for (const {ariaLabel} of buttons()) {
        const one = buttons().find(other => other.ariaLabel === ariaLabel);
        if (!one || pressed.includes(ariaLabel)) continue;
        one.focus();
        one.click();
        await new Promise(done => setTimeout(done, 20));
        const held = document.activeElement;
        if (!held.closest(".fsl") || !held.checkVisibility()) lost.push(ariaLabel);
        pressed.push(ariaLabel);
        document.querySelector(".fsl-filling")?.stepper.stage.leave();
    }
    return [pressed.length, lost];
}"""


@pytest.mark.parametrize("name", ["questions", "drives", "stepper", "two runs", "play"])
def test_after_every_button_the_keyboard_is_in_a_view_and_can_be_seen(new_page, pages, name):
    shown = new_page(PlainPage, 1280, 720)
    shown.show(pages(name), ".fsl-board")
    pressed, lost = shown.page.evaluate(PRESS_EACH)
    assert lost == []
    assert pressed >= 8
    assert shown.errors == []


def test_a_notebook_becomes_a_page_of_players_that_asks_for_nothing(new_page, pages):
    shown = new_page(PlainPage, 1280, 720)
    shown.show(pages("notebook"), ".fsl-runs")
    page, players = shown.page, shown.page.locator(".fsl-player > .fsl")
    shown.wait("() => document.querySelectorAll('.fsl-player > .fsl').length === 3")
    page.get_by_role("button", name="next question").click()
    page.locator(".fsl-quiz-option").first.click()
    assert "Right" in page.locator(".fsl-quiz-words").inner_text()
    page.evaluate("document.querySelectorAll('.fsl')[1].focus()")
    shown.press("ArrowRight", "ArrowRight")
    assert max(page.evaluate("document.querySelectorAll('.fsl')[1].stepper.steps")) > 0
    players.last.locator(".fsl-board").focus()
    shown.press("3", "h", "s")
    players.last.get_by_text("This is the solution").wait_for()
    assert page.get_by_label("size of a new puzzle").count() == 0
    assert [url for url in shown.requests if not url.startswith("file:")] == []
    assert shown.errors == []


@pytest.mark.parametrize("name", ["stepper", "play"])
def test_without_script_there_is_a_picture(browser, tmp_path, name):
    PAGES[name](tmp_path / "still.html")
    context = browser.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    page.goto((tmp_path / "still.html").as_uri())
    box = page.locator(".fsl-still img, .fsl-still svg").bounding_box()
    context.close()
    assert min(box["width"], box["height"]) > 100
