"""Search trees: which nodes are drawn, how they look, and that names are shown as they are."""

from __future__ import annotations

import re
import sys
from collections import Counter
from itertools import combinations, pairwise, product
from xml.etree import ElementTree

import pytest
from broken import checks_rows_only
from conftest import few
from hostile import HOSTILE, hostile_trace
from hypothesis import given, strategies as st

from futoshiki_lab import Cell, draw_tree, draw_trees, load, queens, random_puzzle, record
from futoshiki_lab.draw.ink import GREEN, VERMILLION, Shape, Words
from futoshiki_lab.draw.tree_items import COLLAPSED, FOLDED, MERGED, NODE, visible_items
from futoshiki_lab.trace.replay import SearchTree

SVG = "{http://www.w3.org/2000/svg}"
INPUT2 = load("nyu/Input2")
SMALL = record(INPUT2, "fc", select="mrv_degree")  # 59 nodes
MEDIUM = record(INPUT2, "fc", select="mrv")  # 227 nodes
LARGE = record(INPUT2, "bt")  # 49,867 nodes
BOARD12 = record(random_puzzle(12, 40, 30, seed=1), "fc", node_limit=3000)  # such as r12c10


def _svg(graph):
    return ElementTree.fromstring(graph.pipe("svg"))


def _texts(graph):
    return ["".join(text.itertext()).strip() for text in _svg(graph).iter(f"{SVG}text")]


def _tooltips(graph):
    return [title.text for title in _svg(graph).iter(f"{SVG}title")]


def _nodes(graph):
    """What DOT says of each node, by its name."""
    attribute = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|[^\s\]]+)')
    found = re.findall(r"^\s*(\w+) \[(.*)\]$", graph.source, re.MULTILINE)
    return {
        name: {key: value.strip('"') for key, value in attribute.findall(rest)}
        for name, rest in found
        if name not in ("node", "edge", "graph")
    }


def _places(graph):
    """Where the layout puts each node."""
    return {box.name: _middle_and_size(box)[:2] for box in _boxes(graph)}


def _boxes(graph):
    return [mark for mark in graph.marks()[0] if isinstance(mark, Shape) and mark.name]


def _middle_and_size(box):
    xs, ys = zip(*box.parts[0], strict=True)
    left, right, top, base = min(xs), max(xs), min(ys), max(ys)
    return (left + right) / 2, (top + base) / 2, right - left, base - top


def _number_of(item_name):
    return int(item_name.removeprefix("n"))


@st.composite
def trees(draw, largest=120):
    """Any tree that a depth-first search can leave behind, finished or stopped."""
    tree, path, step = SearchTree(), [0], 0
    kinds = st.sampled_from(["failure", "failure", "failure", "solution"])
    for step in range(1, draw(st.integers(1, largest))):
        keep = draw(st.integers(max(1, len(path) - 4), len(path)))
        _take_back(tree, path, keep, step, draw(kinds))
        if path[-1]:
            tree.mark(path[-1], "branch")
        path.append(tree.grow(path[-1], Cell(len(path) % 9, step % 9), step % 9 + 1, step))
    if draw(st.booleans()):
        _take_back(tree, path, 1, step + 1, draw(kinds))
    return tree


def _take_back(tree, path, keep, step, kind):
    """Leave the nodes below some point of the path; the last one turns out to be of a kind."""
    if len(path) > keep:
        tree.mark(path[-1], kind)
    while len(path) > keep:
        tree.close(path.pop(), step)


def _chain(levels, siblings=2):
    """One long path to a solution, with nodes on every level that fail."""
    tree, above, step = SearchTree(), 0, 0
    for level in range(levels):
        for value in range(siblings + 1):
            step += 1
            number = tree.grow(above, Cell(level // 32, level % 32), value + 1, step)
            if value < siblings:
                tree.close(number, step)
        tree.mark(number, "branch")
        above = number
    tree.mark(above, "solution")
    return tree


@given(trees(), st.integers(3, 60), st.none() | st.integers(1, 9))
def test_what_is_drawn_of_any_tree(tree, limit, depth):
    """Each node is drawn or counted as hidden, within the limits, below its parent."""
    items = visible_items(tree, limit, depth)
    drawn = sum(item.kind in (NODE, COLLAPSED) for item in items) - 1
    assert drawn + sum(item.hidden for item in items) == len(tree) - 1
    assert len(items) - 1 <= limit
    numbers = [number for item in items for number in item.nodes]
    assert depth is None or max(map(tree.depth, numbers)) <= depth
    above = {item.name: item for item in items}
    assert len(above) == len(items)
    for item in items[1:]:
        upper = above[item.above]
        if item.kind != FOLDED and upper.kind != FOLDED:
            assert {tree.parent(number) for number in item.nodes} == {upper.nodes[0]}
    solutions = [node.number for node in tree if node.kind == "solution" and not node.children]
    if solutions and depth is None:  # the first solution is always seen
        assert solutions[0] in {item.nodes[0] for item in items if item.kind == NODE}


def test_small_failures_are_read_in_full_before_large_ones_are_opened():
    items = visible_items(MEDIUM.tree, 150)
    collapsed = [item.hidden for item in items if item.kind == COLLAPSED]
    assert len(items) - 1 == 150
    assert collapsed
    assert max(collapsed) < 20


def test_a_path_longer_than_the_limit_is_folded_in_its_middle_and_siblings_are_merged():
    kinds = Counter(item.kind for item in visible_items(_chain(40, siblings=5), 150))
    assert kinds[MERGED] > 10 > kinds[FOLDED] == 0
    items = visible_items(_chain(1024), 150)
    (fold,) = (item for item in items if item.kind == FOLDED)
    assert fold.hidden > 2500
    assert len(items) - 1 == 150
    assert items[-1].nodes == (len(_chain(1024)) - 1,)


def test_each_kind_of_node_has_a_shape_and_a_colour_of_its_own():
    looks = {"branch": set(), "failure": set(), "solution": set()}
    for name, look in _nodes(draw_tree(SMALL)).items():
        looks[SMALL.tree[_number_of(name)].kind].add((look["shape"], look["fillcolor"]))
    assert looks == {
        "branch": {("circle", "#0072B2")},
        "failure": {("square", "#D55E00")},
        "solution": {("diamond", "#009E73")},
    }


def test_a_failure_says_why():
    failed = next(node for node in SMALL.tree if node.kind == "failure")
    reason = SMALL.reason(failed.last - 1)
    assert reason.startswith("wipe-out")
    graph = draw_tree(SMALL)
    assert f"node {failed.number}: {failed.label}; failure; {reason}" in _tooltips(graph)
    assert "∅" in _texts(graph)


def test_a_collapsed_subtree_is_a_triangle_with_the_number_of_nodes_it_hides():
    graph = draw_tree(MEDIUM, limit=60)
    triangles = {
        _number_of(name): look
        for name, look in _nodes(graph).items()
        if look["shape"] == "triangle" and name.startswith("n")
    }
    assert triangles
    for number, look in triangles.items():
        assert look["label"] == str(MEDIUM.tree.subtree_sizes[number])
        assert look["fillcolor"] == "#D55E00"


def test_two_runs_stand_beside_each_other():
    mac = record(INPUT2, "mac", select="mrv")
    graph = draw_trees(mac, SMALL)
    names = Counter(name[:2] for name in _nodes(graph))
    assert names == {"t1": 25, "t2": 60}
    texts = " ".join(_texts(graph))  # each heading is as wide as half a page
    assert "nyu/Input2: mac, mrv, ascending" in texts
    assert "nyu/Input2: fc, mrv_degree, ascending" in texts


@pytest.mark.slow
@pytest.mark.parametrize("options", few([{}, {"sideways": True}, {"scale": 2}]))
def test_a_tree_of_more_than_a_hundred_nodes_is_readable_16_cm_wide(options):
    trees = [draw_tree(trace, **options) for trace in (MEDIUM, LARGE, BOARD12)]
    trees += [draw_trees(MEDIUM, LARGE)] * (not options)
    for graph in trees:
        marks, width, height = graph.marks()
        words = [word for mark in marks for word in getattr(mark, "words", [mark])]
        sizes = [word.size for word in words if isinstance(word, Words)]
        on_paper = min(1, 16 / 2.54 * 72 / width)
        assert min(sizes) * on_paper >= 8
        assert height * on_paper <= 24 / 2.54 * 72
        assert len(_nodes(graph)) >= 4
    assert len(_nodes(draw_tree(MEDIUM))) > 15


def _jumps(graph):
    """The arrows of a picture, each from one node to another, and its colour."""
    edge = re.compile(r'^\s*(\w+) -> (\w+) \[.*?color="?([#\w]+).*constraint=false', re.MULTILINE)
    return {(start, end): colour for start, end, colour in edge.findall(graph.source)}


def _chains(trace):
    """The jumps over nodes as the events tell them: the node at a dead end, and where it led."""
    chains = []
    for step in trace.steps("skip"):
        before = trace.event(step - 2)
        if before.verb.name == "BACKTRACK":
            below = trace.tree[before.node].children
            chains.append([below[-1] if below else before.node, 0])
        chains[-1][1] = trace.event(step).node
    return {(f"n{start}", f"n{end}") for start, end in chains}


def test_an_arrow_passes_the_nodes_that_a_jump_skips():
    for look in ("bt", "fc"):
        trace = record(load("nyu/Input1"), look, jump=True)
        graph = draw_tree(trace, limit=1000)
        assert set(_jumps(graph)) == _chains(trace)
        looks = _nodes(graph)
        skipped = {name for name, look in looks.items() if look.get("style") == "filled,dashed"}
        passed = {node.number for node in trace.tree if node.kind == "skipped"}
        assert {_number_of(name) for name in skipped} == passed
        assert len(passed) == trace.counts.skipped > 10
        assert all(looks[name]["shape"] == "circle" for name in skipped)
        assert "dashed circle: skipped; dashed arrow: jump" in graph.summary
        assert "skipped" not in draw_tree(record(load("nyu/Input1"), look)).summary


@pytest.mark.slow
def test_the_layout_is_the_same_at_every_step():
    puzzle = load("unequal/4x4-tricky#1")
    trace = record(puzzle, "bt")
    at_first = _places(draw_tree(trace, step=0))
    assert len(at_first) > 10
    for step in range(1, len(trace) + 1, len(trace) // 10):
        assert _places(draw_tree(trace, step=step)) == at_first


def test_what_the_search_has_not_reached_yet_is_hollow_and_tells_nothing():
    step = SMALL.tree[20].first
    looks = _nodes(draw_tree(SMALL, step=step))
    for name, look in looks.items():
        if _number_of(name) >= 20:
            assert look["shape"] == "circle"
            assert look["fillcolor"] == look["fontcolor"] == "transparent"
        elif _number_of(name):
            assert look["fillcolor"] != "transparent"


@pytest.mark.parametrize(
    "draw",
    [
        draw_tree,
        lambda trace: draw_tree(trace, step=100),
        lambda trace: draw_trees(trace, trace),
        lambda trace: draw_tree(trace, title=HOSTILE),
    ],
)
def test_a_hostile_name_makes_no_element_and_is_shown_as_the_characters_it_has(draw):
    hostile = draw(hostile_trace())
    for text in (hostile.pipe("svg"), hostile._repr_mimebundle_()["text/html"]):
        root = ElementTree.fromstring(text)  # it parses: every control character is gone
        tags = {element.tag.removeprefix(SVG) for element in root.iter()}
        assert tags <= {"div", "svg", "g", "title", "text", "path", "ellipse", "style"}
        names = {name for element in root.iter() for name in element.attrib}
        assert not any(name.lower().startswith("on") or "href" in name for name in names)
    assert repr(hostile).isprintable()
    shown = " ".join(_texts(hostile))  # in several lines
    assert '<script>alert(1)</script> "]; x -> y' in shown
    assert "{a|b} $\\frac{}{}$ 100% &lt;b&gt; </svg>" in shown


@pytest.mark.parametrize(
    ("suffix", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("dot", b"dig")]
)
def test_a_tree_is_exported_by_suffix(tmp_path, suffix, start):
    graph = draw_tree(SMALL)
    path = graph.save(tmp_path / f"tree.{suffix}")
    assert path.read_bytes().startswith(start)


@pytest.mark.parametrize("sideways", [False, True])
@pytest.mark.parametrize("trace", [LARGE, SMALL, BOARD12], ids=["49,867 nodes", "59", "12x12"])
def test_nothing_touches_in_a_picture(trace, sideways):
    graph = draw_tree(trace, limit=60, sideways=sideways)
    marks, width, height = graph.marks()
    boxes = list(map(_middle_and_size, _boxes(graph)))
    words = [one for one in marks if isinstance(one, Words) and one.anchor == "middle"]
    boxes += [(one.x, one.y, 0.6 * one.size * len(one.text), one.size) for one in words]
    assert len(boxes) > 100
    for (x1, y1, wide1, high1), (x2, y2, wide2, high2) in combinations(boxes, 2):
        beside = abs(x1 - x2) >= (wide1 + wide2) / 2 - 1e-6
        assert beside or abs(y1 - y2) >= (high1 + high2) / 2 - 1e-6
    for x, y, wide, high in boxes:
        assert wide / 2 <= x <= width - wide / 2
        assert high / 2 <= y <= height - high / 2


def test_an_edge_passes_no_words_and_no_shape():
    graph = draw_tree(record(queens(4), "bt"))
    marks, boxes = graph.marks()[0], list(map(_middle_and_size, _boxes(graph)))
    words = [one for one in marks if isinstance(one, Words) and one.anchor == "middle"]
    boxes += [(one.x, one.y, 0.6 * one.size * len(one.text), one.size) for one in words]
    lines = [one.parts[0] for one in marks if isinstance(one, Shape) and one.kind == "line"]
    assert len(lines) == 26
    for line, (x, y, wide, high) in product(lines, boxes):
        for (x1, y1), (x2, y2) in pairwise(line):
            passed = ((x1 + (x2 - x1) * at / 9, y1 + (y2 - y1) * at / 9) for at in range(1, 9))
            assert all(abs(x - a) >= wide / 2 - 1 or abs(y - b) >= high / 2 - 1 for a, b in passed)


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for dot is a shell script")
def test_graphviz_draws_a_tree_if_it_is_asked_to(monkeypatch, tmp_path, capfd):
    program = tmp_path / "dot"
    stand_in = 'while read -r line; do :; done\necho "Warning: so and so" >&2\necho "<svg $*/>"\n'
    program.write_text(f"#!/bin/sh\n{stand_in}")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    drawn = draw_tree(SMALL).pipe("svg", engine="dot")
    assert drawn == b"<svg -Kdot -Tsvg/>\n"
    assert capfd.readouterr() == ("", "")  # its warnings would be red in a notebook


def test_a_wrong_solution_is_no_green_diamond():
    trace = record(load("nyu/Input1"), checks_rows_only)
    wrong, right = draw_tree(trace).source, draw_tree(record(load("nyu/Input1"))).source
    assert (GREEN in wrong, GREEN in right) == (False, True)
    (diamond,) = [line for line in wrong.splitlines() if "shape=diamond" in line]
    assert "×" in diamond
    assert VERMILLION in diamond
    assert "solution 1 is wrong: r1c1 ≠ r2c1 fails: 3 and 3" in diamond
    assert "diamond with ×: wrong solution" in wrong.replace(r"\l", " ")
    assert "wrong" not in right
    small = draw_tree(trace, depth=2).source
    assert GREEN not in small  # nor is a triangle that hides it


def test_whole_trees_stand_on_one_scale_with_what_only_one_has():
    figure = draw_trees(MEDIUM, SMALL, whole=True)
    ways = [
        {tuple(node.label for node in run.tree.path(one.number)) for one in run.tree}
        for run in (MEDIUM, SMALL)
    ]
    titles = [axes.get_title("left") for axes in figure.axes]
    for title, own, other in zip(titles, ways, ways[::-1], strict=True):
        told = f": {len(own) - 1} nodes, {len(own - other)} only here"
        assert " ".join(title.split()).endswith(told)  # over several lines
    assert {axes.get_xlim() for axes in figure.axes} == {(0, 228)}
    assert figure.get_supxlabel().startswith("Pink: what only this tree has; blue: ")
    widths = []
    for axes in figure.axes:
        ends = [x for lines in axes.collections for part in lines.get_segments() for x, _ in part]
        widths.append(max(ends) - min(ends))
    assert widths[0] / widths[1] == pytest.approx(227 / 59, rel=0.06)
    early = draw_trees(MEDIUM, step=MEDIUM.steps("node")[9], whole=True)
    assert sum(len(lines.get_segments()) for lines in early.axes[0].collections) == 10 + 1
