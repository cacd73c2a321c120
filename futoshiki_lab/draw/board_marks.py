"""The marks of a board: cells, signs, values, pencil marks, what is in play.

`problem_marks` draws other boards than a Futoshiki's, and graphs.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, sqrt
from typing import Any

from futoshiki_lab.core import Cell, Constraint, Sign, Variable
from futoshiki_lab.core.puzzle import sign_marks
from futoshiki_lab.draw.ink import CLEAR, Mark, Point, Shape, Theme, Words
from futoshiki_lab.draw.scene import GAP, SIDE, Scene, label_size, slots

DIGITS_UP_TO = 12  # larger boards show tiles instead of pencil digits


class BoardMarks:
    """The marks of a Futoshiki; its parameters are those of `marks_of` in svg.py."""

    wide = SIDE  # of a cell
    letters = 0  # of the longest value, where all are written as small as this one
    names_off = 0.1  # from the names of rows and columns to the cells
    # The constraint in play: its line, the square or the disc on it, how opaque the line is.
    thick, square, disc, opaque = 0.075, 0.13, 0.14, ""

    def __init__(self, scene: Scene, unit: float, theme: Theme, corner: Point, labels: bool):
        self.scene, self.problem, self.unit, self.theme = scene, scene.puzzle, unit, theme
        values = scene.puzzle.values
        self.size, self.marks = len(values), list[Mark]()
        before = scene.margin(unit, labels)
        self.left, self.top = corner[0] + before, corner[1] + before
        self.columns = ceil(sqrt(self.size))
        self.slots = dict(zip(values, slots(self.size).values(), strict=True))
        self.words = {value: str(value) for value in values}
        self.played = theme.failure if scene.fails else theme.in_play

    def draw(self, labels: bool) -> list[Mark]:
        """All marks, in their order."""
        if labels:
            self._write_names(label_size(self.unit) / self.unit)
        self._light()
        self._draw_cells()
        self._write_pencil_marks()
        self._draw_constraint()
        self._draw_frames()
        self._draw_signs()
        self._write_values()
        return self.marks

    # -- the parts of a board --------------------------------------------------------------------

    def _write_names(self, size: float) -> None:
        """Of columns and rows."""
        off, ink = self.names_off, self.theme.soft_ink
        for at in range(self.size):
            self._write((-off, at + SIDE / 2), f"r{at + 1}", size, ink, anchor="end")
            self._write((at + SIDE / 2, -off - size / 2), f"c{at + 1}", size, ink)

    def _light(self) -> None:
        """What a reason uses: boxes around lines, in cells, between the cells of signs."""
        sky = self.theme.in_play
        for line in self.scene.lit_lines:
            self._box(*line, 0.06, 0.03, edge=sky, fill=sky + "1F", dashes=(0.11, 0.09))
        for cell in self.scene.lit_cells:
            self._box(cell, cell, 0, 0.055, edge=sky, fill=sky + "66")
        for sign in self.scene.lit_signs:
            way, _ = _lane(*sorted(sign))
            self._shape("line", [way], 0.2, edge=sky + "99")

    def _draw_cells(self) -> None:
        """Cells; those that have no value left are hatched."""
        theme, scene = self.theme, self.scene
        for cell in scene.puzzle.cells:
            fill = theme.given if cell in scene.puzzle.givens else CLEAR
            self._box(cell, cell, 0, 0.015, edge=theme.line, fill=fill, name=f"cell {cell}")
        ends = [SIDE * part / 4 for part in range(1, 8)]
        strokes = [(max(0, end - SIDE), min(end, SIDE)) for end in ends]
        for cell in scene.wiped_out:
            parts = [[self._at(cell, x, y), self._at(cell, y, x)] for x, y in strokes]
            self._shape("line", parts, 0.02, edge=theme.failure + "73", name=f"wiped-out {cell}")

    def _write_pencil_marks(self) -> None:
        """The values left, and the pruned ones struck through; squares if there are too many."""
        theme, half = self.theme, 0.36 * SIDE / self.columns
        size = min(0.4, 1.28 / self.columns / max(map(len, self.words.values()))) * SIDE
        looks = {
            "left": (theme.ink, True, theme.soft_ink),
            "looked at": (theme.on_in_play, True, theme.in_play),
            "pruned": (theme.past, False, CLEAR),
            "just pruned": (theme.failure_ink, True, CLEAR),
        }
        states = list(self._states())
        for state, (ink, bold, tile) in looks.items():
            own = [(cell, value) for cell, value, found in states if found == state]
            places = [self._at(cell, *self._slot(cell, value)) for cell, value in own]
            if self.size > DIGITS_UP_TO and tile != CLEAR:
                self._square(places, half, fill=tile, name=state)
            elif self.size <= DIGITS_UP_TO:
                for place, (cell, value) in zip(places, own, strict=True):
                    name = f"{cell} {value}"
                    if state == "looked at":
                        self._square([place], 0.62 * size, fill=tile, name=f"looked at {name}")
                    self._write(place, self.words[value], size, ink, bold=bold, name=name)
            if tile == CLEAR:
                along, thick = min(0.13, 0.38 * SIDE / self.columns), 0.03 if bold else 0.018
                edge = ink if bold else theme.line
                self._strike(places, along, thick, edge=edge, name=state)

    def _slot(self, cell: Cell, value: int) -> Point:
        """The place of a value in its cell: its own, if the values were not moved."""
        stand = self.scene.moved.get(cell)
        return self.slots[self.scene.puzzle.values[stand.index(value)] if stand else value]

    def _states(self) -> Iterator[tuple[Cell, int, str]]:
        """Every value of every cell that is neither given nor assigned, and its state."""
        scene = self.scene
        for cell, domain in scene.domains.items():
            if cell in scene.values or cell in scene.puzzle.givens:
                continue
            left = set(domain)
            for value in self.slots if scene.puzzle.empty == 0 else scene.puzzle.domains[cell]:
                if value in left:
                    looked_at = value == scene.looked_at.get(cell)
                    yield cell, value, "looked at" if looked_at else "left"
                elif (cell, value) in scene.pruned:
                    yield cell, value, "just pruned"
                elif scene.strike:
                    yield cell, value, "pruned"

    def _draw_signs(self) -> None:
        scene, one = self.scene, self.scene.constraint
        for sign in self.problem.signs:
            if not (one and {one.cell, one.other} == set(sign)):
                broken = tuple(sorted(sign)) in scene.faults
                look = (0.34, self.theme.failure) if broken else (0.28, self.theme.ink)
                self._sign(sign, *look, name=f"broken {sign}" if broken else "")

    def _sign(self, sign: Sign, size: float, ink: str, name: str = "") -> None:
        (((row, column), mark),) = sign_marks([sign], "<>∧∨")
        self._write((column + SIDE / 2, row + SIDE / 2), mark, size, ink, bold=True, name=name)

    def _draw_constraint(self) -> None:
        """The constraint in play: a thick line between two cells; a square on it if it fails."""
        one = self.scene.constraint
        if one is None:
            return
        way, (x, y) = self._way(one)
        edge, name = self.played + self.opaque, f"in play {one}"
        self._shape("line", [way], self.thick, edge=edge, name=name)
        if self.scene.fails:
            self._square([(x, y)], self.square, fill=self.played, name="fails")
        else:
            ends = [(x - self.disc, y - self.disc), (x + self.disc, y + self.disc)]
            self._shape("oval", [ends], fill=self.played, name="holds")
        self._write_relation(one, (x, y))

    def _write_relation(self, one: Constraint, place: Point) -> None:
        if one.relation == "≠":
            self._write(place, "≠", 0.17, self.theme.on_in_play, bold=True)
            return
        first, second = sorted((one.cell, one.other))
        smaller = (first, second) in self.problem.signs
        sign = Sign(first, second) if smaller else Sign(second, first)
        self._sign(sign, 0.19, self.theme.on_in_play)

    def _draw_frames(self) -> None:
        """Around the current cell, dashed around the checked ones, dotted around faults."""
        scene, theme = self.scene, self.theme
        for cell in dict.fromkeys(cell for cells in scene.faults for cell in cells):
            look: dict[str, Any] = {"edge": theme.failure, "dashes": (0.05, 0.05)}
            self._box(cell, cell, 0.01, 0.05, name=f"broken {cell}", **look)
            corner = self._at(cell, 0.86 * SIDE, 0.16 * SIDE)
            self._write(corner, "×", 0.3 * SIDE, theme.failure_ink, bold=True)
        for cell in scene.checked:
            look = {"edge": self.played, "dashes": (0.106, 0.067), "name": f"checked {cell}"}
            self._box(cell, cell, 0.015, 0.048, **look)
        if scene.current:
            look = {"edge": theme.current, "name": f"current {scene.current}"}
            self._box(scene.current, scene.current, 0.025, 0.06, **look)

    def _write_values(self) -> None:
        """Givens bold; one that is not placed yet, so that the search has not seen it, is pale."""
        scene, theme, empty = self.scene, self.theme, self.problem.empty
        for cell in self.problem.cells:
            given, value = cell in self.problem.givens, scene.values.get(cell)
            ink = theme.assigned if not given else theme.ink if value else theme.past
            shown = self.problem.givens.get(cell, empty) if value is None else value
            text = "" if shown == empty else self._text_of(shown)
            bold, halo, place, struck = given, CLEAR, self._middle(cell), False
            if cell in scene.wiped_out:
                text, bold, ink, halo = "∅", True, theme.failure_ink, theme.paper
            if scene.asked and scene.asked[0] and cell == scene.current:
                (text, struck), bold = scene.asked, True
                ink = theme.failure_ink if struck else theme.ink
            if text:
                size = min(0.62, 1.17 / (self.letters or len(text))) * SIDE
                self._write(place, text, size, ink, bold=bold, halo=halo)
            self._strike([place] * struck, 0.3 * SIDE, 0.055, edge=ink, name="asked")

    def _text_of(self, value: Any) -> str:
        return str(value)

    # -- places ----------------------------------------------------------------------------------

    def _at(self, cell: Variable, x: float, y: float) -> Point:
        """A place in a cell."""
        left, top = self.scene.corner(cell)
        return left + x, top + y

    def _middle(self, cell: Variable) -> Point:
        """Where a value is written."""
        return self._at(cell, self.wide / 2, SIDE / 2)

    def _way(self, one: Constraint) -> tuple[list[Point], Point]:
        """A line between two cells, and the place for a label on it."""
        return _lane(*sorted((one.cell, one.other)))

    # -- marks -----------------------------------------------------------------------------------

    def _shape(self, kind: str, parts: list[list[Point]], thick: float = 0, **look: Any) -> None:
        """Add a shape; all lengths are in units."""
        unit, thick = self.unit, max(0.5, thick * self.unit)
        placed = [[(self.left + x * unit, self.top + y * unit) for x, y in part] for part in parts]
        look["dashes"] = tuple(length * unit for length in look.get("dashes", ()))
        if parts:
            self.marks.append(Shape(kind, placed, thick=thick, **look))

    def _box(self, first: Cell, last: Cell, outside: float, thick: float, **look: Any) -> None:
        """A box from one cell to another, so much larger on each side."""
        end = self._at(last, self.wide + outside, SIDE + outside)
        ends = [self._at(first, -outside, -outside), end]
        self._shape("box", [ends], thick, **look)

    def _square(self, places: list[Point], half: float, **look: Any) -> None:
        around = ((-half, -half), (half, -half), (half, half), (-half, half))
        corners = [[(x + right, y + down) for right, down in around] for x, y in places]
        self._shape("area", corners, **look)

    def _strike(self, places: list[Point], along: float, thick: float, **look: Any) -> None:
        up = 0.8 * along
        strokes = [[(x - along, y + up), (x + along, y - up)] for x, y in places]
        self._shape("line", strokes, thick, **look)

    def _write(self, place: Point, text: str, size: float, ink: str, **look: Any) -> None:
        x, y = self.left + place[0] * self.unit, self.top + place[1] * self.unit
        self.marks.append(Words(x, y, text, size * self.unit, ink, **look))


def _lane(first: Cell, second: Cell) -> tuple[list[Point], Point]:
    """A line between two cells that hides no digit, and the place for a label on it.

    Cells that touch are joined straight across the gap. Others are joined along the nearest lane
    between two rows or columns; where two lanes cross there is never a sign.
    """
    across = first.row == second.row
    row, start = first if across else first[::-1]  # in a column, rows and columns are exchanged
    end = second.column if across else second.row
    if end - start == 1:
        y = row + SIDE / 2
        points, label = [(start + SIDE, y), (end, y)], (end - GAP / 2, y)
    else:
        edge, lane = (row, row - GAP / 2) if row else (SIDE, SIDE + GAP / 2)
        x, other_x = start + SIDE / 2, end + SIDE / 2
        points = [(x, edge), (x, lane), (other_x, lane), (other_x, edge)]
        label = ((start + end + 1) // 2 - GAP / 2, lane)
    if across:
        return points, label
    return [(y, x) for x, y in points], (label[1], label[0])
