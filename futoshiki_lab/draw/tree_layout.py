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
CHARACTER_WIDE = 0.62  # of a character, in sizes of the font: enough for the usual fonts
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


@dataclass(frozen=True)
class Part:
    """One tree of a picture, with the lines above it."""

    boxes: Sequence[Box]
    jumps: Sequence[Arrow]
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
            top, wide = top + LINE * size, max(wide, len(line) * CHARACTER_WIDE * size)
        own, right, below = _lay_out_tree(part, scale, sideways, (x, top + 8 * scale))
        marks += own
        x = max(x + wide, right) + APART * scale
        bottom = max(bottom, below + MARGIN * scale)
    return marks, x + (MARGIN - APART) * scale, bottom


def _lay_out_tree(
    part: Part, scale: float, sideways: bool, corner: Point
) -> tuple[list[Mark], float, float]:
    """The marks of one tree; how far it goes to the right and down.

    Places are complex numbers, across the levels and along them, until they are put on the page.
    """
    boxes, turn = part.boxes, -1 if sideways else 1
    words = [_extent(box.words, 9 * scale)[::turn] for box in boxes]
    shapes = [(box.width, box.height)[::turn] for box in boxes]
    number = {box.name: at for at, box in enumerate(boxes)}
    above = [number.get(box.above, -1) for box in boxes]
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
    middles = [complex(x, along[level]) for x, level in zip(across, levels, strict=True)]
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
            ends = put(middles[above[at]] + shapes[above[at]][1] / 2 * 1j, top - words[at][1] * 1j)
            look: dict[str, Any] = {"edge": box.edge, "thick": box.edge_thick}
            edges.append(Shape("line", [ends], dashes=DASHES * box.edge_dashed, **look))
        if box.words:
            (middle,) = put(top - words[at][1] / 2 * 1j)
            labels.append(Words(*middle, box.words, 9 * scale, box.edge_ink))
    for jump in part.jumps:  # an arrow leaves the last child on the side that is free
        ends_at = number[jump.start], number[jump.end]
        start, end = (middles[at] + shapes[at][0] / 2 for at in ends_at)
        away = 12 * scale + 0.25 * abs(start.imag - end.imag)
        bend = complex(max(start.real, end.real) + away, (start.imag + end.imag) / 2)
        base = end + (bend - end) / abs(bend - end) * 6 * scale
        side, times = (base - end) * 0.5j, [step / 24 for step in range(25)]
        curve = [(1 - t) ** 2 * start + 2 * t * (1 - t) * bend + t**2 * base for t in times]
        wide = max(wide, bend.real)
        if jump.colour != CLEAR:
            look = {"edge": jump.colour, "thick": jump.thick, "tooltip": jump.words}
            arrows.append(Shape("line", [put(*curve)], dashes=DASHES, **look))
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
