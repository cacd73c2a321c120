"""Boards on a sheet, each with its sentence below: one, several, or before and after a node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from futoshiki_lab.core import Cell, Grid, Puzzle, Verb
from futoshiki_lab.draw.boards import DIGITS_UP_TO, GAP, BoardPainter, label_margin
from futoshiki_lab.draw.colours import Theme, theme_of
from futoshiki_lab.draw.picture import Picture
from futoshiki_lab.draw.scene import Scene, puzzle_scene, trace_scene
from futoshiki_lab.draw.text import drawable, styled, wrap
from futoshiki_lab.trace import Trace

INCH = 72  # points
TITLE, PLACE, SENTENCE, COUNTERS = 12.0, 9.5, 11.0, 8.5  # font sizes at scale 1
LEADING = 1.35  # the distance of lines, in font sizes
EDGE = 10.0  # points around each board
NARROWEST = 320.0  # points: a narrower sentence would have too many lines


def draw_board(
    what: Trace | Puzzle,
    step: int | None = None,
    *,
    solution: Grid | None = None,
    ax: Axes | None = None,
    scale: float = 1.0,
    title: str | None = None,
    dark: bool = False,
) -> Figure:
    """Draw a board: a recorded run right after a step, or a puzzle.

    Parameters
    ----------
    what : a trace; or a puzzle, to draw only its givens and signs.
    step : the step of the trace; by default the last one.
    solution : with a puzzle, a grid to write into it; 0 is an empty cell.
    ax : Matplotlib axes to draw on; by default the board gets its own figure.
    scale : size factor; 2 for the back row of a lecture hall. (With `ax`, their size decides.)
    title : the title, instead of the puzzle's name and the settings; "" for none.
    dark : whether the background is dark.

    Returns
    -------
    The figure. It shows itself at the end of a notebook's cell; `savefig` saves it.

    Givens are bold on grey, assigned values large. Other cells show the values left; pruned values
    are struck through, those pruned just now in vermillion. On boards above 12x12 each value left
    is a small tile, and the text below lists the values of the cells in play. The current cell has
    a frame, the checked one a dashed frame; a cell with no value left is hatched, with ∅.

    Raises
    ------
    IndexError : the trace has no such step.
    TypeError : `what` is neither, or it cannot have a step or a solution.
    """
    scene = _scene(what, step, solution)
    if title is not None:
        scene = replace(scene, title=title, place=scene.place if title else "")
    if ax is not None:
        _paint_on(ax, scene, theme_of(dark))
        return ax.figure.canvas.figure
    return _sheet([scene], scale, theme_of(dark))


def draw_boards(
    *whats: Trace | Puzzle,
    titles: Sequence[str] = (),
    columns: int = 2,
    scale: float = 0.8,
    dark: bool = False,
) -> Figure:
    """Draw several boards on one sheet: runs at their ends, or puzzles.

    Parameters
    ----------
    whats : the traces or puzzles, in reading order.
    titles : a title for each, instead of ours.
    columns : how many stand side by side; two fill the page of a notebook.
    The others are those of `draw_board`.

    Raises
    ------
    ValueError : there is nothing to draw, there are more or fewer titles than boards, or `columns`
        is less than 1.
    TypeError : one of `whats` is neither.
    """
    if not whats or len(titles) not in (0, len(whats)) or columns < 1:
        raise ValueError(
            "draw_boards takes one board or more, as many titles or none, and columns from 1: "
            f"not {len(whats)} boards, {len(titles)} titles, columns={columns}"
        )
    scenes = [_scene(what, None, None) for what in whats]
    if titles:
        pairs = zip(scenes, titles, strict=True)
        scenes = [replace(scene, title=title) for scene, title in pairs]
    return _sheet(scenes, scale, theme_of(dark), columns=columns)


def draw_change(
    trace: Trace,
    step: int,
    until: int | None = None,
    *,
    scale: float = 0.9,
    title: str | None = None,
    dark: bool = False,
) -> Figure:
    """Draw the board before and after, with what was pruned in between in vermillion.

    Parameters
    ----------
    step : a step within a node; the boards before its value is tried and after its look are drawn.
        A step of the setup shows the whole setup.
    until : a second step: then exactly the steps `step` and `until` are compared.
    The others are those of `draw_board`.

    Raises
    ------
    IndexError : the trace has no such step.
    ValueError : `until` comes before `step`.
    """
    first, last = _node_steps(trace, step) if until is None else (step, until)
    if last < first:
        raise ValueError(f"until must not come before step: {last} < {first}")
    before, after = trace_scene(trace, first), trace_scene(trace, last)
    gone = _pruned_between(before, after)
    heading = before.title if title is None else title
    ahead = f"next: {trace.reason(first + 1)}" if until is None else before.sentence
    sentence = f"{after.sentence}; {_removed(gone)}"
    rest = Scene(trace.puzzle, before.values, before.domains, counters=before.counters)
    left = replace(rest, title=f"before: step {first:,}", sentence=ahead)
    right = replace(after, title=f"after: step {last:,}", place="", sentence=sentence)
    right = replace(right, pruned=frozenset(gone))
    return _sheet([left, right], scale, theme_of(dark), heading)


# -- what to draw --------------------------------------------------------------------------------


def _scene(what: Trace | Puzzle, step: int | None, solution: Grid | None) -> Scene:
    if isinstance(what, Trace):
        if solution is not None:
            raise TypeError("a trace has its own values: give a solution with a puzzle only")
        return _with_domains_in_words(trace_scene(what, step))
    if not isinstance(what, Puzzle):
        raise TypeError(f"draw_board takes a Trace or a Puzzle, not {type(what).__name__}")
    if step is not None:
        raise TypeError("a puzzle has no steps: give a trace, as record(puzzle) returns it")
    return puzzle_scene(what, solution)


def _with_domains_in_words(scene: Scene) -> Scene:
    """On a board too large for pencil digits, list the values left of the cells in play."""
    if scene.puzzle.size <= DIGITS_UP_TO:
        return scene
    cells = [cell for cell in (scene.current, *scene.checked) if cell and cell not in scene.values]
    words = "".join(
        f"; {cell} has {', '.join(map(str, scene.domains[cell])) or '∅'}" for cell in cells
    )
    return replace(scene, sentence=scene.sentence + words)


def _node_steps(trace: Trace, step: int) -> tuple[int, int]:
    """From right before a node's value is tried to the last step of its look."""
    node = trace.state(step).node
    if step and trace.event(step).verb == Verb.RESTORE:
        node = trace.event(step).node
    first = trace.tree()[node].first if node else 1
    ends = {Verb.ACCEPT, Verb.ASSIGN, Verb.BEGIN, Verb.SOLUTION}
    verbs = trace.recorder.verbs
    last = first
    while last < len(verbs) and verbs[last] != Verb.RESTORE:
        last += 1
        if verbs[last - 1] in ends:
            break
    return max(first - 1, 0), min(last, len(trace))


def _pruned_between(before: Scene, after: Scene) -> list[tuple[Cell, int]]:
    return [
        (cell, value)
        for cell, domain in before.domains.items()
        for value in domain
        if cell not in after.values and value not in after.domains[cell]
    ]


def _removed(gone: Sequence[tuple[Cell, int]], most: int = 12) -> str:
    if not gone:
        return "nothing was pruned"
    named = ", ".join(f"{value} from {cell}" for cell, value in gone[:most])
    more = f" and {len(gone) - most:,} more" if len(gone) > most else ""
    return f"pruned {len(gone):,}: {named}{more}"


# -- the sheet -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Line:
    text: str
    size: float
    weight: str = "normal"
    soft: bool = False


class _BoardWithText:
    """One board with its title above and its sentence and counters below; all in points."""

    def __init__(self, scene: Scene, scale: float):
        self.scene = scene
        n = scene.puzzle.size
        # Smaller cells on large boards, so that the board fits.
        most = 62.0 if n <= 6 else 58.0
        self.unit = min(most, 700 / n if n <= DIGITS_UP_TO else 720 / n) * scale
        self.side = _units(n, self.unit) * self.unit
        self.width = max(self.side, NARROWEST * scale)
        text = max(scale, 1)  # a small board has no small text
        self.above = _lines(scene.title, TITLE * text, self.width, "bold")
        self.above += _lines(scene.place, PLACE * text, self.width)
        self.below = _lines(scene.sentence, SENTENCE * text, self.width)
        self.below += _lines(scene.counters, COUNTERS * text, self.width, soft=True)
        self.height = _height(self.above) + self.side + _height(self.below) + EDGE


def _units(size: int, unit: float) -> float:
    """The side of a board with its labels, in units (a cell with its gap)."""
    return label_margin(size, unit) + size - GAP + 0.08


def _lines(
    text: str, size: float, room: float, weight: str = "normal", soft: bool = False
) -> list[_Line]:
    return [_Line(line, size, weight, soft) for line in wrap(drawable(text), size, room, weight)]


def _height(lines: Sequence[_Line]) -> float:
    return sum(line.size * LEADING for line in lines)


def _sheet(
    scenes: Sequence[Scene], scale: float, theme: Theme, heading: str = "", columns: int = 2
) -> Picture:
    """Lay boards out in rows; every text has its room, so nothing is cut off."""
    boards = [_BoardWithText(scene, scale) for scene in scenes]
    wide, edge = max(board.width for board in boards), EDGE * scale
    total = min(columns, len(boards)) * (wide + 2 * edge)
    top = _lines(heading, TITLE * scale, total - 2 * edge, "bold")
    rows = [boards[first : first + columns] for first in range(0, len(boards), columns)]
    heights = [max(board.height for board in row) + edge for row in rows]
    whole = _height(top) + sum(heights) + edge
    picture = Picture(total / INCH, whole / INCH, theme.paper)
    y = _write(picture, top, edge, whole - edge / 2, theme) - edge / 2
    for row, height in zip(rows, heights, strict=True):
        for column, board in enumerate(row):
            _place(picture, board, column * (wide + 2 * edge) + edge, y, wide, theme)
        y -= height
    return picture


def _place(
    picture: Picture, board: _BoardWithText, x: float, y: float, wide: float, theme: Theme
) -> None:
    """Put one board on the sheet; x and y are its upper left corner, y counted upwards."""
    y = _write(picture, board.above, x, y, theme) - EDGE / 2
    across, up = picture.get_size_inches() * INCH
    left = x + (wide - board.side) / 2
    box = (left / across, (y - board.side) / up, board.side / across, board.side / up)
    BoardPainter(picture.add_axes(box), board.scene, theme, board.unit).paint()
    _write(picture, board.below, x, y - board.side - EDGE / 2, theme)


def _write(picture: Picture, lines: Sequence[_Line], x: float, y: float, theme: Theme) -> float:
    """Write lines below each other; returns where the next would begin."""
    across, up = picture.get_size_inches() * INCH
    for line in lines:
        text = picture.text(x / across, y / up, line.text, va="top")
        styled(text, line.size, theme.soft_ink if line.soft else theme.ink, line.weight)
        y -= line.size * LEADING
    return y


def _paint_on(axes: Axes, scene: Scene, theme: Theme) -> None:
    """Draw on the caller's axes: their size decides the size of everything."""
    box, n = axes.get_window_extent(), scene.puzzle.size
    point = axes.figure.dpi / INCH  # pixels
    room, across = min(box.width, box.height) / point, box.width / point
    BoardPainter(axes, scene, theme, room / _units(n, room / (n + 1))).paint()
    above = "\n".join(wrap(drawable(scene.title), SENTENCE, across, "bold"))
    styled(axes.set_title(above), SENTENCE, theme.ink, "bold")
    counters = " · ".join(text for text in (scene.place, scene.counters) if text)
    texts = ((scene.sentence, COUNTERS + 1, theme.ink), (counters, COUNTERS, theme.soft_ink))
    y = -0.02
    for text, size, colour in texts:
        lines = wrap(drawable(text), size, across)
        below = axes.text(0.5, y, "\n".join(lines), transform=axes.transAxes)
        styled(below, size, colour).set(ha="center", va="top")
        y -= len(lines) * size * LEADING * point / box.height
