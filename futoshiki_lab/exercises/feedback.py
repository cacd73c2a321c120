"""The result of a check: right, wrong and why, or not done yet."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain, pairwise

from futoshiki_lab.core import Cell, Domain, Puzzle

Piece = tuple[str, Cell | None]  # a text, and the cell that it stands for

MARKS = {"right": "✓", "another cost": "≈", "wrong": "✗", "not done yet": "…"}
BORDERS = {
    "right": "#009E73",
    "another cost": "#E69F00",
    "wrong": "#D55E00",
    "not done yet": "#999999",
}


@dataclass(frozen=True)
class BoardShown:
    """A small board in a feedback: its values and domains, and the cells to look at.

    Attributes
    ----------
    values, domains : Mapping
        A cell without a value shows its domain.
    marked : collection of Cell
        The cells that stand out.
    """

    title: str
    puzzle: Puzzle
    values: Mapping[Cell, int]
    domains: Mapping[Cell, Domain]
    marked: Collection[Cell] = ()

    def __str__(self) -> str:
        n = self.puzzle.size
        width = max(len(self._text(cell)) for cell in self.puzzle.cells)
        rows = [[text.center(width) for text, _ in row] for row in self._rows()]
        return "\n".join([self.title, *(" ".join(row).rstrip() for row in rows[: 2 * n])])

    def _repr_html_(self) -> str:
        cells = ("".join(map(self._cell, *zip(*row, strict=True))) for row in self._rows())
        rows = "".join(f"<tr>{row}</tr>" for row in cells)
        style = "border-spacing: 0; margin: 0; width: auto; color: inherit"
        return (
            '<div style="display: inline-block; margin: 0.5em 1.5em 0 0; vertical-align: top">'
            f'<div style="font-size: 90%">{escape(self.title)}</div>'
            f'<table style="{style}">{rows}</table></div>'
        )

    def _text(self, cell: Cell) -> str:
        """A value, or the values left in braces."""
        if cell in self.values:
            return str(self.values[cell])
        return "{" + ",".join(map(str, self.domains[cell])) + "}"

    def _rows(self) -> Iterator[list[Piece]]:
        """Rows of cells with the signs between them, and rows of the signs below."""
        n = self.puzzle.size
        for row in range(n):
            cells = [Cell(row, column) for column in range(n)]
            across = [(self._sign(one, other, "<>"), None) for one, other in pairwise(cells)]
            yield _interleave([(self._text(cell), cell) for cell in cells], across)
            if row < n - 1:
                below = [
                    (self._sign(cell, Cell(row + 1, cell.column), "∧∨"), None) for cell in cells
                ]
                yield _interleave(below, [("", None)] * (n - 1))

    def _sign(self, one: Cell, other: Cell, shapes: str) -> str:
        signs = self.puzzle.signs
        return shapes[0] if (one, other) in signs else shapes[1] if (other, one) in signs else ""

    def _cell(self, text: str, cell: Cell | None) -> str:
        style, title = "border: 0; width: 1em; text-align: center; padding: 0", ""
        if cell is not None:
            line = "3px solid #D55E00" if cell in self.marked else "1px solid #888888"
            weight = "bold" if cell in self.values else "normal"
            style += f"; border: {line}; padding: 0.4em; font-weight: {weight}"
            title = f' title="{cell}"'
        return f'<td style="{style}"{title}>{escape(text)}</td>'


def _interleave(cells: Sequence[Piece], between: Sequence[Piece]) -> list[Piece]:
    """The first cell, what is between it and the second one, the second cell, and so on."""
    return [cells[0], *chain.from_iterable(zip(between, cells[1:], strict=True))]


@dataclass(frozen=True)
class Feedback:
    """The result of a check; true only if it is right.

    Attributes
    ----------
    verdict : str
        "right", "another cost" (right on all boards, with other checks than expected),
        "wrong" or "not done yet".
    text : str
        Why, in words.
    boards : tuple of BoardShown
        The counterexample: the board before, yours, and the one expected.
    """

    verdict: str
    text: str
    boards: tuple[BoardShown, ...] = ()

    def __bool__(self) -> bool:
        return self.verdict == "right"

    def __repr__(self) -> str:
        boards = "".join(f"\n\n{board}" for board in self.boards)
        return f"{MARKS[self.verdict]} {self.verdict}: {self.text}{boards}"

    def _repr_html_(self) -> str:
        boards = "".join(board._repr_html_() for board in self.boards)
        style = f"border-left: 5px solid {BORDERS[self.verdict]}; padding: 0.3em 0.8em"
        verdict = f"<b>{MARKS[self.verdict]} {self.verdict}</b>"
        return f'<div style="{style}">{verdict}: {escape(self.text)}<div>{boards}</div></div>'


def not_done(what: str = "replace the three dots by your answer") -> Feedback:
    """The feedback for an answer that is still `...`."""
    return Feedback("not done yet", what)
