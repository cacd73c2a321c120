"""Conditions to go to and to halt at, and a click on the code: compared with the trace itself."""

import re
from itertools import pairwise

import pytest
from steppers import recorded

from futoshiki_lab.core import Verb

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group(__name__)]

GO_TO = "[aria-label='what to go to']"
FOUND = """const kinds = document.querySelector("[aria-label='what to go to']");
    return [kinds.value, ...run.steps[kinds.value]];"""


@pytest.fixture(scope="module")
def trace():
    return recorded("nyu/Input2", "fc")


@pytest.fixture
def menu(play, trace):
    """A stepper whose menu is open at the conditions."""
    player = play(trace)
    player.page.locator(".fsl-more-button").click()
    player.page.locator(GO_TO).select_option("a condition …")
    return player


def choose(player, **chosen):
    """Choose in the row of conditions; what it is called, and the steps that were found."""
    for label, text in chosen.items():
        field = player.page.locator(f".fsl-halt [aria-label='{label}']")
        field.fill(text) if label == "number" else field.select_option(text)
        field.dispatch_event("change")
    return player.panel(FOUND)


def kind(player, name):
    player.page.locator("[aria-label='where to halt']").select_option(name)


def events(trace):
    return (trace.event(step) for step in range(1, len(trace) + 1))


def test_a_value_that_a_cell_loses(menu, trace):
    gone = [one for one in events(trace) if one.verb == Verb.PRUNE]
    assert choose(menu) == ["any cell loses any value", *(one.step for one in gone)]
    wanted = [one.step for one in gone if (str(one.cell), one.value) == ("r2c3", 4)]
    assert wanted
    assert choose(menu, cell="r2c3", value="4") == ["r2c3 loses 4", *wanted]


def test_a_node_by_its_number_and_a_depth(menu, trace):
    kind(menu, "node")
    assert choose(menu, number="100") == ["node 100", trace.tree[100].first]
    kind(menu, "depth below")
    back = [one.step for one in events(trace) if one.verb == Verb.RESTORE]
    depths = [[len(trace.state(at).path) for at in (step - 1, step)] for step in back]
    wanted = [step for step, (depth, now) in zip(back, depths, strict=True) if now < 3 <= depth]
    assert wanted
    assert choose(menu, number="3") == ["depth below 3", *wanted]


def test_a_stop_at_a_line_offers_the_lines_of_the_panel_with_those_of_the_setup_last(menu, trace):
    kind(menu, "line")
    offered = menu.page.locator(".fsl-halt [aria-label=line] option").all_inner_texts()
    named = [re.fullmatch(r"(\w+), line (\d+): (.+)", one).groups() for one in offered]
    texts = {one.name: one.text.splitlines() for one in trace.sources.functions}
    for name, line, code in named:
        assert texts[name][int(line) - 1].strip().startswith(code)
    names = [name for name, *_ in named]
    assert names[0] != "set_up" == names[-1]
    numbers = [(name, int(line)) for name, line, _ in named]
    assert all(a[1] < b[1] for a, b in pairwise(numbers) if a[0] == b[0])


def test_play_halts_there_and_goes_on(menu):
    [_, first, second, *_] = choose(menu, cell="r2c3", value="4")
    page = menu.page
    page.locator("[aria-label=speed]").select_option("10,000/s")
    page.locator(".fsl-more-button").click()
    for step in (first, second):
        page.locator(".fsl-play-button").click()
        page.wait_for_function("document.querySelector('.fsl').stepper.transport.timer === 0")
        page.wait_for_function(
            "document.querySelector('.fsl-note').textContent.includes('Play halts here')"
        )
        assert menu.step == step
    page.locator(".fsl-more-button").click()
    page.locator(GO_TO).select_option("solution")
    assert not page.locator(".fsl-halt").is_visible()


def test_a_click_on_a_line_goes_to_its_next_run(play, trace):
    player = play(trace)
    page, seen = player.page, []
    player.press("l")
    line = page.locator(".fsl-code:visible", has_text="board.prune(x, d, because=cell)")
    run = [one.step for one in events(trace) if one.verb == Verb.PRUNE]
    for _ in range(3):
        line.click()
        seen.append(player.step)
    assert seen == run[:3]
    player.at(len(trace))
    line.click()
    assert "does not run again" in player.text(".fsl-note")
