"""`in-class.ipynb` in JupyterLab: the keyboard from scene to scene, and what a projector shows."""

from contextlib import contextmanager

import pytest
from conftest import CLOSE, NotebookPage
from test_lab import ACTIVE

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

SCENES = 6
STEPS = "[...document.querySelectorAll('.fsl')].map(root => root.stepper.steps[0])"
FOCUS = "[...document.querySelectorAll('.fsl')].findIndex(root => root === document.activeElement)"
FILLS = """() => [...document.querySelectorAll('.fsl')].findIndex(root => {
    const at = (x, y) => document.elementFromPoint(x, y)?.closest('.fsl') === root;
    return [2, innerWidth - 3].every(x => [2, innerHeight - 3].every(y => at(x, y)));
})"""
CLICK = "document.querySelector('.jp-Notebook .jp-Cell .jp-MarkdownOutput').click()"


SET_MODE = """async mode => {
    await jupyterapp.restored;
    const plugins = [...jupyterapp.pluginRegistry._plugins.values()];
    const {provides} = plugins.find(({provides}) => provides?.name.endsWith(":ISettingRegistry"));
    const settings = await jupyterapp.resolveRequiredService(provides);
    await settings.set("@jupyterlab/notebook-extension:tracker", "windowingMode", mode);
}"""


@pytest.fixture(scope="module", params=["none", "contentVisibility"])
def projector(request, lab, lab_page):
    """Lab's page, 1280 x 720, with each of the ways in which it may draw what is out of sight."""
    lab_page.set_viewport_size({"width": 1280, "height": 720})
    if not lab_page.url.startswith(f"{lab.url}/doc/"):
        lab_page.goto(lab.address("../README.md"))
        lab_page.wait_for_function("window.jupyterapp?.shell?.currentWidget")
        lab_page.evaluate(CLOSE)
    lab_page.evaluate(SET_MODE, request.param)
    yield lab_page, request.param
    lab_page.evaluate(SET_MODE, "none")
    lab_page.set_viewport_size({"width": 1280, "height": 900})


@contextmanager
def in_class(projector, lab):
    """The notebook of the scenes, on that page."""
    page, mode = projector
    shown = NotebookPage(page, lab).open("in-class.ipynb")
    config = "jupyterapp.shell.currentWidget.content.notebookConfig"
    try:
        assert page.evaluate(f"{config}.windowingMode") == mode
        yield shown
    finally:
        shown.close()


# A cell has run, every stepper is there, and for five frames nothing has moved.
RAN = """at => {
    const {widgets} = jupyterapp.shell.currentWidget.content, {model, prompt} = widgets[at];
    return model.type !== "code" || model.executionState !== "running" && /\\d/.test(prompt);
}"""
SETTLED = """() => new Promise(done => {
    let last, same = 0;
    const look = () => {
        const roots = [...document.querySelectorAll(".fsl")];
        const now = roots.map(root => Object.values(root.getBoundingClientRect().toJSON())).join();
        same = now === last && roots.every(root => root.stepper ?? root.game) ? same + 1 : 0;
        last = now;
        same < 5 ? requestAnimationFrame(look) : done();
    };
    look();
})"""


def by_hand(page):
    """Run the selected cell as a person does, and wait until all that comes of it is drawn."""
    at = page.evaluate(ACTIVE)
    page.keyboard.press("Shift+Enter")
    page.wait_for_function(RAN, arg=at, timeout=120_000)
    page.evaluate(SETTLED)


def test_each_scene_run_by_hand_has_the_keyboard(projector, lab):
    with in_class(projector, lab) as notebook:
        page = notebook.at_its_first_cell().page
        cells = page.evaluate("jupyterapp.shell.currentWidget.content.widgets.length")
        scenes = 0
        for _ in range(cells - 1):
            by_hand(page)
            shown = page.locator(".fsl-run").count() and page.evaluate(f"({STEPS}).length")
            if shown == scenes:
                continue
            scenes = shown
            page.wait_for_function(f"{FOCUS} === {scenes - 1}")
            before = page.evaluate(STEPS)
            page.keyboard.press("ArrowRight")
            assert page.evaluate(STEPS)[-1] > before[-1]
            assert page.evaluate(STEPS)[:-1] == before[:-1]
        assert scenes == SCENES
        # It never ran a cell twice, and the next one is where Jupyter is.
        assert page.evaluate("jupyterapp.shell.currentWidget.content.widgets.length") == cells
        page.keyboard.press("ArrowDown")  # from the last scene on
        page.wait_for_function(f"{FOCUS} === -1")
        assert notebook.errors == []


@pytest.fixture(scope="class")
def all_run(projector, lab):
    """The notebook when all cells have run, and where the keyboard was then."""
    with in_class(projector, lab) as notebook:
        assert notebook.run_all() == []
        drawn = "document.querySelectorAll('.fsl:has(.fsl-run)').length"
        notebook.page.wait_for_function(f"{drawn} === {SCENES}")
        notebook.page.evaluate(SETTLED)
        yield notebook, notebook.page.evaluate(FOCUS)


class TestRunAll:
    """What is seen when all cells have run, which they do once for these tests."""

    @pytest.fixture
    def page(self, all_run):
        """The page, which is in the end as it was."""
        notebook, _ = all_run
        yield notebook.page
        notebook.page.evaluate("jupyterapp.shell.mode = 'single-document'")
        notebook.page.set_viewport_size({"width": 1280, "height": 720})
        assert notebook.errors == []

    def test_it_leaves_the_keyboard_where_it_is(self, all_run):
        _, focus = all_run
        assert focus == -1

    def test_pages_lead_through_the_scenes_on_the_whole_screen(self, page):
        first = page.locator(".fsl").first
        first.scroll_into_view_if_needed()
        first.locator(".fsl-sentence").first.click()
        page.keyboard.press("f")
        for scene in [*range(SCENES), SCENES - 2]:
            page.wait_for_function(f"({FILLS})() === {scene}")
            before = page.evaluate(STEPS)
            page.keyboard.press("ArrowRight")
            assert page.evaluate(STEPS)[scene] > before[scene]
            boards = page.locator(".fsl").nth(scene).locator(".fsl-board")
            boxes = [boards.nth(at).bounding_box() for at in range(boards.count())]
            assert all(box["y"] >= 0 and box["y"] + box["height"] <= 720 for box in boxes)
            assert len({round(box["y"]) for box in boxes}) == 1
            page.keyboard.press("PageDown" if scene < SCENES - 1 else "PageUp")
        page.keyboard.press("Shift+Enter")  # here it is the next scene
        page.wait_for_function(f"({FILLS})() === {SCENES - 1}")
        page.keyboard.press("Escape")
        page.wait_for_function(f"({FILLS})() === -1 && {FOCUS} >= 0")

    def test_scenes_on_a_projector_without_filling_it(self, page):
        page.evaluate(
            """async () => {
                await jupyterapp.commands.execute('application:toggle-mode');
            }"""
        )
        for scene in (2, 3):  # two boards are seen together
            root = page.locator(".fsl").nth(scene)
            for _ in range(3):  # what was out of sight gets its height on the way
                root.evaluate("node => node.scrollIntoView({block: 'start'})")
                page.evaluate(SETTLED)
            boxes = [root.locator(".fsl-board").nth(at).bounding_box() for at in (0, 1)]
            assert boxes[0]["y"] == pytest.approx(boxes[1]["y"], abs=1)
            assert all(box["y"] >= 0 and box["y"] + box["height"] <= 720 for box in boxes)
        page.set_viewport_size({"width": 1920, "height": 1080})
        page.evaluate(SETTLED)
        room = page.locator(".jp-WindowedPanel-outer").first.bounding_box()["height"]
        for scene in range(SCENES):
            root = page.locator(".fsl").nth(scene)
            root.evaluate("node => node.scrollIntoView({block: 'start'})")
            page.evaluate(SETTLED)
            assert root.bounding_box()["height"] <= room
