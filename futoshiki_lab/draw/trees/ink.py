"""A tree that is laid out, as SVG or, with Matplotlib, on paper: PNG and PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO
from typing import Any

from futoshiki_lab.draw.trees.layout import LINE, WIDE, Box, Jump, Placed, lay_out

FONT = "Helvetica,Arial,sans-serif"
MARGIN = 6.0
DOTS = 192  # an inch of a PNG
CLEAR = "transparent"


@dataclass(frozen=True)
class Part:
    """One tree of a picture, with the lines above it."""

    boxes: Sequence[Box]
    jumps: Sequence[Jump]
    heading: Sequence[str]


_Point = tuple[float, float]


@dataclass(frozen=True)
class _Line:
    points: tuple[_Point, _Point]
    colour: str
    thick: float
    dashed: bool


@dataclass(frozen=True)
class _Arrow:
    """A bow from a point to another, bent towards a third, and the corners of its head."""

    points: tuple[_Point, _Point, _Point]
    head: list[_Point]
    jump: Jump


@dataclass(frozen=True)
class _Words:
    x: float
    y: float
    text: str
    size: float
    colour: str
    middle: bool = True


class Drawing:
    """The lines, shapes and words of trees side by side.

    Parameters
    ----------
    ink : the colour of the headings.
    """

    def __init__(self, parts: Sequence[Part], scale: float, sideways: bool, ink: str):
        self.lines: list[_Line] = []
        self.arrows: list[_Arrow] = []
        self.shapes: list[Placed] = []
        self.words: list[_Words] = []
        self.scale, self.ink = scale, ink
        margin = MARGIN * scale
        self.width, self.height = margin, 0.0
        for part in parts:
            wide, high = self._add(part, self.width, margin, sideways)
            self.width += wide + 24 * scale
            self.height = max(self.height, high + margin)
        self.width += margin - 24 * scale

    def _add(self, part: Part, left: float, top: float, sideways: bool) -> tuple[float, float]:
        """Add a tree and its heading, and say how wide it is and how far it goes down."""
        size = 11 * self.scale
        for line in part.heading:
            top += LINE * size
            self.words.append(_Words(left, top - LINE * size / 2, line, size, self.ink, False))
        top += 8 * self.scale
        placed, wide, high = lay_out(part.boxes, self.scale, sideways)
        for one in placed:
            self._add_box(one, left, top)
        shapes = {one.box.name: one for one in self.shapes[-len(placed) :]}
        for jump in part.jumps:
            arrow = _arrow(jump, shapes[jump.start], shapes[jump.end], self.scale, sideways)
            self.arrows.append(arrow)
            wide, high = max(wide, arrow.points[1][0] - left), max(high, arrow.points[1][1] - top)
        heading = max((len(line) * WIDE * size for line in part.heading), default=0)
        return max(wide, heading), top + high

    def _add_box(self, one: Placed, left: float, top: float) -> None:
        def moved(point: tuple[float, float]) -> tuple[float, float]:
            return left + point[0], top + point[1]

        box = one.box
        if box.above:
            ends = moved(one.start), moved(one.end)
            self.lines.append(_Line(ends, box.edge, box.edge_thick, box.edge_dashed))
        if box.words:
            self.words.append(_Words(*moved(one.words), box.words, 9 * self.scale, box.edge_ink))
        self.shapes.append(Placed(box, *moved((one.x, one.y))))

    # -- SVG -------------------------------------------------------------------------------------

    def svg(self) -> str:
        """The picture as SVG; the mouse finds the tooltips."""
        size = f'width="{self.width:.0f}pt" height="{self.height:.0f}pt"'
        view = f'viewBox="0 0 {self.width:.0f} {self.height:.0f}"'
        start = f'<svg {size} {view} xmlns="http://www.w3.org/2000/svg" font-family="{FONT}">'
        parts = [*map(_svg_line, self.lines), *map(_svg_box, self.shapes)]
        parts += [_svg_arrow(arrow) for arrow in self.arrows if arrow.jump.colour != CLEAR]
        return "\n".join([start, *parts, *map(_svg_words, self.words), "</svg>\n"])

    # -- paper -----------------------------------------------------------------------------------

    def on_paper(self, format: str) -> bytes:
        """The picture as PNG or PDF, or in another format of Matplotlib's."""
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        from matplotlib.lines import Line2D

        figure = Figure(figsize=(self.width / 72, self.height / 72))
        FigureCanvasAgg(figure)
        axes = figure.add_axes((0, 0, 1, 1), xlim=(0, self.width), ylim=(self.height, 0))
        axes.set_axis_off()
        for line in self.lines:
            xs, ys = zip(*line.points, strict=True)
            look: dict[str, Any] = {"color": line.colour, "linewidth": line.thick, "zorder": 1}
            axes.add_line(Line2D(xs, ys, **look, **_dashes(line.dashed)))
        for shape in self.shapes:
            axes.add_patch(_patch(shape))
        for arrow in self.arrows:
            for patch in _arrow_patches(arrow):
                axes.add_patch(patch)
        for words in [*self.words, *(line for shape in self.shapes for line in _lines(shape))]:
            look = {"fontsize": words.size, "color": _seen(words.colour), "va": "center"}
            place = "center" if words.middle else "left"
            axes.text(words.x, words.y, words.text, ha=place, parse_math=False, **look)
        written = BytesIO()
        figure.savefig(written, format=format, transparent=True, dpi=DOTS)
        return written.getvalue()


def _dashes(dashed: bool) -> dict[str, Any]:
    return {"linestyle": "dashed" if dashed else "solid"}


def _lines(shape: Placed) -> Iterator[_Words]:
    """The lines of text in a shape; a triangle has its own near its base."""
    box = shape.box
    step = LINE * box.font
    y = shape.y + (0.18 * box.height if box.shape == "triangle" else 0)
    for at, text in enumerate(box.texts):
        from_middle = (at - (len(box.texts) - 1) / 2) * step
        yield _Words(shape.x, y + from_middle, text, box.font, box.ink)


def _corners(shape: Placed) -> list[tuple[float, float]]:
    """The corners of a shape that has some; none of a circle."""
    x, y, half, high = shape.x, shape.y, shape.box.width / 2, shape.box.height / 2
    return {
        "circle": [],
        "diamond": [(x, y - high), (x + half, y), (x, y + high), (x - half, y)],
        "triangle": [(x, y - high), (x + half, y + high), (x - half, y + high)],
    }.get(
        shape.box.shape,
        [(x - half, y - high), (x + half, y - high), (x + half, y + high), (x - half, y + high)],
    )


def _arrow(jump: Jump, start: Placed, end: Placed, scale: float, sideways: bool) -> _Arrow:
    """It leaves the tree's last child on the side that is free, and ends beside the one above."""
    right, down = (0, 1) if sideways else (1, 0)
    x1, y1 = start.x + right * start.box.width / 2, start.y + down * start.box.height / 2
    x2, y2 = end.x + right * end.box.width / 2, end.y + down * end.box.height / 2
    away = (12 * scale + 0.25 * (abs(y1 - y2) if right else abs(x1 - x2))) * (right - down)
    bend = (max(x1, x2) + away, (y1 + y2) / 2) if right else ((x1 + x2) / 2, max(y1, y2) - away)
    long = ((x2 - bend[0]) ** 2 + (y2 - bend[1]) ** 2) ** 0.5
    back = (bend[0] - x2) / long * 6 * scale, (bend[1] - y2) / long * 6 * scale
    half = back[1] / 2, -back[0] / 2
    base = x2 + back[0], y2 + back[1]
    sides = [(base[0] + sign * half[0], base[1] + sign * half[1]) for sign in (1, -1)]
    return _Arrow(((x1, y1), bend, base), [(x2, y2), *sides], jump)


def _arrow_patches(arrow: _Arrow) -> list[Any]:
    from matplotlib.patches import PathPatch, Polygon
    from matplotlib.path import Path

    colour = _seen(arrow.jump.colour)
    bow = Path(arrow.points, [Path.MOVETO, Path.CURVE3, Path.CURVE3])
    look: dict[str, Any] = {"edgecolor": colour, "linewidth": arrow.jump.thick} | _dashes(True)
    head = Polygon(arrow.head, closed=True, facecolor=colour, edgecolor="none", zorder=3)
    return [PathPatch(bow, facecolor="none", zorder=3, **look), head]


def _seen(colour: str) -> str:
    """A colour as Matplotlib names it."""
    return "none" if colour == CLEAR else colour


def _patch(shape: Placed) -> Any:
    from matplotlib.patches import Ellipse, Polygon

    box = shape.box
    look: dict[str, Any] = {
        "edgecolor": _seen(box.line),
        "facecolor": _seen(box.fill),
        "linewidth": box.thick,
    }
    look |= {"zorder": 2} | _dashes(box.dashed)
    corners = _corners(shape)
    if corners:
        return Polygon(corners, closed=True, **look)
    return Ellipse((shape.x, shape.y), box.width, box.height, **look)


def _svg_colour(name: str, colour: str) -> str:
    if colour == CLEAR:
        return f'{name}="none"'
    opacity = f' {name}-opacity="{int(colour[7:], 16) / 255:.2f}"' if len(colour) == 9 else ""
    return f'{name}="{colour[:7]}"{opacity}'


def _svg_line(line: _Line) -> str:
    (x1, y1), (x2, y2) = line.points
    look = f'{_svg_colour("stroke", line.colour)} stroke-width="{line.thick:g}"'
    dashes = ' stroke-dasharray="5,3"' * line.dashed
    return f'<path d="M{x1:.1f},{y1:.1f}L{x2:.1f},{y2:.1f}" {look}{dashes}/>'


def _svg_arrow(arrow: _Arrow) -> str:
    start, bend, end = (f"{x:.1f},{y:.1f}" for x, y in arrow.points)
    look = f'stroke="{arrow.jump.colour}" stroke-width="{arrow.jump.thick:g}"'
    bow = f'<path d="M{start}Q{bend} {end}" fill="none" {look} stroke-dasharray="5,3"/>'
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in arrow.head)
    head = f'<polygon points="{corners}" fill="{arrow.jump.colour}"/>'
    return f"<g><title>{escape(arrow.jump.words)}</title>{bow}{head}</g>"


def _svg_box(shape: Placed) -> str:
    box = shape.box
    look = f"{_svg_colour('fill', box.fill)} {_svg_colour('stroke', box.line)}"
    look += f' stroke-width="{box.thick:g}"' + ' stroke-dasharray="5,3"' * box.dashed
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in _corners(shape))
    place = f'cx="{shape.x:.1f}" cy="{shape.y:.1f}" rx="{box.width / 2:g}" ry="{box.height / 2:g}"'
    drawn = f'<polygon points="{corners}" {look}/>' if corners else f"<ellipse {place} {look}/>"
    texts = "".join(map(_svg_words, _lines(shape)))
    return f'<g class="node"><title>{escape(box.tooltip)}</title>{drawn}{texts}</g>'


def _svg_words(words: _Words) -> str:
    anchor = ' text-anchor="middle"' * words.middle
    place = f'x="{words.x:.1f}" y="{words.y:.1f}" dy="0.35em"'
    look = f'font-size="{words.size:g}" {_svg_colour("fill", words.colour)}'
    return f"<text {place} {look}{anchor}>{escape(words.text)}</text>"
