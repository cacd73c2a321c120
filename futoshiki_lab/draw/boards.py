"""One board drawn on Matplotlib axes: cells, values, pencil marks, signs, what is in play.

A cell is one unit wide, including its gap to the next; row 0 is at the top.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, sqrt

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.patches import FancyBboxPatch, PathPatch
from matplotlib.path import Path
from matplotlib.patheffects import withStroke
from matplotlib.text import Text

from futoshiki_lab.core import Cell
from futoshiki_lab.draw.colours import Theme
from futoshiki_lab.draw.scene import Scene
from futoshiki_lab.draw.text import styled, width

GAP = 0.29  # between two cells; it contains the signs
SIDE = 1 - GAP
DIGITS_UP_TO = 12  # larger boards show tiles instead of pencil digits
CELL, MARK, LINE, SIGN, FRAME, VALUE = 1, 2, 3, 4, 5, 6  # drawing order, the last on top
Places = list[tuple[float, float]]  # x and y of points on the board


def slots(size: int) -> dict[int, tuple[float, float]]:
    """The place of each value's pencil mark in a cell, in units from its upper left corner.

    The places are fixed, ceil(sqrt(n)) in a row, so that a removed value leaves a gap.
    """
    columns = ceil(sqrt(size))
    rows = ceil(size / columns)
    wide, high = SIDE / columns, SIDE / rows
    return {
        value: (wide * ((value - 1) % columns + 0.5), high * ((value - 1) // columns + 0.5))
        for value in range(1, size + 1)
    }


class BoardPainter:
    """Draws one scene.

    Parameters
    ----------
    axes : where to draw; their limits and style are set here.
    points : the length of a unit on paper, in points; sizes of text and lines depend on it.
    """

    def __init__(self, axes: Axes, scene: Scene, theme: Theme, points: float):
        self.axes, self.scene, self.theme, self.points = axes, scene, theme, points
        self.size = scene.puzzle.size
        self.slots = slots(self.size)

    def paint(self) -> None:
        """Draw everything."""
        self._prepare_axes()
        for cell in self.scene.puzzle.cells:
            self._cell(cell)
        for cell in self.scene.wiped_out:
            self._wipe_out(cell)
        for cell in sorted({cell for cells in self.scene.faults for cell in cells}):
            self._fault(cell)
        self._pencil_marks()
        self._signs()
        self._constraint()
        self._frames()

    # -- the board -------------------------------------------------------------------------------

    def _prepare_axes(self) -> None:
        margin = label_margin(self.size, self.points)
        self.axes.set(
            xlim=(-margin, self.size - GAP + 0.08), ylim=(self.size - GAP + 0.08, -margin)
        )
        self.axes.set_aspect("equal")
        self.axes.axis("off")
        size = label_size(self.points)
        for number in range(self.size):
            middle, name = number + SIDE / 2, str(number + 1)
            self._text(-0.1, middle, f"r{name}", size, self.theme.soft_ink).set_horizontalalignment(
                "right"
            )
            self._text(middle, -0.1, f"c{name}", size, self.theme.soft_ink).set_verticalalignment(
                "bottom"
            )

    def _cell(self, cell: Cell) -> None:
        scene, theme = self.scene, self.theme
        given, value = cell in scene.puzzle.givens, scene.values.get(cell)
        box = self._box(cell, 0, theme.line, max(0.5, 0.015 * self.points), CELL)
        box.set(facecolor=theme.given if given else "none", gid=f"cell {cell}")
        if given:
            # Until a given is placed, the search has not seen it: it is drawn pale.
            shade = theme.ink if value else theme.past
            self._value(cell, str(value or scene.puzzle[cell]), shade, "bold")
        elif value:
            self._value(cell, str(value), theme.assigned)

    def _value(self, cell: Cell, text: str, colour: str, weight: str = "normal") -> Text:
        size = min(0.62, 0.82 / width(text, 1, weight)) * SIDE * self.points
        return self._text(*_middle(cell), text, size, colour, weight, VALUE)

    def _wipe_out(self, cell: Cell) -> None:
        theme = self.theme
        box = self._box(cell, 0, theme.failure, 0, CELL + 0.5)
        box.set(hatch="///", alpha=0.45, gid=f"wiped-out {cell}")
        halo = withStroke(linewidth=max(2, 0.07 * self.points), foreground=theme.paper)
        self._value(cell, "∅", theme.failure, "bold").set_path_effects([halo])

    def _fault(self, cell: Cell) -> None:
        """A cell of a wrong solution that breaks a rule: a red frame, and × in its corner."""
        thick = max(1.5, 0.05 * self.points)
        frame = self._box(cell, 0.01, self.theme.failure, thick, FRAME)
        frame.set(linestyle=(0, (1, 1)), gid=f"broken {cell}")
        x, y = cell.column + 0.86 * SIDE, cell.row + 0.16 * SIDE
        self._text(x, y, "×", 0.3 * SIDE * self.points, self.theme.failure, "bold", VALUE)

    # -- pencil marks ----------------------------------------------------------------------------

    def _pencil_marks(self) -> None:
        """The values left, and the pruned ones struck through."""
        places: dict[str, Places] = {"left": [], "looked at": [], "pruned": [], "just pruned": []}
        for cell, value, state in self._marks():
            x, y = self.slots[value]
            places[state].append((cell.column + x, cell.row + y))
            if self.size <= DIGITS_UP_TO:
                self._pencil_digit(cell, value, state)
        if self.size > DIGITS_UP_TO:
            self._tiles(places["left"], self.theme.soft_ink, "left")
            self._tiles(places["looked at"], self.theme.in_play, "looked at")
        self._strike_through(places["pruned"], self.theme.past, 0.018, "pruned")
        self._strike_through(places["just pruned"], self.theme.failure, 0.03, "just pruned")

    def _marks(self) -> Iterator[tuple[Cell, int, str]]:
        """Every value of every cell that is neither given nor assigned, and its state."""
        scene = self.scene
        for cell, domain in scene.domains.items():
            if cell in scene.values or cell in scene.puzzle.givens:
                continue
            left, looked_at = set(domain), scene.looked_at.get(cell)
            for value in self.slots:
                if value in left:
                    yield cell, value, "looked at" if value == looked_at else "left"
                else:
                    just_now = (cell, value) in scene.pruned
                    yield cell, value, "just pruned" if just_now else "pruned"

    def _pencil_digit(self, cell: Cell, value: int, state: str) -> None:
        theme, (x, y) = self.theme, self.slots[value]
        colour, weight = {
            "left": (theme.ink, "normal"),
            "looked at": (theme.on_in_play, "bold"),
            "pruned": (theme.past, "normal"),
            "just pruned": (theme.failure, "bold"),
        }[state]
        columns, digits = ceil(sqrt(self.size)), len(str(self.size))
        size = min(0.3, 1.28 / columns / digits) * SIDE * self.points
        x, y = cell.column + x, cell.row + y
        digit = self._text(x, y, str(value), size, colour, weight, MARK)
        digit.set_gid(f"{cell} {value}")
        if state == "looked at":
            digit.set_bbox(_box_around("round,pad=0.12", theme.in_play))

    def _tiles(self, places: Places, colour: str, name: str) -> None:
        half = 0.36 * SIDE / ceil(sqrt(self.size))
        corners = ((-half, -half), (half, -half), (half, half), (-half, half))
        squares = [[(x + right, y + down) for right, down in corners] for x, y in places]
        tiles = PolyCollection(squares, facecolors=colour, linewidths=0, gid=name, zorder=MARK)
        self.axes.add_collection(tiles, autolim=False)

    def _strike_through(self, places: Places, colour: str, thick: float, name: str) -> None:
        columns = ceil(sqrt(self.size))
        along = min(0.13, 0.38 * SIDE / columns)
        up = 0.8 * along
        strokes = [[(x - along, y + up), (x + along, y - up)] for x, y in places]
        lines = LineCollection(strokes, colors=colour, gid=name, zorder=MARK + 0.5)
        lines.set_linewidth(max(0.5, thick * self.points))
        self.axes.add_collection(lines, autolim=False)

    # -- signs and what is in play ---------------------------------------------------------------

    def _signs(self) -> None:
        in_play = self.scene.constraint
        for sign in self.scene.puzzle.signs:
            if not (in_play and {in_play.cell, in_play.other} == set(sign)):
                first, second = sorted(sign)
                broken = (first, second) in self.scene.faults
                ink = self.theme.failure if broken else self.theme.ink
                drawn = self._sign(first, second, ink, 0.34 if broken else 0.28)
                drawn.set_gid(f"broken {sign}" if broken else None)

    def _sign(self, first: Cell, second: Cell, colour: str, size: float) -> Text:
        """One sign between two cells that touch, `first` before `second` in reading order."""
        smaller = (first, second) in self.scene.puzzle.signs
        across = first.row == second.row
        mark = ("<" if smaller else ">") if across else ("∧" if smaller else "∨")
        (x, y), (other_x, other_y) = _middle(first), _middle(second)
        place = (x + other_x) / 2, (y + other_y) / 2
        return self._text(*place, mark, size * self.points, colour, "bold", SIGN)

    def _constraint(self) -> None:
        """The constraint in play, a thick sign or line between two cells; square if it fails."""
        constraint, ink = self.scene.constraint, self.theme.on_in_play
        if constraint is None:
            return
        first, second = sorted((constraint.cell, constraint.other))
        path, place = _way(first, second)
        line = PathPatch(path, facecolor="none", edgecolor=self._played, zorder=LINE)
        line.set(linewidth=max(2, 0.075 * self.points), capstyle="butt", joinstyle="round")
        line.set_gid(f"in play {constraint}")
        self.axes.add_artist(line)
        if constraint.relation == "≠":
            label = self._text(*place, "≠", 0.17 * self.points, ink, "bold", SIGN)
        else:
            label = self._sign(first, second, ink, 0.19)
        shape = "square,pad=0.12" if self.scene.fails else "circle,pad=0.1"
        label.set_bbox(_box_around(shape, self._played))

    @property
    def _played(self) -> str:
        """The colour of what is in play."""
        return self.theme.failure if self.scene.fails else self.theme.in_play

    def _frames(self) -> None:
        """A frame around the current cell, dashed frames around the checked ones."""
        thick, current = max(1.5, 0.06 * self.points), self.scene.current
        if current is not None:
            frame = self._box(current, 0.025, self.theme.current, thick, FRAME)
            frame.set_gid(f"current {current}")
        for cell in self.scene.checked:
            frame = self._box(cell, 0.015, self._played, 0.8 * thick, FRAME)
            frame.set(linestyle=(0, (2.2, 1.4)), gid=f"checked {cell}")

    # -- the tools -------------------------------------------------------------------------------

    def _box(
        self, cell: Cell, outside: float, edge: str, thick: float, zorder: float
    ) -> FancyBboxPatch:
        """A square around a cell, `outside` units larger on each side."""
        corner, side = (cell.column - outside, cell.row - outside), SIDE + 2 * outside
        box = FancyBboxPatch(corner, side, side, "round,pad=0,rounding_size=0.05", zorder=zorder)
        box.set(facecolor="none", edgecolor=edge, linewidth=thick)
        self.axes.add_artist(box)  # `add_patch` would also look for limits, which are set
        return box

    def _text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        colour: str,
        weight: str = "normal",
        zorder: float = MARK,
    ) -> Text:
        drawn = self.axes.text(x, y, text, ha="center", va="center", zorder=zorder)
        return styled(drawn, size, colour, weight)


def label_size(points: float) -> float:
    """The font size of `r1` and `c1` in the margin."""
    return points * (0.17 if points > 40 else 0.2 if points > 30 else 0.28)


def label_margin(size: int, points: float) -> float:
    """The room for these labels, in units."""
    return 0.16 + width(f"r{size}", label_size(points)) / points


def _middle(cell: Cell) -> tuple[float, float]:
    return cell.column + SIDE / 2, cell.row + SIDE / 2


def _box_around(shape: str, colour: str) -> dict[str, str]:
    return {"boxstyle": shape, "facecolor": colour, "edgecolor": "none"}


def _way(first: Cell, second: Cell) -> tuple[Path, tuple[float, float]]:
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
        return Path(points), label
    return Path([(y, x) for x, y in points]), (label[1], label[0])
