"""Where everything of a tree's picture stands: a tidy layout, the same on every machine.

Siblings stand side by side in the order of the search, as near to each other as their subtrees
allow, and a parent over the middle of its children. What an edge says stands right above the node
that it leads to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

INCH = 72.0  # points; everything here is in points
WIDE = 0.62  # of a character, in sizes of the font: enough for the usual fonts
BETWEEN, BELOW = 9.0, 17.0  # siblings; levels
LINE = 1.35  # from line to line, in sizes of the font


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
    above: str
    shape: str
    width: float
    height: float
    thick: float
    texts: tuple[str, ...]
    font: float
    line: str
    fill: str
    ink: str
    dashed: bool
    tooltip: str
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
class Placed:
    """A box and the middle of its shape; where its edge begins and ends, and the edge's words."""

    box: Box
    x: float
    y: float
    start: tuple[float, float] = (0, 0)
    end: tuple[float, float] = (0, 0)
    words: tuple[float, float] = (0, 0)


def lay_out(
    boxes: Sequence[Box], scale: float, sideways: bool
) -> tuple[list[Placed], float, float]:
    """The boxes, parents first, in their places; and how wide and high the tree is."""
    number = {box.name: at for at, box in enumerate(boxes)}
    above = [number[box.above] if box.above else -1 for box in boxes]
    size = 9 * scale  # of the words on edges
    words = [_extent(box.words, size) for box in boxes]
    shapes = [(box.width, box.height) for box in boxes]
    flip = 1 if sideways else 0
    breadths = [max(pair) for pair in zip(_column(shapes, flip), _column(words, flip), strict=True)]
    across = _across(breadths, above, BETWEEN * scale)
    levels = _levels(above)
    steps = _column(shapes, 1 - flip), _column(words, 1 - flip)
    along = _along(*steps, levels, (BELOW + 10 * flip) * scale)
    placed = []
    for at, box in enumerate(boxes):
        middle, down = across[at], along[levels[at]]
        up = down - steps[0][at] / 2
        label = up - steps[1][at]
        start = (0.0, 0.0)
        if above[at] >= 0:
            parent = above[at]
            start = across[parent], along[levels[parent]] + steps[0][parent] / 2
        points = [(middle, down), start, (middle, label), (middle, (up + label) / 2)]
        if sideways:
            points = [(y, x) for x, y in points]
        placed.append(Placed(box, *points[0], *points[1:]))
    wide = max(x + breadth / 2 for x, breadth in zip(across, breadths, strict=True))
    deep = max(along[level] + step / 2 for level, step in zip(levels, steps[0], strict=True))
    return placed, *((deep, wide) if sideways else (wide, deep))


def _extent(words: str, size: float) -> tuple[float, float]:
    return ((len(words) + 1) * WIDE * size, LINE * size) if words else (0.0, 0.0)


def _column(pairs: Sequence[tuple[float, float]], which: int) -> list[float]:
    return [pair[which] for pair in pairs]


def _levels(above: Sequence[int]) -> list[int]:
    levels: list[int] = []
    for parent in above:
        levels.append(levels[parent] + 1 if parent >= 0 else 0)
    return levels


def _along(
    shapes: Sequence[float], words: Sequence[float], levels: Sequence[int], gap: float
) -> list[float]:
    """Where the middle of each level is."""
    largest = [[0.0, 0.0] for _ in range(max(levels) + 1)]
    for shape, text, level in zip(shapes, words, levels, strict=True):
        largest[level] = [max(largest[level][0], shape), max(largest[level][1], text)]
    places, edge = [], -gap
    for shape, text in largest:
        places.append(edge + gap + text + shape / 2)
        edge = places[-1] + shape / 2
    return places


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
    right[:shared] = []
    right[:0] = [edge + shift for edge in new[1][:shared]]
    left += [edge + shift for edge in new[0][shared:]]
    right += [edge + shift for edge in new[1][len(right) :]]
    return shift
