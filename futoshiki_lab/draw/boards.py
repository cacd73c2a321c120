"""One board drawn on Matplotlib axes: cells, values, pencil marks, signs, what is in play.

A cell is one unit wide, its gap to the next included; row 0 is at the top.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, sqrt

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.patches import FancyBboxPatch, PathPatch
from matplotlib.path import Path
from matplotlib.patheffects import withStroke

from futoshiki_lab.core import Cell
from futoshiki_lab.draw.colours import Theme
from futoshiki_lab.draw.scene import Scene
from futoshiki_lab.draw.text import style, width

GAP = 0.29  # between two cells; the signs stand in it
SIDE = 1 - GAP
DIGITS_UP_TO = 12  # larger boards show tiles in the place of pencil digits
CELL, MARK, LINE, SIGN, FRAME, VALUE = 1, 2, 3, 4, 5, 6  # what lies above what


def slots(size: int) -> dict[int, tuple[float, float]]:
    """Where each value's pencil mark has its place in a cell, in units from its upper left corner.

    The places are fixed, ceil(sqrt(n)) in a row, so that a value that is gone leaves a gap.
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
    axes : where; their limits and looks are set here.
    points : how many points a unit is long on paper: the sizes of text and lines go by it.
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
            self._text(-0.1, middle, f"r{name}", size, self.theme.soft_ink, ha="right")
            self._text(middle, -0.1, f"c{name}", size, self.theme.soft_ink, va="bottom")

    def _cell(self, cell: Cell) -> None:
        scene, theme = self.scene, self.theme
        given, value = cell in scene.puzzle.givens, scene.values.get(cell)
        self._box(
            cell,
            0,
            facecolor=theme.given if given else "none",
            edgecolor=theme.line,
            linewidth=max(0.5, 0.015 * self.points),
            gid=f"cell {cell}",
            zorder=CELL,
        )
        if given:
            # Until it is placed, the search has not seen it: it is there, but pale.
            shade = theme.ink if value else theme.past
            self._value(cell, str(value or scene.puzzle[cell]), shade, weight="bold")
        elif value:
            self._value(cell, str(value), theme.assigned)

    def _value(self, cell: Cell, text: str, colour: str, **more) -> None:
        x, y = _middle(cell)
        size = min(0.62, 0.82 / width(text, 1, more.get("weight", "normal"))) * SIDE * self.points
        self._text(x, y, text, size, colour, **{"zorder": VALUE, **more})

    def _wipe_out(self, cell: Cell) -> None:
        theme = self.theme
        faint = {"facecolor": "none", "linewidth": 0, "alpha": 0.45, "zorder": CELL + 0.5}
        self._box(cell, 0, edgecolor=theme.failure, hatch="///", gid=f"wiped-out {cell}", **faint)
        halo = [withStroke(linewidth=max(2, 0.07 * self.points), foreground=theme.paper)]
        self._value(cell, "∅", theme.failure, weight="bold", path_effects=halo)

    # -- pencil marks ----------------------------------------------------------------------------

    def _pencil_marks(self) -> None:
        """The values left, and struck through those that are pruned."""
        if self.scene.domains is None:
            return
        places: dict[str, list] = {"left": [], "looked at": [], "pruned": [], "just pruned": []}
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
        """Every value of every cell that is neither given nor assigned, and how it stands."""
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
        colours = {
            "left": theme.ink,
            "looked at": theme.on_in_play,
            "pruned": theme.past,
            "just pruned": theme.failure,
        }
        box = {"boxstyle": "round,pad=0.12", "facecolor": theme.in_play, "edgecolor": "none"}
        self._text(
            cell.column + x,
            cell.row + y,
            str(value),
            self._pencil_size,
            colours[state],
            weight="normal" if state in ("left", "pruned") else "bold",
            bbox=box if state == "looked at" else None,
            gid=f"{cell} {value}",
            zorder=MARK,
        )

    def _tiles(self, places: list, colour: str, name: str) -> None:
        half = 0.36 * SIDE / ceil(sqrt(self.size))
        corners = ((-half, -half), (half, -half), (half, half), (-half, half))
        squares = [[(x + right, y + down) for right, down in corners] for x, y in places]
        tiles = PolyCollection(squares, facecolors=colour, linewidths=0, gid=name, zorder=MARK)
        self.axes.add_collection(tiles, autolim=False)

    @property
    def _pencil_size(self) -> float:
        columns = ceil(sqrt(self.size))
        digits = len(str(self.size))
        return min(0.25, 1.28 / columns / digits) * SIDE * self.points

    def _strike_through(self, places: list, colour: str, thick: float, name: str) -> None:
        columns = ceil(sqrt(self.size))
        along = min(0.13, 0.38 * SIDE / columns)
        up = 0.8 * along
        strokes = [[(x - along, y + up), (x + along, y - up)] for x, y in places]
        width_ = max(0.5, thick * self.points)
        self.axes.add_collection(
            LineCollection(strokes, colors=colour, linewidths=width_, gid=name, zorder=MARK + 0.5),
            autolim=False,
        )

    # -- signs and what is in play ---------------------------------------------------------------

    def _signs(self) -> None:
        in_play = self.scene.constraint
        for sign in self.scene.puzzle.signs:
            if not (in_play and {in_play.cell, in_play.other} == set(sign)):
                self._sign(*sorted(sign), self.theme.ink, 0.23 if self.size <= 20 else 0.28)

    def _sign(self, first: Cell, second: Cell, colour: str, size: float, **more) -> None:
        """One sign between two cells that touch, `first` before `second` in reading order."""
        smaller = (first, second) in self.scene.puzzle.signs
        across = first.row == second.row
        mark = ("<" if smaller else ">") if across else ("∧" if smaller else "∨")
        (x, y), (other_x, other_y) = _middle(first), _middle(second)
        place = (x + other_x) / 2, (y + other_y) / 2
        options = {"weight": "bold", "zorder": SIGN, **more}
        self._text(*place, mark, size * self.points, colour, **options)

    def _constraint(self) -> None:
        """The sign or line in play, thick between its two cells; square if it fails."""
        constraint = self.scene.constraint
        if constraint is None:
            return
        first, second = sorted((constraint.cell, constraint.other))
        path, label = _way(first, second)
        colour = self.theme.failure if self.scene.fails else self.theme.in_play
        line = PathPatch(
            path,
            facecolor="none",
            edgecolor=colour,
            linewidth=max(2, 0.075 * self.points),
            capstyle="butt",
            joinstyle="round",
            gid=f"in play {constraint}",
            zorder=LINE,
        )
        self.axes.add_patch(line)
        shape = "square,pad=0.12" if self.scene.fails else "circle,pad=0.1"
        box = {"boxstyle": shape, "facecolor": colour, "edgecolor": "none"}
        ink = self.theme.on_in_play
        if constraint.relation == "≠":
            size = 0.17 * self.points
            self._text(*label, "≠", size, ink, weight="bold", bbox=box, zorder=SIGN)
        else:
            self._sign(first, second, ink, 0.19, bbox=box)

    def _frames(self) -> None:
        """The current cell framed, the checked ones dashed."""
        thick = max(1.5, 0.06 * self.points)
        if self.scene.current is not None:
            self._box(
                self.scene.current,
                0.025,
                facecolor="none",
                edgecolor=self.theme.current,
                linewidth=thick,
                gid=f"current {self.scene.current}",
                zorder=FRAME,
            )
        for cell in self.scene.checked:
            self._box(
                cell,
                0.015,
                facecolor="none",
                edgecolor=self.theme.failure if self.scene.fails else self.theme.in_play,
                linewidth=0.8 * thick,
                linestyle=(0, (2.2, 1.4)),
                gid=f"checked {cell}",
                zorder=FRAME,
            )

    # -- the tools -------------------------------------------------------------------------------

    def _box(self, cell: Cell, outside: float, **look) -> None:
        corner, side = (cell.column - outside, cell.row - outside), SIDE + 2 * outside
        self.axes.add_patch(
            FancyBboxPatch(corner, side, side, "round,pad=0,rounding_size=0.05", **look)
        )

    def _text(self, x: float, y: float, text: str, size: float, colour: str, **more) -> None:
        look = {"ha": "center", "va": "center", **more}
        self.axes.text(x, y, text, **style(size, colour, **look))


def label_size(points: float) -> float:
    """The font size of `r1` and `c1` in the margin."""
    return points * (0.17 if points > 40 else 0.2 if points > 30 else 0.28)


def label_margin(size: int, points: float) -> float:
    """The room for them, in units."""
    return 0.16 + width(f"r{size}", label_size(points)) / points


def _middle(cell: Cell) -> tuple[float, float]:
    return cell.column + SIDE / 2, cell.row + SIDE / 2


def _way(first: Cell, second: Cell) -> tuple[Path, tuple[float, float]]:
    """A line between two cells that hides no digit, and the place for a label on it.

    Cells that touch are joined straight across the gap. Others are joined along the nearest lane
    between two rows or columns; where two lanes cross there is never a sign.
    """
    (x, y), (other_x, other_y) = _middle(first), _middle(second)
    across = first.row == second.row
    if abs(first.row - second.row) + abs(first.column - second.column) == 1:
        return _straight(first, second), ((x + other_x) / 2, (y + other_y) / 2)
    if across:
        above = first.row > 0
        edge = first.row + (0 if above else SIDE)
        lane = first.row - GAP / 2 if above else first.row + SIDE + GAP / 2
        path = Path([(x, edge), (x, lane), (other_x, lane), (other_x, edge)])
        return path, ((first.column + second.column + 1) // 2 - GAP / 2, lane)
    before = first.column > 0
    edge = first.column + (0 if before else SIDE)
    lane = first.column - GAP / 2 if before else first.column + SIDE + GAP / 2
    path = Path([(edge, y), (lane, y), (lane, other_y), (edge, other_y)])
    return path, (lane, (first.row + second.row + 1) // 2 - GAP / 2)


def _straight(first: Cell, second: Cell) -> Path:
    if first.row == second.row:
        y = first.row + SIDE / 2
        return Path([(first.column + SIDE, y), (second.column, y)])
    x = first.column + SIDE / 2
    return Path([(x, first.row + SIDE), (x, second.row)])
