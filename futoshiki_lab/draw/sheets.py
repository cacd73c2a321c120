"""Boards on a sheet, each with its sentence below: one, several, or before and after a node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from futoshiki_lab.core import Cell, Grid, Puzzle, Verb
from futoshiki_lab.draw.artists import drawable, paint, wrap
from futoshiki_lab.draw.board_marks import DIGITS_UP_TO, draw_marks, side_of
from futoshiki_lab.draw.colours import Theme, theme_of
from futoshiki_lab.draw.figures import Picture
from futoshiki_lab.draw.ink import Mark, Words
from futoshiki_lab.draw.scene import Scene, puzzle_scene, trace_scene
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
    if ax is None:
        return _sheet([scene], scale, dark)
    box, point = ax.get_window_extent(), ax.figure.dpi / INCH  # in pixels
    wide, high = box.width / point, box.height / point
    text = _Block(scene, 0, wide, 0.9, theme_of(dark)).height  # what remains is for the board
    units = (min(wide, high - text) / (scene.puzzle.size + 0.5), 10.0)
    block = _Block(scene, max(units), wide, 0.9, theme_of(dark))
    paint(block.marks(0, 0), ax, wide, high)
    return ax.figure.canvas.figure


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
        scenes = [replace(one, title=title) for one, title in zip(scenes, titles, strict=True)]
    return _sheet(scenes, scale, dark, columns=columns)


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
    return _sheet([left, right], scale, dark, heading)


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


class _Block:
    """A board with its title above and its sentence and counters below; all in points."""

    def __init__(self, scene: Scene, unit: float, wide: float, text: float, theme: Theme):
        self.scene, self.unit, self.wide, self.theme = scene, unit, wide, theme
        self.side = side_of(scene.puzzle.size, unit)
        ink = theme.ink
        self.above = _lines(scene.title, TITLE * text, wide, ink, bold=True)
        self.above += _lines(scene.place, PLACE * text, wide, ink)
        self.below = _lines(scene.sentence, SENTENCE * text, wide, ink)
        self.below += _lines(scene.counters, COUNTERS * text, wide, theme.soft_ink)
        self.height = _height(self.above) + EDGE / 2 + self.side + EDGE / 2 + _height(self.below)

    def marks(self, x: float, y: float) -> list[Mark]:
        """All its marks; x and y are its upper left corner."""
        top = y + _height(self.above) + EDGE / 2
        corner = x + (self.wide - self.side) / 2, top
        board = draw_marks(self.scene, self.unit, self.theme, corner)
        below = _stack(self.below, x, top + self.side + EDGE / 2)
        return [*_stack(self.above, x, y), *board, *below]


def _lines(text: str, size: float, room: float, ink: str, bold: bool = False) -> list[Words]:
    lines = wrap(drawable(text), size, room, "bold" if bold else "normal")
    return [Words(0, 0, line, size, ink, bold, "start") for line in lines]


def _height(lines: Sequence[Words]) -> float:
    return sum(line.size * LEADING for line in lines)


def _stack(lines: Sequence[Words], x: float, y: float) -> list[Words]:
    """Lines below each other."""
    tops = (y + _height(lines[:at]) for at in range(len(lines)))
    return [replace(w, x=x, y=top + w.size / 2) for w, top in zip(lines, tops, strict=True)]


def _sheet(
    scenes: Sequence[Scene], scale: float, dark: bool, heading: str = "", columns: int = 2
) -> Picture:
    """Lay boards out in rows; every text has its room, so nothing is cut off."""
    theme, edge = theme_of(dark), EDGE * scale
    units = [_unit(scene.puzzle.size) * scale for scene in scenes]
    sides = [side_of(s.puzzle.size, unit) for s, unit in zip(scenes, units, strict=True)]
    wide = max(*sides, NARROWEST * scale)
    blocks = [
        _Block(scene, unit, wide, max(scale, 1), theme)  # a small board has no small text
        for scene, unit in zip(scenes, units, strict=True)
    ]
    across = min(columns, len(blocks)) * (wide + 2 * edge)
    top = _lines(heading, TITLE * scale, across - 2 * edge, theme.ink, bold=True)
    marks: list[Mark] = [*_stack(top, edge, edge / 2)]
    y = edge / 2 + _height(top) + edge / 2
    for first in range(0, len(blocks), columns):
        row = blocks[first : first + columns]
        for column, block in enumerate(row):
            marks += block.marks(column * (wide + 2 * edge) + edge, y)
        y += max(block.height for block in row) + edge
    picture = Picture(across / INCH, y / INCH, theme.paper)
    titles = [heading] * bool(heading) + [text for s in scenes for text in (s.title, s.sentence)]
    picture.summary = "; ".join(filter(None, titles))
    paint(marks, picture.add_axes((0, 0, 1, 1)), across, y)
    return picture


def _unit(size: int) -> float:
    """Smaller cells on large boards, so that the board fits."""
    return min(62.0 if size <= 6 else 58.0, (700 if size <= DIGITS_UP_TO else 720) / size)
