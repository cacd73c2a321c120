"""A board as SVG: what a notebook, a sheet or a page shows. No package is needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from html import escape

from futoshiki_lab.core import Cell, Domain, Problem, Puzzle, Sign
from futoshiki_lab.draw.board_marks import side_of, span_of
from futoshiki_lab.draw.colours import LIGHT
from futoshiki_lab.draw.graph_marks import draw_marks
from futoshiki_lab.draw.ink import plain, write_svg
from futoshiki_lab.draw.scene import Scene

# Text and lines have the colour of the text around the picture, on a dark page too.
INK = "currentColor"
PAGE = replace(LIGHT, paper="none", ink=INK, soft_ink=INK, assigned=INK, current=INK)
PAGE = replace(PAGE, line=f"{INK}80", given=f"{INK}24")


def board_svg(scene: Scene, unit: float = 44, labels: bool = True) -> str:
    """Draw a board; a screen reader says the puzzle's name and size.

    Parameters
    ----------
    unit : the width of a cell with its gap, in pixels.
    labels : whether rows and columns have names.
    """
    side = f"{side_of(span_of(scene), unit, labels):.0f}"
    title = escape(plain(repr(scene.puzzle)))
    marks = "".join(map(write_svg, draw_marks(scene, unit, PAGE, labels=labels)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" '
        f'viewBox="0 0 {side} {side}" role="img" aria-label="{title}" font-family="sans-serif">'
        f"<title>{title}</title>{marks}</svg>"
    )


def state_as_svg(
    puzzle: Problem,
    values: Mapping[Cell, int],
    domains: Mapping[Cell, Domain],
    mark: Cell | None = None,
    unit: float = 80,
) -> str:
    """Draw a board in the course of a search: the values left stand small in their own places.

    Parameters
    ----------
    values : the assigned cells, givens too; given ones are shaded.
    mark : a cell with a thick frame.
    unit : the width of a cell with its gap.
    """
    return board_svg(Scene(puzzle, values, domains, current=mark, strike=False), unit)


def beside(drawings: Sequence[str]) -> str:
    """Drawings of boards of one size side by side, as one."""
    if len(drawings) == 1:
        return drawings[0]
    side = float(drawings[0].partition('width="')[2].partition('"')[0]) + 24
    placed = (one.replace("<svg", f'<svg x="{at * side:g}"', 1) for at, one in enumerate(drawings))
    whole = f'width="{len(drawings) * side:g}" height="{side:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {whole}>{"".join(placed)}</svg>'


def lit_as_html(
    text: str,
    puzzle: Puzzle,
    cells: Iterable[Cell],
    signs: Iterable[Sign],
    lines: Iterable[Sequence[Cell]],
    asked: tuple[Cell, str, bool] | None,
    small: Mapping[Cell, Domain],
    wrong: Mapping[Cell, int],
) -> str:
    """A sentence, and under it a puzzle with some cells, signs and lines lit.

    Parameters
    ----------
    lines : rows and columns, each by its cells.
    asked : a cell with a thick frame, what stands in it, and whether that is struck through.
    small : values to show small, by cell.
    wrong : entries that are wrong.
    """
    ends = tuple((line[0], line[-1]) for line in lines)
    scene = Scene(puzzle, {**puzzle.givens, **wrong}, small, strike=False)
    scene = replace(
        scene,
        lit_cells=tuple(cells),
        lit_signs=tuple(signs),
        lit_lines=ends,
        faults=tuple((cell,) for cell in wrong),
    )
    if asked:
        scene = replace(scene, current=asked[0], asked=asked[1:])
    told = escape(text).replace("\n", "<br>")
    return f"<p>{told}</p>{board_svg(scene, 55)}"
