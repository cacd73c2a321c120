"""A puzzle as a small SVG: what a notebook shows at the end of a cell. No Matplotlib is needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import ceil, sqrt

from futoshiki_lab.core import Cell, Puzzle, Sign
from futoshiki_lab.core.puzzle import marks
from futoshiki_lab.draw.colours import SKY, VERMILLION


def state_as_svg(
    puzzle: Puzzle,
    values: Mapping[Cell, int],
    domains: Mapping[Cell, Sequence[int]],
    mark: Cell | None = None,
    box: int = 60,
) -> str:
    """Draw a board in the course of a search: the values left stand small in their own places.

    Parameters
    ----------
    values : the assigned cells, givens too; given ones are shaded.
    mark : a cell with a thick frame.
    box : the side of a cell. Rows and columns have their names in the margin.
    """
    return _Drawing(puzzle, box, box * 0.4).finished(values, domains, mark)


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
    small: Mapping[Cell, Sequence[int]],
) -> str:
    """A sentence, and under it a puzzle with some cells, signs and lines lit.

    Parameters
    ----------
    lines : rows and columns, each by its cells.
    asked : a cell with a thick frame, what stands in it, and whether that is struck through.
    small : values to show small, by cell.
    """
    drawing = _Drawing(puzzle, 40, 16)
    for line in lines:
        drawing.light(line[0], line[-1], 0.11, 'stroke-dasharray="5 4" fill-opacity="0.12"')
    for cell in cells:
        drawing.light(cell, cell, 0, 'stroke-width="3" fill-opacity="0.4"')
    for sign in signs:
        drawing.light(min(sign), max(sign), -0.32, 'stroke-width="2" fill-opacity="0.6"')
    if asked:
        drawing.ask(*asked)
    picture = drawing.finished(puzzle.givens, small, asked[0] if asked else None)
    return f"<p>{escape(text)}</p>{picture}"


class _Drawing:
    """The parts of a drawing; `margin` is the room for the names of rows and columns."""

    def __init__(self, puzzle: Puzzle, box: int, margin: float = 0):
        self.puzzle, self.box, self.pitch, self.margin = puzzle, box, box * 11 / 8, margin
        self.parts: list[str] = []

    def finished(
        self,
        values: Mapping[Cell, int],
        domains: Mapping[Cell, Sequence[int]],
        mark: Cell | None = None,
    ) -> str:
        for cell in self.puzzle.cells:
            self._cell(cell, cell in self.puzzle.givens, cell == mark)
            if cell in values:
                self._write(cell.row, cell.column, str(values[cell]), self.box * 9 / 16)
            elif cell in domains:
                self._domain(cell, domains[cell])
        for (row, column), mark_ in marks(self.puzzle.signs, "<>∧∨"):
            self._write(row, column, mark_, self.box * 7 / 16)
        for number in range(self.puzzle.size if self.margin else 0):
            self._write(number, -0.5, f"r{number + 1}", self.box / 4, False)
            self._write(-0.5, number, f"c{number + 1}", self.box / 4, False)
        side = (self.puzzle.size - 1) * self.pitch + self.box + 2 + self.margin
        title, begin = escape(repr(self.puzzle)), f"{-self.margin:g}"
        view = f'viewBox="{begin} {begin} {side:g} {side:g}" ' if self.margin else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{side:g}" height="{side:g}" {view}'
            f'role="img" aria-label="{title}" font-family="sans-serif"><title>{title}</title>'
            f"{''.join(self.parts)}</svg>"
        )

    def light(self, first: Cell, last: Cell, around: float, style: str) -> None:
        """A sky-blue box from one cell to another, so much larger on each side (in cells)."""
        out = around * self.pitch
        x, y = (at * self.pitch + 1 - out for at in (first.column, first.row))
        wide, high = (
            (end - start) * self.pitch + self.box + 2 * out
            for start, end in zip(first[::-1], last[::-1], strict=True)
        )
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="6" '
            f'fill="{SKY}" stroke="{SKY}" {style}/>'
        )

    def ask(self, cell: Cell, text: str, struck: bool) -> None:
        """What stands in the cell that is asked about."""
        colour = VERMILLION if struck else "currentColor"
        self._write(cell.row, cell.column, text, self.box * 9 / 16, True, colour)
        if struck:
            x, y, half = *(at * self.pitch + 1 + self.box / 2 for at in cell[::-1]), self.box * 0.3
            self.parts.append(
                f'<path d="M{x - half:g} {y + half:g}L{x + half:g} {y - half:g}" '
                f'stroke="{colour}" stroke-width="3"/>'
            )

    def _write(
        self,
        row: float,
        column: float,
        text: str,
        size: float,
        bold: bool = True,
        ink: str = "currentColor",
    ) -> None:
        x, y = (at * self.pitch + 1 + self.box / 2 for at in (column, row))
        weight = 'font-weight="bold" ' * bold
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" dy="0.35em" font-size="{size:g}" {weight}'
            f'text-anchor="middle" fill="{ink}">{escape(text)}</text>'
        )

    def _cell(self, cell: Cell, given: bool, marked: bool) -> None:
        x, y = cell.column * self.pitch + 1, cell.row * self.pitch + 1
        line = 'stroke-width="3"' if marked else 'stroke-opacity="0.5"'
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{self.box}" height="{self.box}" rx="3" '
            f'fill="currentColor" fill-opacity="{0.14 if given else 0}" '
            f'stroke="currentColor" {line}/>'
        )

    def _domain(self, cell: Cell, domain: Sequence[int]) -> None:
        """Each value in its place; an empty domain as ∅."""
        across = ceil(sqrt(self.puzzle.size))
        down, part = ceil(self.puzzle.size / across), self.box / self.pitch
        for value in domain:
            row, column = divmod(value - 1, across)
            right, below = (column + 0.5) / across - 0.5, (row + 0.5) / down - 0.5
            place = cell.row + below * part, cell.column + right * part
            self._write(*place, str(value), min(self.box / 3.6, self.box / across * 0.8), False)
        if self.margin and not domain:
            self._write(cell.row, cell.column, "∅", self.box / 2)
