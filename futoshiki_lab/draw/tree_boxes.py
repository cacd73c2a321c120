"""What the picture of a search tree consists of, how it looks, and where it stands.

Siblings stand side by side in the order of the search, as near to each other as their subtrees
allow, and a parent over the middle of its children. What an edge says stands right above the node
that it leads to. So a picture is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from futoshiki_lab.draw import ink
from futoshiki_lab.draw.ink import CLEAR, Mark, Point, Shape, Words, bend, plain
from futoshiki_lab.draw.tree_items import COLLAPSED, FOLDED, MERGED, NODE, TreeItem, TreeSnapshot
from futoshiki_lab.trace import BRANCH, FAILURE, OPEN, SKIPPED, SOLUTION, WRONG

ROOMY = 60  # up to this number of items there is room for numbers and reasons
# Inches: without text inside, with a short one, and how much wider the shape is than a longer one.
SIZES = {SOLUTION: (0.3, 0.52, 0.22), WRONG: (0.36, 0.52, 0.22), FAILURE: (0.2, 0.46, 0.08)}
CHARACTER = 0.078  # the width of a character in a node, in inches
INCH = 72.0  # points; everything here is in points
CHARACTER_WIDE = 0.62  # of a character, in sizes of the font: enough for the usual fonts
BETWEEN, BELOW = 9.0, 17.0  # siblings; levels
LINE = 1.35  # from line to line, in sizes of the font
DASHES = (5.0, 3.0)


@dataclass(frozen=True)
class Box:
    """One thing of a tree to draw, and the edge that leads to it.

    Attributes
    ----------
    name, above : its own name, and that of the thing above it; empty at the root.
    shape : circle, square, diamond, triangle or box.
    width, height, thick : of the shape, and of its line.
    texts, font : the lines of text in it, and their size.
    line, fill, ink : colours of its line, its inside and its text.
    dashed : whether its line is dashed.
    tooltip : what the mouse finds.
    words, edge, edge_thick, edge_ink, edge_dashed : of the edge: what it says, and how it looks.
    """

    name: str
    shape: str
    line: str
    fill: str
    ink: str
    tooltip: str
    texts: tuple[str, ...]
    width: float
    height: float
    thick: float
    font: float
    dashed: bool = False
    above: str = ""
    words: str = ""
    edge: str = ""
    edge_thick: float = 1
    edge_ink: str = ""
    edge_dashed: bool = False


@dataclass(frozen=True)
class Arrow:
    """An arrow from one box to one above it, beside the edges; `words` are its tooltip."""

    start: str
    end: str
    colour: str
    thick: float
    words: str


class TreePainter:
    """Says what a tree's picture consists of, and how each thing looks.

    Parameters
    ----------
    items : the parts of the tree to draw.
    prefix : the start of the items' names, different for each tree in one graph.

    Attributes
    ----------
    boxes : what is drawn, parents before children.
    jumps : an arrow from each dead end to the node to blame, if both ends can be seen apart.
    """

    def __init__(self, snapshot: TreeSnapshot, scale: float, items: list[TreeItem], prefix: str):
        self.snapshot, self.scale = snapshot, scale
        self.items, self.prefix, self.tree = items, prefix, snapshot.tree
        self.names = {node: item.name for item in items for node in item.nodes}
        self.roomy = len(items) - 1 <= ROOMY
        current = None if snapshot.current is None else self._name_of(snapshot.current)
        self.boxes = [self._box(item, item.name == current) for item in items]
        self.jumps = [*self._arrows()]

    def _arrows(self) -> Iterator[Arrow]:
        for start, end, happened in self.snapshot.jumps():
            first, last = self._name_of(start), self.names.get(end)
            if last not in (None, first):
                label = self.tree[end].label
                words = f"jump back to {label}" if end else "jump back: no cell is to blame"
                look = ink.PALE if happened else CLEAR, 1.5 * self.scale, plain(words)
                yield Arrow(self.prefix + first, f"{self.prefix}{last}", *look)

    def _name_of(self, number: int) -> str:
        """The name of the item that shows a node, or hides it."""
        while number not in self.names:
            number = self.tree.parent(number)
        return self.names[number]

    def caption(self) -> tuple[str, list[str]]:
        """What stands below the title: numbers, and what the shapes mean."""
        nodes, hidden = len(self.tree) - 1, sum(item.hidden for item in self.items)
        sums = f"{nodes:,} node{'s' * (nodes != 1)}, all drawn"
        if hidden:
            sums = f"{nodes:,} nodes: {nodes - hidden:,} drawn, {hidden:,} hidden"
        kinds = {self.tree[item.nodes[0]].kind for item in self.items[1:] if item.kind == NODE}
        collapsed = [item for item in self.items if item.kind in (COLLAPSED, MERGED)]
        triangles = {self._triangle_colours(item)[1] for item in collapsed}
        shapes, in_the_run = {item.kind for item in self.items}, self.snapshot.step is not None
        words = {
            "circle: value survives its look": BRANCH in kinds,
            f"square: failure{', and why' * self.roomy}": FAILURE in kinds,
            "diamond: solution": SOLUTION in kinds,
            "diamond with ×: wrong solution": WRONG in kinds,
            "hollow: not explored": in_the_run or OPEN in kinds,
            "dashed circle: skipped; dashed arrow: jump": SKIPPED in kinds,
            "triangle: a part, with the nodes it hides": triangles,
            "green triangle: with a solution": ink.GREEN in triangles,
            "dashed box: folded part of the path": FOLDED in shapes,
            "orange: current": in_the_run,
        }
        return sums + self.snapshot.where, [word for word, seen in words.items() if seen]

    def _box(self, item: TreeItem, current: bool) -> Box:
        """An item's shape, and the edge that leads to it."""
        node, scale = self.tree[item.nodes[0]], self.scale
        kind, texts, thick, font = self.snapshot.kind(node), [f"{item.hidden:,}"], 1.0, 9.0
        shape, line, fill, letters = ink.SHAPES[kind]
        if item.kind == NODE:
            # Every step has the sizes of the whole run: the layout does not move.
            wide, with_text, around = SIZES.get(node.kind, (0.2, 0.34, 0.1))
            texts, font = [], 8.5
            if self.roomy:
                texts = [
                    *(
                        self.snapshot.short_reason(node)
                        or [f"{node.number:,}" if node.number else ""]
                    )
                ]
                wide = max(with_text, CHARACTER * max(map(len, texts)) + around)
            high, texts = wide, ["×"] if kind == WRONG else [*filter(None, texts)]
        elif item.kind == FOLDED:
            shape, wide, high, texts = "box", 1.2, 0.3, [f"⋮ {item.hidden:,} nodes"]
            line, fill, letters = ink.FAINT if kind == ink.AHEAD else ink.PALE, CLEAR, ink.PALE
        else:
            shape, wide, high = "triangle", max(0.42, 0.2 + 0.105 * len(texts[0])), 0.46
            (line, fill, letters), thick = self._triangle_colours(item), 1.5
        if current:
            line, thick = ink.ORANGE, 4
        edge: dict[str, Any] = {"edge": ink.PALE, "edge_ink": ink.PALE, "edge_thick": scale}
        if kind == ink.AHEAD:
            edge |= {"edge": ink.FAINT, "edge_ink": ink.GREY, "edge_dashed": True}
        elif self.snapshot.step is None and self.tree.holds_solution[node.number] >= 2:
            edge |= {"edge": ink.GREEN, "edge_thick": 2.5 * scale}
        if item.above:
            edge |= {"above": self.prefix + item.above, "words": plain(self._edge_label(item))}
        sizes = wide * INCH * scale, high * INCH * scale, thick * scale, font * scale
        about = line, fill, letters, plain(self._tooltip(item)), tuple(texts)
        dashed = item.kind == FOLDED or (item.kind == NODE and kind == SKIPPED)
        return Box(self.prefix + item.name, shape, *about, *sizes, dashed, **edge)

    def _triangle_colours(self, item: TreeItem) -> tuple[str, str, str]:
        """Filled if all its nodes failed, hollow if that is not known yet."""
        if self.snapshot.kind(self.tree[item.nodes[0]]) == ink.AHEAD:
            return ink.FAINT, CLEAR, ink.PALE
        known, numbers, step = SKIPPED, item.nodes, self.snapshot.step
        lasts = [self.tree[number].last for number in numbers]
        if any(self.tree.holds_solution[number] >= 2 for number in numbers):
            known = SOLUTION
        elif all(last is not None and (step is None or last <= step) for last in lasts):
            known = FAILURE
        return ink.SHAPES[known][1:]

    def _tooltip(self, item: TreeItem) -> str:
        node, last = self.tree[item.nodes[0]], self.tree[item.nodes[-1]]
        if item.kind == MERGED:
            return f"{len(item.nodes)} siblings, {node.label} to {last.label}, and all below them"
        if item.kind == FOLDED:
            return f"part of the path from node {item.nodes[0]} to node {item.nodes[1]}"
        if not node.number:
            return "the root: nothing is tried yet"
        kind = self.snapshot.kind(node)
        words = [f"node {node.number}: {node.label}", kind]
        words += [self.snapshot.reason(node)] * (kind in (FAILURE, WRONG))
        words += [f"{item.hidden:,} nodes below it are not drawn"] * (item.kind == COLLAPSED)
        return "; ".join(filter(None, words))

    def _edge_label(self, item: TreeItem) -> str:
        nodes = [self.tree[number] for number in item.nodes]
        if item.kind == FOLDED:
            return ""
        if item.kind != MERGED:
            return nodes[0].label
        if len({node.cell for node in nodes}) > 1:
            return f"{len(nodes)} values"
        values = [str(node.value) for node in nodes]
        shown = values if len(values) <= 4 else [*values[:2], "…", values[-1]]
        return f"{nodes[0].cell}={','.join(shown)}"


# -- places --------------------------------------------------------------------------------------


def lay_out(
    boxes: Sequence[Box], jumps: Sequence[Arrow], scale: float, sideways: bool, corner: Point
) -> tuple[list[Mark], float, float]:
    """The marks of one tree; how far it goes to the right and down.

    Places are complex numbers, across the levels and along them, until they are put on the page.
    """
    turn = -1 if sideways else 1
    words = [_extent(box.words, 9 * scale)[::turn] for box in boxes]
    shapes = [(box.width, box.height)[::turn] for box in boxes]
    number = {box.name: at for at, box in enumerate(boxes)}
    above = [number.get(box.above, -1) for box in boxes]
    breadths = [max(shape[0], text[0]) for shape, text in zip(shapes, words, strict=True)]
    across = _across(breadths, above, BETWEEN * scale)
    levels: list[int] = []
    for parent in above:
        levels.append(levels[parent] + 1 if parent >= 0 else 0)
    tops, bases, edge, gap = list[float](), list[float](), 0.0, 0.0
    for level in range(max(levels) + 1):  # the shapes begin side by side, below their words
        own = [at for at, found in enumerate(levels) if found == level]
        tops.append(edge + gap + max(words[at][1] for at in own))
        edge, gap = tops[-1] + max(shapes[at][1] for at in own), (BELOW + 10 * sideways) * scale
        bases.append(edge)
    places = zip(across, levels, shapes, strict=True)
    middles = [complex(x, tops[level] + shape[1] / 2) for x, level, shape in places]
    wide = max(x + breadth / 2 for x, breadth in zip(across, breadths, strict=True))

    def put(*places: complex) -> list[Point]:
        points = ((place.real, place.imag)[::turn] for place in places)
        return [(corner[0] + x, corner[1] + y) for x, y in points]

    edges: list[Mark] = []
    labels: list[Mark] = []
    arrows: list[Mark] = []
    for at, box in enumerate(boxes):
        top = middles[at] - shapes[at][1] / 2 * 1j
        if box.above:
            parent = above[at]
            base = complex(across[parent], bases[levels[parent]])  # below the shapes beside it
            ends = put(middles[parent] + shapes[parent][1] / 2 * 1j, base, top - words[at][1] * 1j)
            look: dict[str, Any] = {"edge": box.edge, "thick": box.edge_thick}
            edges.append(Shape("line", [ends], dashes=DASHES * box.edge_dashed, **look))
        if box.words:
            (middle,) = put(top - words[at][1] / 2 * 1j)
            labels.append(Words(*middle, box.words, 9 * scale, box.edge_ink))
    for jump in jumps:  # an arrow leaves the last child on the side that is free
        ends_at = number[jump.start], number[jump.end]
        start, end = (middles[at] + shapes[at][0] / 2 for at in ends_at)
        away = 12 * scale + 0.25 * abs(start.imag - end.imag)
        pull = complex(max(start.real, end.real) + away, (start.imag + end.imag) / 2)
        base = end + (pull - end) / abs(pull - end) * 6 * scale
        side, wide = (base - end) * 0.5j, max(wide, pull.real)
        if jump.colour != CLEAR:
            look = {"edge": jump.colour, "thick": jump.thick, "tooltip": jump.words}
            way = put(*bend(start, pull, base))
            arrows.append(Shape("line", [way], dashes=DASHES, **look))
            tip = put(end, base - side, base + side)
            arrows.append(Shape("area", [tip], fill=jump.colour, tooltip=jump.words))
    drawn = [_shape_of(box, *put(middle)[0]) for box, middle in zip(boxes, middles, strict=True)]
    deep = max(z.imag + shape[1] / 2 for z, shape in zip(middles, shapes, strict=True))
    ((right, down),) = put(complex(wide, deep))
    return [*edges, *drawn, *arrows, *labels], right, down


def _extent(words: str, size: float) -> Point:
    return ((len(words) + 1) * CHARACTER_WIDE * size, LINE * size) if words else (0.0, 0.0)


def _shape_of(box: Box, x: float, y: float) -> Shape:
    """A box with its lines of text; a triangle has its own near its base."""
    half, high, step = box.width / 2, box.height / 2, LINE * box.font
    left, right, top, base = x - half, x + half, y - high, y + high
    corners = {
        "circle": [(left, top), (right, base)],
        "diamond": [(x, top), (right, y), (x, base), (left, y)],
        "triangle": [(x, top), (right, base), (left, base)],
    }.get(box.shape, [(left, top), (right, top), (right, base), (left, base)])
    first = y + (0.36 * high if box.shape == "triangle" else 0) - (len(box.texts) - 1) / 2 * step
    words = (Words(x, first + at * step, t, box.font, box.ink) for at, t in enumerate(box.texts))
    kind, dashes = "oval" if box.shape == "circle" else "area", DASHES * box.dashed
    look: dict[str, Any] = {"edge": box.line, "fill": box.fill, "thick": box.thick}
    look |= {"name": box.name, "tooltip": box.tooltip, "words": tuple(words)}
    return Shape(kind, [corners], dashes=dashes, **look)


def _across(breadths: Sequence[float], above: Sequence[int], gap: float) -> list[float]:
    """Where the middle of each box is, so that no two on a level touch (Reingold and Tilford)."""
    children: list[list[int]] = [[] for _ in above]
    for at, parent in enumerate(above):
        if parent >= 0:
            children[parent].append(at)
    offsets = [0.0] * len(above)  # from the box above
    outlines: dict[int, _Outline] = {}
    for at in reversed(range(len(above))):  # children stand after their parents
        outline: _Outline = ([], [])
        for child in children[at]:
            offsets[child] = _join(outline, outlines.pop(child), gap)
        ends = [offsets[child] for child in (children[at] or [at])]
        middle = (ends[0] + ends[-1]) / 2
        for child in children[at]:
            offsets[child] -= middle
        left, right = ([edge - middle for edge in side] for side in outline)
        outlines[at] = [-breadths[at] / 2, *left], [breadths[at] / 2, *right]
    places = [-min(outlines[0][0])]
    for at, parent in list(enumerate(above))[1:]:
        places.append(places[parent] + offsets[at])
    return places


_Outline = tuple[list[float], list[float]]  # of a subtree: its left and right edge on each level


def _join(outline: _Outline, new: _Outline, gap: float) -> float:
    """Put a subtree to the right of others, and say how far."""
    left, right = outline
    shared = min(len(right), len(new[0]))
    shift = max((right[level] - new[0][level] + gap for level in range(shared)), default=0.0)
    right[:shared] = [edge + shift for edge in new[1][:shared]]
    left += [edge + shift for edge in new[0][shared:]]
    right += [edge + shift for edge in new[1][len(right) :]]
    return shift
