"""Who is to blame, and jumping back: what the stepper shows on the board and in the tree."""

import pytest
from test_stepper_browser import exported, play, recorded  # noqa: F401  (fixtures)
from test_stepper_fill import CUT, SMALL

from futoshiki_lab.core import Verb

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("pages")]

INPUT1, SAMPLE = "nyu/Input1", "nyu/SampleInput"

# What is marked on the board after each of some steps, and the rows of conflict sets.
MARKED = """steps => {
    const [panel] = document.querySelector('.fsl').stepper.panels, {board} = panel;
    const seen = mark => mark.getAttribute('visibility') === 'visible';
    return steps.map(step => {
        panel.draw(step);
        const frames = board.blames.frames.made.filter(seen);
        const rows = panel.conflicts ? [...panel.conflicts.list.children] : [];
        return {
            cells: (board.node.dataset.blamed ?? '').split(' ').filter(Boolean),
            letters: frames.map(mark => mark.textContent.trim()[0]).sort().join(''),
            near: frames.filter(mark => mark.getAttribute('class') === 'fsl-blamed').length,
            arrows: board.blames.arrows.made.filter(seen).length,
            signs: board.node.querySelectorAll('.fsl-blames-sign').length,
            conflicts: rows.map(row => row.textContent),
            up: rows.flatMap((row, at) => row.className ? [at] : []),
        };
    });
}"""
# The same for nodes that are picked in the tree, and what is said.
PICKED = """nodes => {
    const [panel] = document.querySelector('.fsl').stepper.panels;
    return nodes.map(node => {
        panel.draw(panel.run.length);
        panel.pick(node);
        panel.draw(panel.run.first[node]);
        const {dataset} = panel.board.node;
        return [(dataset.blamed ?? '').split(' ').filter(Boolean), panel.notes.textContent];
    });
}"""
# How many arrows the tree paints.
ARROWS = """() => {
    const {tree} = document.querySelector('.fsl').stepper.panels[0], {brush} = tree;
    const curve = brush.bezierCurveTo.bind(brush);
    let arrows = 0;
    brush.bezierCurveTo = (...places) => { arrows++; curve(...places); };
    tree.paint();
    brush.bezierCurveTo = curve;
    return arrows;
}"""


@pytest.fixture(scope="module")
def jumping():
    return recorded(INPUT1, "fc", jump=True)


@pytest.fixture(scope="module")
def plain():
    return recorded(SAMPLE, "fc")


def names(cells):
    return [str(cell) for cell in cells]


def blamed(trace, node):
    """The cells to blame for a node that came to nothing, apart from the one that is dead."""
    if node.kind != "failure":
        return trace.blame.in_order(trace.blame.visits[node.number].sets[-1], node.number)
    wiped = trace.event(node.last - 1).verb == Verb.WIPE_OUT
    culprits = trace.blame.in_order(trace.blame.of_node[node.number], node.number)
    return [cell for cell in culprits if wiped or cell != node.cell]


def failed(trace):
    """The nodes that came to nothing."""
    tree = trace.tree()
    return [
        node for node in tree if node.number and node.last and not tree.holds_solution[node.number]
    ]


# -- in a run that jumps -----------------------------------------------------------------------


@pytest.mark.parametrize("look", ["bt", "fc"])
def test_the_cells_to_blame_are_marked_at_every_dead_end(play, look):  # noqa: F811
    trace = recorded(SAMPLE, look, jump=True)
    shown = play(trace).page.evaluate(MARKED, list(range(len(trace) + 1)))
    expected = [[] for _ in shown]
    for node in failed(trace):
        if node.kind == "failure":
            expected[node.last - 1] = names(blamed(trace, node))
    for step in (*trace.steps("backtrack"), *trace.steps("skip")):
        expected[step] = names(trace.event(step).jump.culprits)
    assert [one["cells"] for one in shown] == expected
    assert sum(map(bool, expected)) > 10


def test_letters_say_who_is_to_blame_where_a_jump_leads_and_what_it_skips(play, jumping):  # noqa: F811
    step = jumping.steps("skip")[3]
    jump = jumping.event(step).jump
    assert len(jump.skipped) == 3
    player = play(jumping)
    (shown,) = player.page.evaluate(MARKED, [step])
    letters = "!" * (len(jump.culprits) - 1) + "↩»»»∅"
    assert sorted(shown["letters"]) == sorted(letters)


def test_a_sign_or_an_arrow_blames_each_cell(play, jumping):  # noqa: F811
    """At a wipe-out each cell to blame shares a line with the cell that is wiped out."""
    steps = list(jumping.steps("wipe-out"))
    for step, shown in zip(steps, play(jumping).page.evaluate(MARKED, steps), strict=True):
        dead, puzzle = jumping.event(step).cell, jumping.puzzle
        relations = [
            constraint.relation
            for other, constraint in puzzle.constraints[dead].items()
            if str(other) in shown["cells"]
        ]
        signs = len(relations) - relations.count("≠")
        assert (shown["signs"], shown["arrows"]) == (signs, relations.count("≠"))
        assert shown["near"] == len(shown["cells"]) == len(relations)


def test_what_happened_further_down_blames_with_a_dashed_frame(play):  # noqa: F811
    trace = recorded(SAMPLE, "bt", jump=True)
    steps = list(trace.steps("backtrack"))
    further = 0
    for step, shown in zip(steps, play(trace).page.evaluate(MARKED, steps), strict=True):
        node = trace.event(step).node
        checks = [
            trace.event(trace.tree()[child].last - 1)
            for child in trace.tree()[node].children
            if trace.tree()[child].kind == "failure"
        ]
        near = {str(check.other) for check in checks} & set(shown["cells"])
        assert shown["near"] == len(near)
        further += len(shown["cells"]) - len(near)
    assert further > 0


def test_the_conflict_sets_stand_beside_the_board_and_say_what_has_changed(play):  # noqa: F811
    trace = recorded(SAMPLE, "fc", jump=True)
    steps = list(range(len(trace) + 1))
    before, grown = {}, 0
    for step, shown in zip(steps, play(trace).page.evaluate(MARKED, steps), strict=True):
        conflicts = trace.blame.conflicts(step)
        rows = [text.removesuffix("}").replace(",", "").split(" {") for text in shown["conflicts"]]
        assert {cell: set(found.split()) for cell, found in rows} == {
            str(cell): set(names(found)) for cell, found in conflicts.items()
        }
        changed = [at for at, cell in enumerate(conflicts) if before.get(cell) != conflicts[cell]]
        assert set(changed) <= set(shown["up"])
        grown += len(changed)
        before = conflicts
    assert grown > 40


def test_a_jump_is_one_move(play, jumping):  # noqa: F811
    player = play(jumping)
    start, end = 495, 501
    verbs = [jumping.event(step).verb.name for step in range(start, end + 1)]
    assert verbs == ["BACKTRACK"] + ["RESTORE", "SKIP"] * 3
    assert jumping.event(end + 2).verb == Verb.BACKTRACK
    player.at(start)
    for key, step in (("ArrowRight", end), ("ArrowLeft", start), ("ArrowRight", end)):
        player.press(key)
        assert player.step == step
    assert jumping.reason(end)[1:] in player.text(".fsl-sentence")
    player.press("j")
    assert player.step == 533
    player.press("Shift+J")
    assert player.step == end
    player.press("Shift+J")
    assert player.step == jumping.steps("skip")[0]
    assert (
        player.page.evaluate(
            "document.querySelector('.fsl').stepper.panels[0].timeline.stepAt"
            " && document.querySelector('.fsl').stepper.runs[0].leap(498)"
        )
        == end
    )


def test_an_arrow_in_the_tree_passes_the_skipped_nodes(play):  # noqa: F811
    trace = recorded(SAMPLE, "fc", jump=True)
    player = play(trace)
    first, last = trace.steps("skip")[0], trace.steps("skip")[-1]
    backtracks = trace.steps("backtrack")
    for step, arrows in ((backtracks[0] - 1, 0), (first, 1), (last, 2), (len(trace), 2)):
        player.at(step)
        assert player.page.evaluate(ARROWS) == arrows, step
    player.at(first - 2)  # who is to blame is known: the arrow says where the jump will lead
    assert player.page.evaluate(ARROWS) == 1
    kinds = player.page.evaluate(
        """step => {
            const {run} = document.querySelector('.fsl').stepper.panels[0];
            return [step - 1, step].map(at =>
                [...run.kind.keys()].filter(node => run.kindAt(node, at) === 5).length);
        }""",
        first,
    )
    assert kinds == [0, 1]


def test_a_jump_in_a_collapsed_subtree_is_open_when_it_has_just_been_made(play, jumping):  # noqa: F811
    player = play(jumping)
    assert len(jumping.tree()) > 80  # failed subtrees are triangles
    player.at(501)
    skipped = [node.number for node in jumping.tree() if node.kind == "skipped" and node.last < 501]
    for number in skipped[-3:]:
        player.node(number)
    assert player.page.evaluate(ARROWS) == 1


def test_skipped_is_counted_and_skip_offered_where_a_run_jumps(play, plain, jumping):  # noqa: F811
    for trace, seen in ((plain, False), (jumping, True)):
        player = play(trace)
        for part in ("[data-counter=skipped]", "[data-move=skip]", ".fsl-conflicts"):
            assert player.page.locator(part).is_visible() == seen
    player.press("End")
    assert player.text("[data-counter=skipped] b") == str(jumping.counts.skipped)


def test_where_a_jump_leads_is_predicted_without_help(play, jumping):  # noqa: F811
    player = play(jumping, predict="backtrack", step=400)
    player.press("End")
    end = next(step for step in jumping.steps("backtrack") if step > 400)
    assert player.step == end - 1
    assert not player.page.locator(".fsl-conflicts ol").is_visible()
    player.page.get_by_role("button", name="show me").click()
    assert player.page.locator(".fsl-conflicts ol").is_visible()
    said = player.text(".fsl-quiz-words")
    assert said == f"It is {jumping.event(end).jump.culprits[-1]}."
    assert "to blame" in player.text(".fsl-quiz-reasons")


# -- in any run --------------------------------------------------------------------------------


def test_a_click_on_a_failed_node_shows_who_was_to_blame(play, plain):  # noqa: F811
    node = next(
        node
        for node in failed(plain)
        if node.kind == "branch" and plain.blame.jump_to(node.number) != node.cell
    )
    player = play(plain)
    player.press("End")
    player.page.get_by_role("button", name="show all of it").click()
    assert player.page.evaluate(ARROWS) == 0
    player.page.mouse.click(*player.node(node.number))
    assert player.step == node.first
    cells = names(blamed(plain, node))
    assert player.page.locator(".fsl-board").get_attribute("data-blamed") == " ".join(cells)
    words = f"backtracking went back to {node.cell}; {', '.join(cells[:-1])} and {cells[-1]}"
    words += f" were to blame: a jump would have gone to {plain.blame.jump_to(node.number)}"
    assert words in player.text(".fsl-note")
    assert player.page.evaluate(ARROWS) == 1
    player.page.locator(".fsl-note button").click()  # to where it came to nothing
    assert player.step == node.last - 1
    assert player.page.locator(".fsl-board").get_attribute("data-blamed") == " ".join(cells)
    player.placed()
    player.press("ArrowRight")  # it is taken back
    player.placed()
    assert player.step == node.last
    assert player.page.locator(".fsl-board").get_attribute("data-blamed") is None


def test_the_same_by_keyboard_and_escape_takes_it_back(play, plain):  # noqa: F811
    leaf = next(node for node in failed(plain) if node.kind == "failure" and node.number > 9)
    player = play(plain, step=leaf.last)
    player.press("t", "ArrowDown", "Enter")
    chosen = plain.tree()[plain.state(leaf.last).node].children[0]
    assert player.step == plain.tree()[chosen].first
    shown = player.page.locator(".fsl-board").get_attribute("data-blamed")
    assert shown.split() == names(blamed(plain, plain.tree()[chosen]))
    assert player.page.locator(".fsl-note[role=status]").inner_text().strip()
    player.press("Escape")
    assert player.page.locator(".fsl-board").get_attribute("data-blamed") is None


@pytest.mark.parametrize(("look", "jump"), [("bt", False), ("fc", False), ("fc", True)])
def test_every_failed_node_blames_as_the_trace_does(play, look, jump):  # noqa: F811
    trace = recorded(SAMPLE, look, jump=jump)
    nodes, tree = failed(trace), trace.tree()
    found = play(trace).page.evaluate(PICKED, [node.number for node in nodes])
    for node, (cells, said) in zip(nodes, found, strict=True):
        assert cells == names(blamed(trace, node))
        assert "to blame" in said
        if node.kind == "skipped":
            assert f"the jump passed {node.cell}" in said
        above = tree[node.parent] if node.kind == "failure" and node.parent else None
        if above in nodes:  # where a jump would have gone when the last value had failed, too
            in_the_end = said.partition("; in the end ")[2]
            assert in_the_end.split(". See")[0] == found[nodes.index(above)][1].split(". See")[0]
        if not jump and node.kind == "branch":
            there = trace.blame.jump_to(node.number)
            assert f"backtracking went back to {node.cell}" in said
            assert ("as a jump would have" in said) == (there == node.cell)
            assert there == node.cell or f"a jump would have gone to {there}" in said


def test_nothing_is_said_of_what_has_not_happened_yet(play, plain):  # noqa: F811
    tree = plain.tree()
    leaf = next(node for node in failed(plain) if tree[node.parent] in failed(plain))
    at_once = PICKED.replace("panel.run.length", str(leaf.last))
    ((_, early),) = play(plain).page.evaluate(at_once, [leaf.number])
    assert "to blame" in early
    assert "in the end" not in early


def test_nobody_is_known_to_be_to_blame_for_reasons_of_several_cells(play):  # noqa: F811
    trace = recorded(SAMPLE, "mac", "mrv")
    nodes = failed(trace)
    assert nodes
    with pytest.raises(ValueError, match="nobody knows"):
        assert trace.blame
    for cells, said in play(trace).page.evaluate(PICKED, [node.number for node in nodes]):
        assert cells == []
        assert "who is to blame is not known" in said


def test_a_node_that_did_not_fail_blames_nobody(play, plain):  # noqa: F811
    good = [node.number for node in plain.tree() if plain.tree().holds_solution[node.number]]
    for cells, said in play(plain).page.evaluate(PICKED, good):
        assert (cells, said) == ([], "")


# -- side by side ------------------------------------------------------------------------------


def test_side_by_side_what_the_jumps_save_is_said(play, jumping):  # noqa: F811
    without = recorded(INPUT1, "fc")
    saved = without.counts.nodes - jumping.counts.nodes
    assert saved == 29
    for pair in ((without, jumping), (jumping, without)):
        player = play(*pair)
        player.press("End")
        player.placed()
        said = player.page.locator(".fsl-only").all_inner_texts()
        at = pair.index(without)
        assert said[at].startswith(f"⚑ jumping saves {saved} nodes, ")
        assert said[1 - at] == "no subtree only here"


def test_what_does_not_differ_by_jumps_alone_is_not_called_saved(play, jumping):  # noqa: F811
    for other in (recorded(INPUT1, "bt"), recorded(INPUT1, "fc", "mrv")):
        player = play(other, jumping)
        player.press("End")
        player.placed()
        assert not any("saves" in one for one in player.page.locator(".fsl-only").all_inner_texts())


# -- there is room -----------------------------------------------------------------------------


@pytest.mark.parametrize("runs", [1, 2])
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_it_has_room_where_it_fills_the_window(play, jumping, runs, width, height):  # noqa: F811
    shown = [jumping, recorded(INPUT1, "fc")][:runs]
    player = play(*shown, width=width, height=height)
    player.press("f", "u")
    for key in ("j", "b", "j", "j", "End"):
        player.press(key)
        player.placed()
        assert player.page.evaluate(CUT) == []
        assert player.page.evaluate(SMALL) == []
        box = player.page.locator(".fsl-conflicts").bounding_box()
        assert box["height"] > 60
        assert box["y"] + box["height"] <= player.page.locator(".fsl-transport").bounding_box()["y"]


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_moves_when_conflict_sets_grow(play, jumping, width):  # noqa: F811
    player = play(jumping, width=width, height=2000)
    boxes = """() => [...document.querySelectorAll('.fsl-board, .fsl-conflicts, .fsl-source,' +
        '.fsl-tree, .fsl-timeline')].flatMap(node => {
            const {left, top, width, height} = node.getBoundingClientRect();
            return [left, top, width, height];
        })"""
    before = player.page.evaluate(boxes)
    for step in (538, 495, 501, 301, 502, 1):
        player.at(step)
        assert player.page.evaluate(boxes) == pytest.approx(before, abs=0.5)
    assert player.page.evaluate("document.documentElement.scrollWidth") <= width
