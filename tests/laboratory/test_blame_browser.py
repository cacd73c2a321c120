"""Who is to blame, and jumping back: what the stepper shows on the board and in the tree."""

import pytest
from conftest import few
from steppers import failed, recorded

from futoshiki_lab import load, record
from futoshiki_lab.core import Verb
from futoshiki_lab.core.jumping import search_with_blame

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group(__name__)]

INPUT1, SAMPLE = "nyu/Input1", "nyu/SampleInput"

# What is marked on the board after each of some steps, and the rows of conflict sets.
MARKED = """steps => {
    const [panel] = document.querySelector('.fsl').stepper.panels, {board} = panel;
    const seen = mark => mark.getAttribute('visibility') === 'visible';
    return steps.map(step => {
        panel.draw(step);
        const frames = board.blames.frames.made.filter(seen);
        const rows = [...panel.conflicts.querySelectorAll('li')];
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


# -- in a run that jumps -----------------------------------------------------------------------


@pytest.mark.parametrize("look", few(["fc", "bt"]))
def test_the_cells_to_blame_are_marked_at_every_dead_end_and_the_sets_show_what_grew(play, look):
    trace = recorded(SAMPLE, look, jump=True)
    steps = list(range(len(trace) + 1))
    marked = {
        node.last - 1: blamed(trace, node) for node in failed(trace) if node.kind == "failure"
    }
    for step in (*trace.steps("backtrack"), *trace.steps("skip")):
        marked[step] = trace.event(step).jump.culprits
    before, grown = {}, 0
    for step, shown in zip(steps, play(trace).page.evaluate(MARKED, steps), strict=True):
        assert shown["cells"] == names(marked.get(step, ()))
        conflicts = trace.blame.conflicts(step)
        texts = [text.replace("∅", "{}") for text in shown["conflicts"]]
        rows = [text.removesuffix("}").replace(",", "").split(" {") for text in texts]
        assert {cell: set(found.split()) for cell, found in rows} == {
            str(cell): set(names(found)) for cell, found in conflicts.items()
        }
        changed = [at for at, cell in enumerate(conflicts) if before.get(cell) != conflicts[cell]]
        assert set(changed) <= set(shown["up"])
        grown += len(changed)
        before = conflicts
    assert len(marked) > 10
    assert grown > 40


def test_letters_say_who_is_to_blame_where_a_jump_leads_and_what_it_skips(play, jumping):
    step = jumping.steps("skip")[3]
    jump = jumping.event(step).jump
    assert len(jump.skipped) == 3
    player = play(jumping)
    (shown,) = player.page.evaluate(MARKED, [step])
    letters = "!" * (len(jump.culprits) - 1) + "↩»»»∅"
    assert sorted(shown["letters"]) == sorted(letters)


def test_a_sign_or_an_arrow_blames_each_cell(play, jumping):
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


def test_what_happened_further_down_blames_with_a_dashed_frame(play):
    trace = recorded(SAMPLE, "bt", jump=True)
    steps = list(trace.steps("backtrack"))
    further = 0
    for step, shown in zip(steps, play(trace).page.evaluate(MARKED, steps), strict=True):
        node = trace.event(step).node
        checks = [
            trace.event(trace.tree[child].last - 1)
            for child in trace.tree[node].children
            if trace.tree[child].kind == "failure"
        ]
        near = {str(check.other) for check in checks} & set(shown["cells"])
        assert shown["near"] == len(near)
        further += len(shown["cells"]) - len(near)
    assert further > 0


def test_a_jump_is_one_move(play, jumping):
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


def test_an_arrow_in_the_tree_passes_the_skipped_nodes(play):
    trace = recorded(SAMPLE, "fc", jump=True)
    player = play(trace)
    first, last = trace.steps("skip")[0], trace.steps("skip")[-1]
    backtracks = trace.steps("backtrack")
    for step, arrows in ((backtracks[0] - 1, 0), (first, 1), (last, 2), (len(trace), 2)):
        player.at(step)
        assert player.page.evaluate(ARROWS) == arrows, step
    player.at(first - 2)  # who is to blame is known: the arrow says where the jump will lead
    assert player.page.evaluate(ARROWS) == 1


def test_a_jump_in_a_collapsed_subtree_is_open_when_it_has_just_been_made(play, jumping):
    player = play(jumping)
    assert len(jumping.tree) > 80  # failed subtrees are triangles
    player.at(501)
    skipped = [node.number for node in jumping.tree if node.kind == "skipped" and node.last < 501]
    for number in skipped[-3:]:
        player.node(number)
    assert player.page.evaluate(ARROWS) == 1


def test_skipped_is_counted_and_skip_offered_where_a_run_jumps(play, plain, jumping):
    for trace, seen in ((plain, False), (jumping, True)):
        player = play(trace)
        for part in ("[data-counter=skipped]", ".fsl-conflicts"):
            assert player.page.locator(part).is_visible() == seen
        skip = player.page.get_by_label("what to go to").locator("option", has_text="skip")
        assert skip.evaluate("option => option.hidden") != seen
    player.press("End")
    assert player.text("[data-counter=skipped] b") == str(jumping.counts.skipped)
    what = player.page.get_by_label("what to go to")
    what.evaluate("choice => choice.value = 'skip'")
    for runs, kept in (("stepper.sent", "skip"), ("[]", "dead end")):
        player.page.locator(".fsl").evaluate(f"({{ stepper }}) => stepper.build({runs})")
        assert what.input_value() == kept


def test_a_jump_of_ones_own_shows_the_sets_that_it_should_have(play):
    def own(*how):
        return search_with_blame(*how) is None

    own.blames = True  # its author says so: its answer is a conflict set, or None
    trace = record(load(INPUT1), "bt", search=own)
    page = play(trace).page
    assert page.locator(".fsl-conflicts p").inner_text() == "conflict sets, as they should be"
    assert page.locator("[data-counter=skipped]").is_visible()
    step = trace.steps("skip")[0]
    rows = page.evaluate(MARKED, [step])[0]["conflicts"]
    assert len(rows) == len(trace.blame.conflicts(step)) > 1


def test_where_a_jump_leads_is_predicted_without_help(play, jumping):
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


def test_a_click_on_a_failed_node_shows_who_was_to_blame(play, plain):
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


def test_the_same_by_keyboard_and_escape_takes_it_back(play, plain):
    leaf = next(node for node in failed(plain) if node.kind == "failure" and node.number > 9)
    player = play(plain, step=leaf.last)
    player.press("t", "ArrowDown", "Enter")
    chosen = plain.tree[plain.state(leaf.last).node].children[0]
    assert player.step == plain.tree[chosen].first
    shown = player.page.locator(".fsl-board").get_attribute("data-blamed")
    assert shown.split() == names(blamed(plain, plain.tree[chosen]))
    assert player.page.locator(".fsl-note[role=status]").inner_text().strip()
    player.press("Escape")
    assert player.page.locator(".fsl-board").get_attribute("data-blamed") is None


@pytest.mark.parametrize(("look", "jump"), few([("fc", False), ("bt", False), ("fc", True)], 2))
def test_every_failed_node_blames_as_the_trace_does_and_no_other_does(play, look, jump):
    trace = recorded(SAMPLE, look, jump=jump)
    nodes, tree = failed(trace), trace.tree
    player = play(trace)
    good = [node.number for node in tree if tree.holds_solution[node.number]]
    assert player.page.evaluate(PICKED, good) == [[[], ""]] * len(good)
    found = player.page.evaluate(PICKED, [node.number for node in nodes])
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


def test_nothing_is_said_of_what_has_not_happened_yet(play, plain):
    tree = plain.tree
    leaf = next(node for node in failed(plain) if tree[node.parent] in failed(plain))
    at_once = PICKED.replace("panel.run.length", str(leaf.last))
    ((_, early),) = play(plain).page.evaluate(at_once, [leaf.number])
    assert "to blame" in early
    assert "in the end" not in early


def test_nobody_is_known_to_be_to_blame_for_reasons_of_several_cells(play):
    trace = recorded(SAMPLE, "mac", "mrv")
    nodes = [node.number for node in failed(trace)]
    assert nodes
    for cells, said in play(trace).page.evaluate(PICKED, nodes):
        assert cells == []
        assert "the cells to blame are not known" in said


# -- side by side ------------------------------------------------------------------------------


@pytest.mark.parametrize("other", [("fc",), ("bt",), ("fc", "mrv")])
def test_what_differs_by_jumps_alone_is_called_saved(play, jumping, other):
    without = recorded(INPUT1, *other)
    player = play(without, jumping)
    player.press("End")
    player.placed()
    first, second = player.page.locator(".fsl-only").all_inner_texts()
    saved = without.counts.nodes - jumping.counts.nodes
    assert first.startswith(f"⚑ jumping saves {saved} of ") == (other == ("fc",))
    assert "saves" not in second


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_moves_when_conflict_sets_grow(play, jumping, width):
    player = play(jumping, width=width, height=2000)
    parts = ".fsl-board, .fsl-conflicts, .fsl-source, .fsl-tree, .fsl-timeline"
    before = player.places(parts)
    for step in (538, 495, 501, 301, 502, 1):
        player.at(step)
        for place, old in zip(player.places(parts), before, strict=True):
            assert place == pytest.approx(old, abs=0.5)
    assert player.page.evaluate("document.documentElement.scrollWidth") <= width


def test_nogoods_are_listed_and_light_their_cells_and_the_tree_marks_where_one_cut(play):
    trace = recorded(INPUT1, "bt", jump=True, learn=True)
    learned, cut = trace.steps("learn")[5], trace.next(0, "prune")
    page = play(trace, step=learned).page
    rows = page.locator(".fsl-conflicts li")
    told = [trace.event(step).deduction for step in trace.steps("learn")[:6]]
    assert rows.all_text_contents()[:6] == [nogood.text for nogood in told]
    rows.nth(1).hover()
    lit = page.locator(".fsl-checked[visibility=visible]")
    assert lit.count() == len(told[1].cells)
    cuts = page.evaluate("[...document.querySelector('.fsl').stepper.panels[0].run.cuts]")
    assert [trace.event(cut).node, cut] in cuts
    assert {trace.event(step).node for _, step in cuts} == {node for node, _ in cuts}
