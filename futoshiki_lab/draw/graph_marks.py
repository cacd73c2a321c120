"""Any problem as a picture: its constraint graph, cells in boxes, or queens on a chess board.

A graph has a node for each variable at its place, with its domain in it, and an edge for each
constraint. Everything else is as on a board with signs (board_marks.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from futoshiki_lab.core import Value, Variable
from futoshiki_lab.draw.board_marks import SIDE, BoardMarks, label_size, place_of
from futoshiki_lab.draw.colours import Theme
from futoshiki_lab.draw.ink import Mark, Point
from futoshiki_lab.draw.scene import Scene

POINTS = 24  # of a curve
UPRIGHT = {"<": "∧", ">": "∨"}  # signs between two nodes above each other


def draw_marks(
    scene: Scene, unit: float, theme: Theme, corner: Point = (0, 0), labels: bool = True
) -> list[Mark]:
    """List the marks of a board or a graph.

    Parameters
    ----------
    unit : the length of a unit, in points; sizes of text and lines depend on it.
    corner : the upper left corner of the picture.
    labels : whether rows and columns have names.
    """
    plain = (scene.view or scene.puzzle.view) == "signs"
    return (BoardMarks if plain else GraphMarks)(scene, unit, theme, corner, labels).marks


class GraphMarks(BoardMarks):
    """The marks of any other picture of a problem."""

    def _begin(self) -> None:
        scene = self.scene
        self.view = scene.view or scene.puzzle.view
        self.chess = self.view == "chess"
        if self.chess:
            self.wide, middle = self.size * SIDE, SIDE / 2
            self.slots = {
                value: (SIDE * at + middle, middle) for at, value in enumerate(scene.puzzle.values)
            }
        else:
            self.words = short_forms(scene.puzzle.values)

    def _name_lines(self, off: float = 0.1) -> None:
        """Columns and rows of a board; of a graph each node."""
        size, ink, cells = (
            label_size(self.unit) / self.unit,
            self.theme.soft_ink,
            self.scene.puzzle.cells,
        )
        if self.view == "board":
            return super()._name_lines(0.2)
        for cell in cells:
            x, y = self._at(cell, -off, SIDE / 2)
            if self.view == "graph":
                x, y = self._at(cell, self.wide / 2, -0.05 - size / 2)
            anchor = "middle" if self.view == "graph" else "end"
            self._write((x, y), str(cell), size, ink, anchor=anchor)
        for value in self.slots if self.view == "chess" else ():
            self._write((self.slots[value][0], -off - size / 2), self.words[value], size, ink)
        return None

    def _light(self) -> None:
        """What lies below the cells: edges, the dark squares."""
        problem, theme = self.scene.puzzle, self.theme
        for one in problem.pairs if self.view == "graph" else ():
            way, place = self._edge(one.cell, one.other)
            sign = one.relation in UPRIGHT
            thick, ink = (0.05, theme.ink) if sign else (0.018, theme.line)
            self._shape("line", [way], thick, edge=ink, name=f"edge {one}")
            upright = abs(way[0][0] - way[-1][0]) < abs(way[0][1] - way[-1][1])
            mark = UPRIGHT[one.relation] if sign and upright else one.relation * sign
            self._write(place, mark, 0.34, ink, bold=True, halo=theme.paper)
        for row, cell in enumerate(problem.cells if self.chess else ()):
            dark = [
                self._at(cell, *self.slots[value]) for value in problem.values[row % 2 == 0 :: 2]
            ]
            self._square(dark, SIDE / 2, fill=theme.given, name=f"dark {cell}")
        super()._light()

    def _draw_signs(self) -> None:
        """The boxes of a board."""
        for group in self.scene.puzzle.groups if self.view == "board" else ():
            places = [place_of(self.scene, cell) for cell in group]
            if len({x for x, _ in places}) > 1 < len({y for _, y in places}):
                ends = min(group), max(group)
                self._box(*ends, 0.1, 0.045, edge=self.theme.soft_ink)

    def _draw_constraint(self) -> None:
        """The constraint in play: a thick line, with a square where it fails and an oval else."""
        one = self.scene.constraint
        if one is None:
            return
        way, (x, y) = self._edge(one.cell, one.other)
        self._shape("line", [way], 0.06, edge=self.played + "B0", name=f"in play {one}")
        if self.scene.fails:
            self._square([(x, y)], 0.1, fill=self.played, name="fails")
        else:
            ends = [(x - 0.1, y - 0.1), (x + 0.1, y + 0.1)]
            self._shape("oval", [ends], fill=self.played, name="holds")

    def _edge(self, cell: Variable, other: Variable) -> tuple[list[Point], Point]:
        """A line from one cell to another, past those between in a bow, and its middle."""
        (ax, ay), (bx, by) = self._middle(cell), self._middle(other)
        dx, dy = bx - ax, by - ay
        span = hypot(dx, dy)
        between = False
        for one in self.scene.puzzle.cells if self.view == "graph" else ():
            x, y = self._middle(one)
            along = ((x - ax) * dx + (y - ay) * dy) / span
            off = abs((x - ax) * dy - (y - ay) * dx) / span
            between |= 0.01 < along < span - 0.01 and off < SIDE * 0.55
        bow = 0.15 + SIDE / span / 3 if between else 0
        px, py = (ax + bx) / 2 + dy * bow, (ay + by) / 2 - dx * bow  # what pulls it
        curve = [
            ((1 - t) ** 2 * ax + 2 * t * (1 - t) * px + t**2 * bx,
             (1 - t) ** 2 * ay + 2 * t * (1 - t) * py + t**2 * by)
            for t in (part / POINTS for part in range(POINTS + 1))
        ]  # fmt: skip
        outside = [point for point in curve if self.chess or self._is_outside(point, cell, other)]
        return outside or curve, curve[POINTS // 2]

    def _is_outside(self, point: Point, *cells: Variable) -> bool:
        middles = map(self._middle, cells)
        return all(max(abs(point[0] - x), abs(point[1] - y)) >= SIDE / 2 for x, y in middles)

    def _value(self, cell: Variable, value: Value) -> str:
        problem = self.scene.puzzle
        shown = problem.givens.get(cell, problem.empty) if value is None else value
        return "" if shown == problem.empty else "♛" if self.chess else str(shown)

    def _middle(self, cell: Variable) -> Point:
        """Where a value is written; of a queen its square, or the one that is tried."""
        scene = self.scene
        value = scene.values.get(cell, scene.looked_at.get(cell)) if self.chess else None
        return self._at(cell, *(self.slots.get(value) or (self.wide / 2, SIDE / 2)))


def short_forms(words: Sequence[object]) -> dict[object, str]:
    """For each word as many letters as tell it from the others, at most three."""
    texts = {word: str(word) for word in words}

    def is_alone(start: str) -> bool:
        return sum(text.startswith(start) for text in texts.values()) == 1

    return {
        word: next((text[:k] for k in (1, 2) if is_alone(text[:k])), text[:3])
        for word, text in texts.items()
    }
