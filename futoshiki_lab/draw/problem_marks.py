"""The marks of other boards than a Futoshiki's, and of graphs.

A board may have boxes; a queen stands on a row of a chess board; a graph has a node for each
variable, with its domain in it, and an edge for each constraint.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from futoshiki_lab.core import Constraint, Variable
from futoshiki_lab.draw.board_marks import BoardMarks
from futoshiki_lab.draw.ink import CLEAR, GREEN, SKY, Mark, Point, Theme, bend
from futoshiki_lab.draw.scene import SIDE, Scene

UPRIGHT = {"<": "∧", ">": "∨"}  # signs between two nodes above each other
TINTS = {"red": "#D7191C", "green": GREEN, "blue": SKY, "yellow": "#F0E442"}  # and the word in it


class ProblemMarks(BoardMarks):
    """The marks of a "board" of cells, a "chess" board or a "graph"."""

    names_off = 0.2
    thick, square, disc, opaque = 0.06, 0.1, 0.1, "B0"

    def __init__(self, scene: Scene, unit: float, theme: Theme, corner: Point, labels: bool):
        words = all(isinstance(value, str) for value in scene.puzzle.values)
        theme = replace(theme, assigned=theme.ink) if words else theme  # "red" is not blue
        super().__init__(scene, unit, theme, corner, labels)
        self.picture, values = scene.picture, scene.puzzle.values
        if self.picture == "chess":
            self.wide = self.size * SIDE
            self.slots = {value: (SIDE * (at + 0.5), SIDE / 2) for at, value in enumerate(values)}
        else:
            self.words = short_forms(values)
            self.letters = max(len(self._text_of(value)) for value in values)

    def draw(self, labels: bool) -> list[Mark]:
        """All marks, in their order; below all else edges, or dark squares."""
        if self.picture == "graph":
            self._draw_edges()
        elif self.picture == "chess":
            self._draw_squares()
        return super().draw(labels)

    def _write_names(self, size: float) -> None:
        """Of rows and columns of a board; of each queen, and the columns; of each node."""
        if self.picture == "board":
            super()._write_names(size)
            return
        graph, ink = self.picture == "graph", self.theme.soft_ink
        x, y = (self.wide / 2, -0.05 - size / 2) if graph else (-0.1, SIDE / 2)
        for cell in self.problem.cells:
            place, anchor = self._at(cell, x, y), "middle" if graph else "end"
            halo = self.theme.paper if graph else CLEAR  # no edge runs through a name
            self._write(place, str(cell), size, ink, anchor=anchor, halo=halo)
        for value, (x, _) in () if graph else self.slots.items():
            self._write((x, -0.1 - size / 2), self.words[value], size, ink)

    def _draw_edges(self) -> None:
        theme = self.theme
        for one in self.problem.pairs:
            way, place = self._way(one)
            sign = one.relation in UPRIGHT
            thick, ink = (0.05, theme.ink) if sign else (0.018, theme.line)
            self._shape("line", [way], thick, edge=ink, name=f"edge {one}")
            upright = abs(way[0][0] - way[-1][0]) < abs(way[0][1] - way[-1][1])
            mark = UPRIGHT[one.relation] if sign and upright else one.relation * sign
            self._write(place, mark, 0.34, ink, bold=True, halo=theme.paper)

    def _draw_cells(self) -> None:
        """Of a graph above the edges; those of a map in their colour."""
        for cell in self.problem.cells if self.picture == "graph" else ():
            tint = TINTS.get(str(self.scene.values.get(cell)))
            for fill in (self.theme.paper, tint and tint + "99"):
                if fill:
                    self._box(cell, cell, 0, 0, fill=fill)
        super()._draw_cells()

    def _draw_squares(self) -> None:
        for row, cell in enumerate(self.problem.cells):
            dark = self.problem.values[row % 2 == 0 :: 2]
            places = [self._at(cell, *self.slots[value]) for value in dark]
            self._square(places, SIDE / 2, fill=self.theme.given, name=f"dark {cell}")

    def _draw_signs(self) -> None:
        """The boxes of a board."""
        for group in self.problem.groups if self.picture == "board" else ():
            xs, ys = zip(*map(self.scene.corner, group), strict=True)
            if len({*xs}) > 1 < len({*ys}):
                self._box(min(group), max(group), 0.1, 0.045, edge=self.theme.soft_ink)

    def _write_relation(self, one: Constraint, place: Point) -> None:
        """Nothing: a sign stands on the edge, and other relations are words."""

    def _text_of(self, value: Any) -> str:
        return "♛" if self.picture == "chess" else str(value)

    def _middle(self, cell: Variable) -> Point:
        """Where a value is written; of a queen its square, or the one that is tried."""
        scene, value = self.scene, None
        if self.picture == "chess":
            value = scene.values.get(cell, scene.looked_at.get(cell))
        return self._at(cell, *(self.slots.get(value) or (self.wide / 2, SIDE / 2)))

    def _way(self, one: Constraint) -> tuple[list[Point], Point]:
        """A line between two cells; of a graph it passes the nodes between them in a bow."""
        ends = start, end = [complex(*self._middle(cell)) for cell in (one.cell, one.other)]
        span, bow = abs(end - start), 0.0
        for cell in self.problem.cells if self.picture == "graph" else ():
            place = (complex(*self._middle(cell)) - start) / (end - start) * span
            if 0.01 < place.real < span - 0.01 and abs(place.imag) < SIDE * 0.55:
                bow = 0.15 + SIDE / span / 3
        curve = bend(start, (start + end) / 2 - (end - start) * bow * 1j, end)
        points = [(at.real, at.imag) for at in curve]
        outside = [
            (x, y)
            for x, y in points
            if all(max(abs(x - u.real), abs(y - u.imag)) >= SIDE / 2 for u in ends)
        ]
        way = points if self.picture == "chess" else outside or points
        return way, points[len(points) // 2]


def short_forms(words: Sequence[object]) -> dict[object, str]:
    """For each word as many letters as tell it from the others, at most three."""
    texts = {word: str(word) for word in words}
    starts = Counter(text[:k] for text in texts.values() for k in (1, 2))
    return {
        word: next((text[:k] for k in (1, 2) if starts[text[:k]] == 1), text[:3])
        for word, text in texts.items()
    }
