"""Where everything of a tree's picture stands, and its marks: the same on every machine.

Siblings stand side by side in the order of the search, as near to each other as their subtrees
allow, and a parent over the middle of its children. What an edge says stands right above the node
that it leads to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from futoshiki_lab.draw.ink import CLEAR, Mark, Point, Shape, Words

INCH = 72.0  # points; everything here is in points
WIDE = 0.62  # of a character, in sizes of the font: enough for the usual fonts
BETWEEN, BELOW = 9.0, 17.0  # siblings; levels
LINE = 1.35  # from line to line, in sizes of the font
MARGIN, APART = 6.0, 24.0  # around the picture, between trees
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
    width: float
    height: float
    thick: float
    font: float
    line: str
    fill: str
    ink: str
    tooltip: str
    texts: tuple[str, ...] = ()
    dashed: bool = False
    above: str = ""
    words: str = ""
    edge: str = ""
    edge_thick: float = 1
    edge_ink: str = ""
    edge_dashed: bool = False


@dataclass(frozen=True)
class Jump:
    """An arrow from one box to one above it, beside the edges; `words` are its tooltip."""

    start: str
    end: str
    colour: str
    thick: float
    words: str


@dataclass(frozen=True)
class Part:
    """One tree of a picture, with the lines above it."""

    boxes: Sequence[Box]
    jumps: Sequence[Jump]
    heading: Sequence[str]


def lay_out(
    parts: Sequence[Part], scale: float, sideways: bool, ink: str
) -> tuple[list[Mark], float, float]:
    """The marks of trees side by side, with headings in `ink`; how wide and high the picture is."""
    marks: list[Mark] = []
    x, bottom, size = MARGIN * scale, 0.0, 11 * scale
    for part in parts:
        top, wide = MARGIN * scale, 0.0
        for line in part.heading:
            marks.append(Words(x, top + LINE * size / 2, line, size, ink, anchor="start"))
            top, wide = top + LINE * size, max(wide, len(line) * WIDE * size)
        own, right, below = _lay_out_tree(part, scale, sideways, (x, top + 8 * scale))
        marks += own
        x = max(x + wide, right) + APART * scale
        bottom = max(bottom, below + MARGIN * scale)
    return marks, x + (MARGIN - APART) * scale, bottom


def _lay_out_tree(
    part: Part, scale: float, sideways: bool, corner: Point
) -> tuple[list[Mark], float, float]:
    """The marks of one tree; how far it goes to the right and down."""
    boxes, words = part.boxes, [_extent(box.words, 9 * scale) for box in part.boxes]
    shapes = [(box.width, box.height) for box in boxes]
    if sideways:
        shapes, words = ([pair[::-1] for pair in pairs] for pairs in (shapes, words))
    number = {box.name: at for at, box in enumerate(boxes)}
    above = [number[box.above] if box.above else -1 for box in boxes]
    breadths = [max(shape[0], text[0]) for shape, text in zip(shapes, words, strict=True)]
    across = _across(breadths, above, BETWEEN * scale)
    levels: list[int] = []
    for parent in above:
        levels.append(levels[parent] + 1 if parent >= 0 else 0)
    along, edge, gap = [], 0.0, 0.0
    for level in range(max(levels) + 1):  # the middle of each level
        own = [at for at, found in enumerate(levels) if found == level]
        shape, text = max(shapes[at][1] for at in own), max(words[at][1] for at in own)
        along.append(edge + gap + text + shape / 2)
        edge, gap = along[-1] + shape / 2, (BELOW + 10 * sideways) * scale

    def place(at: int, up: float) -> Point:
        """A point so far before the middle of a box."""
        x, y = across[at], along[levels[at]] - up
        return corner[0] + (y if sideways else x), corner[1] + (x if sideways else y)

    edges: list[Mark] = []
    labels: list[Mark] = []
    for at, box in enumerate(boxes):
        up = shapes[at][1] / 2
        if box.above:
            ends = [place(above[at], -shapes[above[at]][1] / 2), place(at, up + words[at][1])]
            look: dict[str, Any] = {"edge": box.edge, "thick": box.edge_thick}
            edges.append(Shape("line", [ends], dashes=DASHES * box.edge_dashed, **look))
        if box.words:
            middle = place(at, up + words[at][1] / 2)
            labels.append(Words(*middle, box.words, 9 * scale, box.edge_ink))
    middles = {box.name: place(at, 0) for at, box in enumerate(boxes)}
    ends = [place(at, -shape[1] / 2) for at, shape in enumerate(shapes)]
    wide = max(x + breadth / 2 for x, breadth in zip(across, breadths, strict=True))
    right, down = corner[0] + (0 if sideways else wide), corner[1] + (wide if sideways else 0)
    right, down = max(right, *(x for x, _ in ends), 0), max(down, *(y for _, y in ends), 0)
    arrows: list[Mark] = []
    for jump in part.jumps:
        bow, bend = _bow(boxes, number, middles, jump, scale, sideways)
        right, down = max(right, bend[0]), max(down, bend[1])
        arrows += bow if jump.colour != CLEAR else []
    drawn = [_shape_of(box, *middles[box.name]) for box in boxes]
    return [*edges, *drawn, *arrows, *labels], right, down


def _extent(words: str, size: float) -> Point:
    return ((len(words) + 1) * WIDE * size, LINE * size) if words else (0.0, 0.0)


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
    look: dict[str, Any] = {
        "edge": box.line,
        "fill": box.fill,
        "thick": box.thick,
        "name": box.name,
    }
    return Shape(kind, [corners], dashes=dashes, tooltip=box.tooltip, words=tuple(words), **look)


def _bow(
    boxes: Sequence[Box],
    number: dict[str, int],
    middles: dict[str, Point],
    jump: Jump,
    scale: float,
    sideways: bool,
) -> tuple[list[Mark], Point]:
    """An arrow beside the tree: it leaves the last child on the side that is free; its bend."""
    start, end = (
        (x, y + box.height / 2) if sideways else (x + box.width / 2, y)
        for box, (x, y) in ((boxes[number[n]], middles[n]) for n in (jump.start, jump.end))
    )
    (x1, y1), (x2, y2) = start, end
    away = 12 * scale + 0.25 * abs(x1 - x2 if sideways else y1 - y2)
    bend = ((x1 + x2) / 2, max(y1, y2) + away) if sideways else (max(x1, x2) + away, (y1 + y2) / 2)
    long = ((x2 - bend[0]) ** 2 + (y2 - bend[1]) ** 2) ** 0.5
    back = (bend[0] - x2) / long * 6 * scale, (bend[1] - y2) / long * 6 * scale
    base = x2 + back[0], y2 + back[1]
    sides = [(base[0] + k * back[1] / 2, base[1] - k * back[0] / 2) for k in (1, -1)]
    curve = []  # a quadratic Bézier curve
    for step in range(25):
        t = step / 24
        weights = (1 - t) ** 2, 2 * t * (1 - t), t**2
        xs, ys = zip(start, bend, base, strict=True)
        curve.append(tuple(sum(w * c for w, c in zip(weights, cs, strict=True)) for cs in (xs, ys)))
    look: dict[str, Any] = {"edge": jump.colour, "thick": jump.thick, "tooltip": jump.words}
    bow = Shape("line", [curve], dashes=DASHES, **look)
    return [bow, Shape("area", [[end, *sides]], fill=jump.colour, tooltip=jump.words)], bend


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
