"""A notebook as slides: one at a time, boards that fill them and step, no kernel, no network."""

from __future__ import annotations

import re
from functools import cache
from itertools import product

import pytest
import tomorrow
from conftest import REPO, SCRIPTS, PlainPage, few

from futoshiki_lab import chart, draw_costs, load, questions, sweep
from futoshiki_lab.classroom.pages.__main__ import main
from futoshiki_lab.classroom.pages.slides import slides

pytestmark = pytest.mark.xdist_group(__name__)

SCENES = 7
SIZES = [(1024, 768), (1280, 720), (1920, 1080)]
SHOWN = """[...document.querySelectorAll('.slide')]
    .filter(one => one.checkVisibility()).map(one => one.id)"""
STEPS = "[...document.querySelectorAll('.fsl')].map(root => root.stepper.steps[0])"
PLACE = """() => {
    const [root, heading] = ['.fsl', 'h2'].map(one => document.querySelector(`.shown ${one}`));
    const box = root.getBoundingClientRect();
    const boards = [...root.querySelectorAll('.fsl-board')].map(one => one.getBoundingClientRect());
    return {
        above: box.top - heading.getBoundingClientRect().bottom,
        below: innerHeight - box.bottom,
        out: root.scrollHeight - root.clientHeight,
        boards: boards.every(one => one.top >= box.top && one.bottom <= box.bottom),
    };
}"""


@pytest.fixture(scope="module")
def slides_of(tmp_path_factory, jupyter_home):
    """A function: the slides of a notebook."""

    @cache
    def slides_of(name):
        path = tmp_path_factory.mktemp("slides") / f"{name}.slides.html"
        assert main([str(REPO / "notebooks" / f"{name}.ipynb"), "-o", str(path)]) == 0
        return path

    return slides_of


@pytest.fixture(scope="module")
def deck(slides_of):
    return slides_of("in-class")


@pytest.mark.browser
def test_the_page_for_tomorrow_and_the_votes_fit_a_phone(new_page, tmp_path):
    named = tomorrow.FILE.findall(tomorrow.PAGE.read_text("utf-8"))
    files = {f"`{stem}{end}`": f"{stem}{end}" for stem, end in named}
    sheet = questions(4, tomorrow.TOPICS["backtracking"].split(), title="A vote", points=1)
    votes = sheet.save(tmp_path / "vote.peer.html")
    shown = new_page(PlainPage, 390, 844)
    for path in (tomorrow.write_index(tmp_path, files), *votes):
        shown.show(path, "h1")
        assert shown.page.evaluate(SCRIPTS["LOOK"]) == "", path
        if path.name.endswith("-key.peer.html"):
            shown.page.locator("summary").first.click()  # a worked solution is no wider
            assert shown.page.evaluate(SCRIPTS["LOOK"]) == ""


def test_each_heading_is_a_slide_without_code_and_notes(deck):
    page = deck.read_text("utf-8")
    body = re.sub(r"<script.*?</script>", "", page.partition("<body")[2], flags=re.S)
    assert body.count('<section class="slide"') == SCENES + 2
    assert [f'id="s{at}"' in body for at in range(1, SCENES + 4)] == [True] * (SCENES + 2) + [False]
    notes = re.findall(r"<template.*?</template>", body, flags=re.S)  # for a second window
    assert [note.count("For the instructor") for note in notes] == [1]
    body = body.replace(notes[0], "")
    assert "For the instructor" not in body
    assert "LARGE" not in body
    assert not re.search(r'(src|href)="(?!#|data:)', body)


@pytest.fixture(params=few([(1280, 720), (1920, 1080)]), ids=str)
def page(request, new_page, deck):
    """The slides on a projector. Errors of scripts, and requests to elsewhere, fail the test."""
    shown, told = new_page(PlainPage, *request.param), []

    def hear(said):
        if said.type == "error":
            told.append(said.text)

    shown.page.on("console", hear)
    shown.show(deck, ".slide.shown")
    yield shown.page
    shown.page.remove_listener("console", hear)
    assert shown.errors + told == []
    here = ("file:", "data:", "blob:")
    assert [url for url in shown.requests if not url.startswith(here)] == []


@pytest.mark.browser
class TestInABrowser:
    def test_every_board_fills_its_slide_below_the_heading_and_steps(self, page):
        for scene in range(SCENES):
            page.keyboard.press("PageDown")
            assert page.evaluate(SHOWN) == [f"s{scene + 2}"]
            place = page.evaluate(PLACE)
            assert place["above"] >= 0
            assert place["above"] < 60
            assert abs(place["below"]) < 1
            assert place["out"] == 0
            assert place["boards"]
            before = page.evaluate(STEPS)
            for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"):
                page.keyboard.press(key)
            after = page.evaluate(STEPS)
            assert after[scene] > before[scene]
            assert after[:scene] + after[scene + 1 :] == before[:scene] + before[scene + 1 :]
        page.mouse.wheel(0, 500)
        assert page.evaluate("scrollY") == 0
        page.keyboard.press("Shift+Enter")
        assert page.evaluate(SHOWN) == [f"s{SCENES + 2}"]
        page.keyboard.press("PageDown")  # the last one stays
        assert page.evaluate(SHOWN) == [f"s{SCENES + 2}"]

    def test_keys_links_and_the_address_turn_the_slides(self, page):
        page.keyboard.press("ArrowRight")  # the first slide has no board
        assert page.evaluate(SHOWN) == ["s2"]
        page.keyboard.press("ArrowRight")
        page.keyboard.press("PageDown")
        page.wait_for_function("location.hash.includes('step=')")  # of the slide before
        assert page.evaluate(SHOWN) == ["s3"]
        page.locator(".shown nav a").last.click()
        page.wait_for_selector("#s4.shown")
        page.keyboard.press("ArrowRight")
        page.wait_for_function("location.hash.includes('stepper=3&step=')")
        step = page.evaluate(STEPS)[2]
        page.reload()
        page.wait_for_function("document.querySelector('.slide.shown .fsl-filling')")
        assert page.evaluate(SHOWN) == ["s4"]
        assert page.evaluate(STEPS)[2] == step

    def test_a_board_leaves_its_slide_to_the_words_and_comes_back(self, page):
        page.keyboard.press("PageDown")
        page.keyboard.press("Escape")
        assert page.locator(".shown .fsl-filling").count() == 0
        page.keyboard.press("f")
        assert page.evaluate(PLACE)["above"] >= 0
        assert page.locator(".shown .fsl-filling").count() == 1

    def test_slides_are_dark_where_the_system_is(self, page):
        page.keyboard.press("PageDown")
        colours = []
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for name in ("body", ".shown .fsl"):
                found = page.evaluate(
                    f"getComputedStyle(document.querySelector('{name}')).backgroundColor"
                )
                colours.append(sum(map(int, re.findall(r"\d+", found)[:3])))
        assert min(colours[:2]) > 600 > 150 > max(colours[2:])

    def test_a_clickers_key_tells_what_a_scene_asks_and_goes_on(self, page):
        page.keyboard.press("PageDown")
        begun = page.evaluate(STEPS)
        page.keyboard.press("PageDown")  # the next move
        assert page.evaluate(SHOWN) == ["s2"]
        assert page.evaluate(STEPS)[0] > begun[0]
        page.keyboard.press("PageDown")
        assert page.evaluate(SHOWN) == ["s3"]
        model = "document.querySelector('.shown .fsl').stepper.model"
        page.evaluate(f"{model}.set('predict', 'value')")
        for asks, slide in ((True, "s3"), (False, "s3"), (False, "s4")):  # it asks, tells, goes on
            page.keyboard.press("PageDown")
            assert (page.locator(".shown .fsl-asking").count() == 1) == asks
            assert page.evaluate(SHOWN) == [slide]

    def test_notes_are_in_a_second_window_that_hears_the_clicker(self, page):
        page.keyboard.press("PageDown")
        with page.context.expect_page() as opened:
            page.keyboard.press("i")
        notes = opened.value
        assert "Guess, check, take it back" in notes.locator("h1").inner_text()
        assert "Before class" in notes.locator("details").inner_text()
        assert notes.locator("li[style]").inner_text().startswith("Scene 1 ")
        notes.keyboard.press("PageDown")
        notes.keyboard.press("PageDown")
        assert page.evaluate(SHOWN) == ["s3"]
        assert notes.locator("li[style]").inner_text().startswith("Scene 2 ")
        notes.close()


SLIDE = """() => {
    const slide = document.querySelector(".slide.shown"),
        seen = one => one.checkVisibility() && one.getClientRects().length,
        every = names => [...slide.querySelectorAll(names)],
        parts = every(".atom").filter(seen),
        question = parts.map(one => one.querySelector(".fsl-question")).find(Boolean);
    return {
        number: slide.querySelector("nav span").textContent,
        over: [slide.scrollHeight - innerHeight, slide.scrollWidth - innerWidth],
        bottom: Math.max(...parts.map(one => one.getBoundingClientRect().bottom)),
        asks: question?.dataset.state ?? "",
        told: every(".fsl-part").findIndex(one => one.matches(".told")),
        trees: every("svg:has(.node)").map(one => one.getAttribute("viewBox")),
        steps: document.querySelector(".fsl-filling")?.stepper?.steps,
        scrolls: every(`.fsl-filling, .fsl-filling :is(.fsl-conflicts, .fsl-source), .fsl-quiz-bar,
            pre, div:has(> svg)`).some(
                one => one.checkVisibility() && one.scrollHeight > one.clientHeight + 1),
        fills: Boolean(document.querySelector(".fsl-filling")),
        vote: slide.querySelector(".fsl-voting .fsl-quiz-words")?.checkVisibility()
            ? slide.querySelector(".fsl-quiz-words").innerText : "",
    };
}"""


LETTERS = """() => [...document.querySelectorAll(".shown .atom:not(.away) img")].map(one => {
    const svg = decodeURIComponent(one.src), { width, bottom } = one.getBoundingClientRect(),
        points = [...svg.matchAll(/scale\\(([\\d.]+) -/g)].map(found => 100 * found[1]);
    return [Math.min(...points) * width / svg.match(/viewBox="0 0 ([\\d.]+)/)[1], bottom];
})"""


@pytest.mark.browser
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_last_row_can_read_a_chart_on_a_slide(new_page, size, tmp_path):
    solvers = ["bt", "fc", "mac", "fc mrv", "mac mrv"]
    costs = draw_costs(sweep([load("nyu/Input1")], solvers, progress=False, jobs=1))
    own, axes = chart(8, 3.2)
    axes.plot([1, 20], [3, 4000])
    axes.set(xlabel="nodes", title="Nodes")
    said = '<h2>A</h2><p>B.</p><div class="output"><div class="output_area">{}</div></div>'
    path = tmp_path / "charts.slides.html"
    path.write_text(slides([said.format(one._repr_html_()) for one in (costs, own)], "x"), "utf-8")
    shown, letters = new_page(PlainPage, *size), []
    shown.show(path, ".slide.shown")
    for _ in range(4):
        letters += shown.page.evaluate(LETTERS)
        shown.page.keyboard.press("PageDown")
    assert len(letters) >= 2
    assert min(pixels for pixels, _ in letters) >= 20, letters
    assert max(bottom for _, bottom in letters) <= size[1]


@pytest.mark.browser
@pytest.mark.parametrize(
    ("size", "name"),
    few(product(SIZES, ["in-class", "07-jumping-back", "03-forward-checking", "06-heuristics"]), 2),
    ids=str,
)
def test_one_key_leads_through_slides_that_the_last_row_can_read(new_page, slides_of, name, size):
    shown = new_page(PlainPage, *size)
    shown.show(slides_of(name), ".slide.shown")
    page, small = shown.page, {}
    seen = [page.evaluate(SLIDE)]
    assert seen[0]["number"].startswith("start · 1 / ")
    while len(seen) < 3 or not seen[-1] == seen[-2] == seen[-3]:  # it stays at the end
        page.keyboard.press("PageDown")
        page.wait_for_timeout(60)  # a run that comes with an answer is unpacked
        shown.drawn()
        seen.append(page.evaluate(SLIDE))
        small |= {len(seen): found for found in [page.evaluate(SCRIPTS["SMALL"])] if found}
    assert small == {}
    assert not any(one["scrolls"] for one in seen)
    where, last = seen[-1]["number"].split(" / ")
    assert where == f"end · {last}"
    assert len({one["number"] for one in seen}) == int(last)
    assert all(max(one["over"]) <= 0 for one in seen if not one["fills"])
    assert all(one["bottom"] <= size[1] for one in seen if not one["fills"])
    asked = {one["number"] for one in seen if one["asks"] == "open"}
    told = {one["number"] for one in seen if one["asks"] in ("revealed", "bet")}
    assert asked == told
    votes = [one["vote"] for one in seen if one["vote"]]
    assert [vote[0] == "✓" for vote in votes] == [False, True] * (len(votes) // 2)
    assert len(votes) == 16 * (name == "in-class")
    assert sum(one["fills"] for one in seen) > 2
    page.keyboard.press("PageUp")
    assert page.evaluate(SLIDE)["number"] == f"{int(last) - 1} / {last}"
    assert shown.errors == []
