"""Marks as SVG; a board as SVG: what a notebook, a sheet or a page shows. No package is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape

from futoshiki_lab.core import Cell, Domain, Problem
from futoshiki_lab.draw.board_marks import BoardMarks
from futoshiki_lab.draw.ink import CLEAR, LIGHT, Mark, Point, Shape, Theme, Words, plain
from futoshiki_lab.draw.scene import Scene
from futoshiki_lab.support.phrases import legal

# Text and lines have the colour of the text around the picture, on a dark page too.
INK = "currentColor"
PAGE = replace(LIGHT, paper="none", ink=INK, soft_ink=INK, assigned=INK, current=INK)
PAGE = replace(PAGE, line=f"{INK}80", given=f"{INK}24", failure_ink=INK)


def write_svg(mark: Mark) -> str:
    """The elements of a mark."""
    if isinstance(mark, Words):
        weight = ' font-weight="bold"' * mark.bold
        halo = f' stroke="{mark.halo}" stroke-width="{mark.size / 3:g}" paint-order="stroke"'
        return (
            f'<text x="{mark.x:.1f}" y="{mark.y:.1f}" dy="0.35em" font-size="{mark.size:.4g}"'
            f'{weight} text-anchor="{mark.anchor}" {_paint("fill", mark.colour)}'
            f"{halo * (mark.halo != CLEAR)}>{escape(legal(mark.text))}</text>"
        )
    look = f"{_paint('fill', mark.fill)} {_paint('stroke', mark.edge)}"
    look += f' stroke-width="{mark.thick:.3g}"' if mark.edge != CLEAR else ""
    look += f' stroke-dasharray="{",".join(f"{d:.3g}" for d in mark.dashes)}"' * bool(mark.dashes)
    drawn = f"<{_outline(mark)} {look}/>"
    if not mark.tooltip:
        return drawn
    texts = "".join(map(write_svg, mark.words))
    return f'<g class="node"><title>{escape(legal(mark.tooltip))}</title>{drawn}{texts}</g>'


def _outline(shape: Shape) -> str:
    if shape.kind in ("line", "area"):
        end = "Z" * (shape.kind == "area")
        ways = ("L".join(f"{x:.1f},{y:.1f}" for x, y in part) for part in shape.parts)
        return f'path d="{"".join(f"M{way}{end}" for way in ways)}"'
    (((x, y), (right, below)),) = shape.parts
    wide, high = right - x, below - y
    if shape.kind == "box":
        size = f'width="{wide:.1f}" height="{high:.1f}" rx="{shape.corner_radius:.1f}"'
        return f'rect x="{x:.1f}" y="{y:.1f}" {size}'
    middle = f'cx="{x + wide / 2:.1f}" cy="{y + high / 2:.1f}"'
    return f'ellipse {middle} rx="{wide / 2:.4g}" ry="{high / 2:.4g}"'


def _paint(name: str, colour: str) -> str:
    if colour == CLEAR:
        return f'{name}="none"'
    base = 7 if colour.startswith("#") else len("currentColor")
    opacity = f' {name}-opacity="{int(colour[base:], 16) / 255:.2f}"' if colour[base:] else ""
    return f'{name}="{colour[:base]}"{opacity}'


def marks_of(
    scene: Scene, unit: float, theme: Theme, corner: Point = (0, 0), labels: bool = True
) -> list[Mark]:
    """List the marks of a board or a graph, the last on top.

    Parameters
    ----------
    unit : the length of a unit, in points; sizes of text and lines depend on it.
    corner : the upper left corner of the picture.
    labels : whether rows and columns have names.
    """
    if scene.picture == "signs":
        return BoardMarks(scene, unit, theme, corner, labels).draw(labels)
    from futoshiki_lab.draw.problem_marks import ProblemMarks  # few boards need it

    return ProblemMarks(scene, unit, theme, corner, labels).draw(labels)


def board_svg(scene: Scene, unit: float = 44, labels: bool = True, said: str = "") -> str:
    """Draw a board; a screen reader says its name, its size and what stands on it.

    Parameters
    ----------
    unit : the width of a cell with its gap, in pixels.
    labels : whether rows and columns have names.
    said : what a screen reader says instead.
    """
    side = f"{scene.side(unit, labels):.0f}"
    name = escape(legal(said or _say(scene)))
    tooltip = f"<title>{escape(legal(plain(repr(scene.puzzle))[1:-1]))}</title>" * (not said)
    marks = "".join(map(write_svg, marks_of(scene, unit, PAGE, labels=labels)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" '
        f'viewBox="0 0 {side} {side}" role="img" aria-label="{name}" font-family="sans-serif">'
        f"{tooltip}{marks}</svg>"
    )


def _say(scene: Scene) -> str:
    """A board for somebody who cannot see it: the problem, and what it has come to."""
    told = {**scene.domains, **{cell: (value,) for cell, value in scene.values.items()}}
    parts = (f"{cell}: {' or '.join(map(str, left)) or 'none'}" for cell, left in told.items())
    begin = getattr(scene.puzzle, "in_words", f"{plain(repr(scene.puzzle))[1:-1]}.")
    return f"{begin} {', '.join(parts)}"


def state_as_svg(
    puzzle: Problem,
    values: Mapping[Cell, int],
    domains: Mapping[Cell, Domain],
    mark: Cell | None = None,
    unit: float = 80,
    said: str = "",
    moved: Mapping[Cell, Domain] | None = None,
) -> str:
    """Draw a board in the course of a search: the values left stand small in their own places.

    Parameters
    ----------
    values : the assigned cells, givens too; given ones are shaded.
    mark : a cell with a thick frame.
    unit : the width of a cell with its gap.
    said : what a screen reader says.
    moved : as in `State`.
    """
    scene = Scene(puzzle, values, domains, current=mark, strike=False, moved=moved or {})
    return board_svg(scene, unit, said=said)


def beside(drawings: Sequence[str]) -> str:
    """Drawings of boards of one size side by side, as one."""
    if len(drawings) == 1:
        return drawings[0]
    side = float(drawings[0].partition('width="')[2].partition('"')[0]) + 24
    placed = (one.replace("<svg", f'<svg x="{at * side:g}"', 1) for at, one in enumerate(drawings))
    whole = f'width="{len(drawings) * side:g}" height="{side:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {whole}>{"".join(placed)}</svg>'
