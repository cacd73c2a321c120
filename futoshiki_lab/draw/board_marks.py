"""A board from the description of what it shows: cells, values, pencil marks, what is in play.

The unit is a cell with the gap to its neighbour; row 0 is at the top.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, sqrt
from typing import Any

from futoshiki_lab.core import Cell, Sign, Value, Variable
from futoshiki_lab.core.puzzle import marks as sign_marks
from futoshiki_lab.draw.colours import Theme
from futoshiki_lab.draw.ink import CLEAR, Mark, Point, Shape, Words
from futoshiki_lab.draw.scene import Scene, places_of

GAP = 0.29  # between two cells; it contains the signs
SIDE = 1 - GAP
APART = 1.3  # from one node of a graph to the next, for a distance of 1
DIGITS_UP_TO = 12  # larger boards show tiles instead of pencil digits
MARGIN = 0.08  # below and to the right, where frames are wider than cells


def label_size(unit: float) -> float:
    """The font size of `r1` and `c1` in the margin."""
    return unit * (0.17 if unit > 40 else 0.2 if unit > 30 else 0.28)


def label_margin(size: int, unit: float) -> float:
    """The room for these labels, in points."""
    return 0.16 * unit + 0.62 * len(f"r{size}") * label_size(unit)


def side_of(size: float, unit: float, labels: bool = True) -> float:
    """How wide and high a board is, in points."""
    before = label_margin(int(size), unit) if labels else MARGIN * unit
    return before + (size - GAP + MARGIN) * unit


def span_of(scene: Scene) -> float:
    """How many cells wide and high a picture is, each with a gap."""
    corners = (place_of(scene, cell) for cell in scene.puzzle.cells)
    chess = (scene.view or scene.puzzle.view) == "chess"
    wide = len(scene.puzzle.values) * SIDE + GAP if chess else 1
    return max(max(x + wide, y + 1) for x, y in corners)


def place_of(scene: Scene, cell: Variable) -> Point:
    """The upper left corner of a cell."""
    view = scene.view or scene.puzzle.view
    x, y = places_of(scene.puzzle, view)[cell]
    scale = {"graph": APART, "chess": SIDE}.get(view, 1)
    return x * scale, y * scale


def slots(size: int) -> dict[int, Point]:
    """The place of each value's pencil mark in a cell, in units from its upper left corner.

    The places are fixed, ceil(sqrt(n)) in a row, so that a removed value leaves a gap.
    """
    columns = ceil(sqrt(size))
    wide, high = SIDE / columns, SIDE / ceil(size / columns)
    return {
        value: (wide * ((value - 1) % columns + 0.5), high * ((value - 1) // columns + 0.5))
        for value in range(1, size + 1)
    }


class BoardMarks:
    """The marks of a board with signs; graph_marks.py draws other problems.

    Attributes
    ----------
    marks : what is drawn, the last on top.
    """

    wide = SIDE  # how wide a cell is

    def __init__(self, scene: Scene, unit: float, theme: Theme, corner: Point, labels: bool):
        self.scene, self.unit, self.theme = scene, unit, theme
        self.size, self.marks = len(scene.puzzle.values), list[Mark]()
        before = label_margin(int(span_of(scene)), unit) if labels else MARGIN * unit
        self.words = {value: str(value) for value in scene.puzzle.values}
        self.left, self.top = corner[0] + before, corner[1] + before
        self.columns = ceil(sqrt(self.size))
        self.slots = dict(zip(scene.puzzle.values, slots(self.size).values(), strict=True))
        self._begin()
        self.played = theme.failure if scene.fails else theme.in_play
        if labels:
            self._name_lines()
        self._light()
        self._draw_cells()
        self._write_pencil_marks()
        self._draw_signs()
        self._draw_constraint()
        self._draw_frames()
        self._write_values()

    def _begin(self) -> None:
        """What other pictures prepare."""

    # -- the parts of a board --------------------------------------------------------------------

    def _name_lines(self, off: float = 0.1) -> None:
        size, ink = label_size(self.unit) / self.unit, self.theme.soft_ink
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
            self._box(min(sign), max(sign), -0.32, 0.036, edge=sky, fill=sky + "99")

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
        size = min(0.3, 1.28 / self.columns / max(map(len, self.words.values()))) * SIDE
        looks = {
            "left": (theme.ink, False, theme.soft_ink),
            "looked at": (theme.on_in_play, True, theme.in_play),
            "pruned": (theme.past, False, CLEAR),
            "just pruned": (theme.failure, True, CLEAR),
        }
        states = list(self._states())
        for state, (ink, bold, tile) in looks.items():
            own = [(cell, value) for cell, value, found in states if found == state]
            places = [self._at(cell, *self.slots[value]) for cell, value in own]
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
                self._strike(places, along, thick, edge=ink, name=state)

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
        scene, in_play = self.scene, self.scene.constraint
        for sign in scene.puzzle.signs:
            if not (in_play and {in_play.cell, in_play.other} == set(sign)):
                broken = tuple(sorted(sign)) in scene.faults
                look = (0.34, self.theme.failure) if broken else (0.28, self.theme.ink)
                self._sign(sign, *look, name=f"broken {sign}" if broken else "")

    def _sign(self, sign: Sign, size: float, ink: str, name: str = "") -> None:
        (((row, column), mark),) = sign_marks([sign], "<>∧∨")
        self._write((column + SIDE / 2, row + SIDE / 2), mark, size, ink, bold=True, name=name)

    def _draw_constraint(self) -> None:
        """The constraint in play, a thick sign or line between two cells; square if it fails."""
        constraint, ink = self.scene.constraint, self.theme.on_in_play
        if constraint is None:
            return
        first, second = sorted((constraint.cell, constraint.other))
        way, (x, y) = _way(first, second)
        self._shape("line", [way], 0.075, edge=self.played, name=f"in play {constraint}")
        if self.scene.fails:
            self._square([(x, y)], 0.13, fill=self.played, name="fails")
        else:
            ends = [(x - 0.14, y - 0.14), (x + 0.14, y + 0.14)]
            self._shape("oval", [ends], fill=self.played, name="holds")
        if constraint.relation == "≠":
            self._write((x, y), "≠", 0.17, ink, bold=True)
        else:
            smaller = (first, second) in self.scene.puzzle.signs
            self._sign(Sign(first, second) if smaller else Sign(second, first), 0.19, ink)

    def _draw_frames(self) -> None:
        """Around the current cell, dashed around the checked ones, dotted around faults."""
        scene, theme = self.scene, self.theme
        for cell in dict.fromkeys(cell for cells in scene.faults for cell in cells):
            look: dict[str, Any] = {
                "edge": theme.failure,
                "dashes": (0.05, 0.05),
                "name": f"broken {cell}",
            }
            self._box(cell, cell, 0.01, 0.05, **look)
            corner = self._at(cell, 0.86 * SIDE, 0.16 * SIDE)
            self._write(corner, "×", 0.3 * SIDE, theme.failure, bold=True)
        for cell in scene.checked:
            look = {"edge": self.played, "dashes": (0.106, 0.067), "name": f"checked {cell}"}
            self._box(cell, cell, 0.015, 0.048, **look)
        if scene.current:
            look = {"edge": theme.current, "name": f"current {scene.current}"}
            self._box(scene.current, scene.current, 0.025, 0.06, **look)

    def _write_values(self) -> None:
        """Givens bold; one that is not placed yet, so that the search has not seen it, is pale."""
        scene, theme = self.scene, self.theme
        for cell in scene.puzzle.cells:
            given, value = cell in scene.puzzle.givens, scene.values.get(cell)
            ink = theme.assigned if not given else theme.ink if value else theme.past
            text, bold, halo = self._value(cell, value), given, CLEAR
            place, struck = self._middle(cell), False
            if cell in scene.wiped_out:
                text, bold, ink, halo = "∅", True, theme.failure, theme.paper
            if scene.asked and scene.asked[0] and cell == scene.current:
                (text, struck), bold = scene.asked, True
                ink = theme.failure if struck else theme.ink
            if text:
                size = min(0.62, 1.17 / len(text)) * SIDE
                self._write(place, text, size, ink, bold=bold, halo=halo)
            self._strike([place] * struck, 0.3 * SIDE, 0.055, edge=ink, name="asked")

    def _value(self, cell: Variable, value: Value) -> str:
        """A value as it is written large; a given even before it is placed."""
        return str(value or self.scene.puzzle[cell] or "")

    def _at(self, cell: Variable, x: float, y: float) -> Point:
        """A place in a cell."""
        left, top = place_of(self.scene, cell)
        return left + x, top + y

    def _middle(self, cell: Variable) -> Point:
        """Where a cell's value is written."""
        return self._at(cell, SIDE / 2, SIDE / 2)

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


def _way(first: Cell, second: Cell) -> tuple[list[Point], Point]:
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
