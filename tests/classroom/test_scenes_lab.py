"""`in-class.ipynb` in JupyterLab: the keyboard from scene to scene, and what a projector shows."""

import pytest
from conftest import NotebookPage
from test_lab import ACTIVE, MANY

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

SCENES = 7
STEPS = "[...document.querySelectorAll('.fsl')].map(root => root.stepper.steps[0])"
FOCUS = "[...document.querySelectorAll('.fsl')].findIndex(root => root === document.activeElement)"
FILLS = """() => [...document.querySelectorAll('.fsl')].findIndex(root => {
    const at = (x, y) => document.elementFromPoint(x, y)?.closest('.fsl') === root;
    return [2, innerWidth - 3].every(x => [2, innerHeight - 3].every(y => at(x, y)));
})"""


@pytest.fixture
def in_class(browser, made_lab):
    """The notebook of the scenes in JupyterLab as `make lab` starts it, on a small projector."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    yield NotebookPage(context.new_page(), made_lab).open("in-class.ipynb")
    context.close()


# A cell has run and stands there with its stepper; for five frames nothing has moved.
RAN = """at => {
    const {widgets} = jupyterapp.shell.currentWidget.content, {model, prompt, node} = widgets[at];
    if (model.type !== "code") return true;
    const outputs = model.outputs.toJSON();
    const shows = outputs.some(({data}) => data?.["application/vnd.jupyter.widget-view+json"]);
    const ran = model.executionState !== "running" && /\\d/.test(prompt);
    return ran && (!shows || node.querySelector(".fsl")?.stepper !== undefined);
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


def test_each_scene_run_by_hand_has_the_keyboard(in_class):
    page = in_class.at_its_first_cell().page
    cells, scenes = page.evaluate(MANY), 0
    for _ in range(cells - 1):
        at = page.evaluate(ACTIVE)
        page.keyboard.press("Shift+Enter")
        page.wait_for_function(RAN, arg=at, timeout=120_000)
        page.evaluate(SETTLED)
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
    assert page.evaluate(MANY) == cells  # no cell ran twice, and the next is where Jupyter is
    page.keyboard.press("Shift+Escape")  # from the last scene on; Enter makes a move there
    page.wait_for_function(f"{FOCUS} === -1")
    assert in_class.errors == []


def are_seen_together(boards):
    boxes = [boards.nth(at).bounding_box() for at in range(boards.count())]
    side_by_side = len({round(box["y"]) for box in boxes}) == 1
    return side_by_side and all(0 <= box["y"] <= 720 - box["height"] for box in boxes)


def test_run_all_leaves_the_keyboard_and_pages_lead_through_the_scenes(in_class):
    assert in_class.run_all() == []
    page = in_class.page
    drawn = "document.querySelectorAll('.fsl:has(.fsl-run)').length"
    page.wait_for_function(f"{drawn} === {SCENES}")
    page.evaluate(SETTLED)
    assert page.evaluate(FOCUS) == -1
    first = page.locator(".fsl").first
    first.scroll_into_view_if_needed()
    first.locator(".fsl-sentence").first.click()
    page.keyboard.press("f")
    for scene in [*range(SCENES), SCENES - 2]:
        page.wait_for_function(f"({FILLS})() === {scene}")
        before = page.evaluate(STEPS)
        page.keyboard.press("ArrowRight")
        assert page.evaluate(STEPS)[scene] > before[scene]
        assert are_seen_together(page.locator(".fsl").nth(scene).locator(".fsl-board"))
        page.keyboard.press("PageDown" if scene < SCENES - 1 else "PageUp")
    page.keyboard.press("Shift+Enter")  # here it is the next scene
    page.wait_for_function(f"({FILLS})() === {SCENES - 1}")
    page.keyboard.press("Escape")
    page.wait_for_function(f"({FILLS})() === -1 && {FOCUS} >= 0")
    # The same on a projector without filling it.
    page.evaluate("async () => { await jupyterapp.commands.execute('application:toggle-mode'); }")
    for scene in (2, 3):  # two boards are seen together
        root = page.locator(".fsl").nth(scene)
        for _ in range(3):  # what was out of sight gets its height on the way
            root.evaluate("node => node.scrollIntoView({block: 'start'})")
            page.evaluate(SETTLED)
        assert are_seen_together(root.locator(".fsl-board"))
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.evaluate(SETTLED)
    room = page.locator(".jp-WindowedPanel-outer").first.bounding_box()["height"]
    for scene in range(SCENES):
        root = page.locator(".fsl").nth(scene)
        root.evaluate("node => node.scrollIntoView({block: 'start'})")
        page.evaluate(SETTLED)
        assert root.bounding_box()["height"] <= room
    assert in_class.errors == []
