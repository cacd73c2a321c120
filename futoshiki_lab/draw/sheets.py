"""A board on a sheet, or several, each with its sentence below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from futoshiki_lab.core import Grid, Problem
from futoshiki_lab.draw.board_marks import DIGITS_UP_TO
from futoshiki_lab.draw.ink import DARK, LIGHT, Mark, Theme, Words
from futoshiki_lab.draw.scene import Scene, trace_scene
from futoshiki_lab.draw.svg import marks_of
from futoshiki_lab.draw.tree_boxes import INCH
from futoshiki_lab.support.extras import need
from futoshiki_lab.trace import Trace

if TYPE_CHECKING:  # Matplotlib takes a second to load, in a browser three: whoever draws waits
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLE, PLACE, SENTENCE, COUNTERS = 12.0, 9.5, 11.0, 8.5  # font sizes at scale 1
LEADING = 1.35  # the distance of lines, in font sizes
EDGE = 10.0  # points around each board
SMALLEST = 10.0  # points: a cell on axes that are given
NARROWEST = 320.0  # points: a narrower sentence would have too many lines
PHONE = 260  # pixels: a board that fits into a question on a phone


def draw_board(
    what: Trace | Problem,
    step: int | None = None,
    *,
    solution: Grid | None = None,
    ax: Axes | None = None,
    scale: float = 1.0,
    title: str | None = None,
    dark: bool = False,
    view: str = "",
    plain: bool = False,
) -> Figure:
    """Draw a board: a recorded run right after a step, or a puzzle.

    Parameters
    ----------
    what : a trace; or a puzzle, to draw only its givens and signs; or another problem.
    step : the step of the trace; by default the last one.
    solution : with a puzzle, a grid to write into it; 0 is an empty cell.
    ax : Matplotlib axes to draw on; by default the board gets its own figure.
    scale : size factor; 2 for the back row of a lecture hall. (With `ax`, their size decides.)
    title : the title, instead of the puzzle's name and the settings; "" for none, and no counters.
    dark : whether the background is dark.
    plain : whether to leave out the frames and the words of the step.
    view : "graph" to draw the graph of the constraints; by default the problem's own picture.

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
    scene = replace(scene_of(what, step, solution, title, plain), view=view)
    if title == "":
        scene = replace(scene, place="", counters="")
    if ax is None:
        return sheet_of([scene], scale, dark)
    box, point = ax.get_window_extent(), ax.figure.dpi / INCH  # in pixels
    wide, high = box.width / point, box.height / point
    theme = DARK if dark else LIGHT
    room = high - _block(scene, SMALLEST, wide, 0.9, theme)[1] + scene.side(SMALLEST)  # else text
    unit = max(min(wide, room) / (scene.span + 0.5), SMALLEST)
    from futoshiki_lab.draw.figures import paint

    marks, _ = _block(scene, unit, wide, 0.9, theme)
    paint(marks, ax, wide, high)
    return ax.figure.canvas.figure


# -- what to draw --------------------------------------------------------------------------------


def scene_of(
    what: Trace | Problem,
    step: int | None,
    solution: Grid | None,
    title: str | None,
    plain: bool = False,
) -> Scene:
    if not isinstance(what, Trace | Problem):
        raise TypeError(f"draw_board takes a Trace or a Puzzle, not {type(what).__name__}")
    if isinstance(what, Trace) and solution is not None:
        raise TypeError("a trace has its own values: give a solution with a puzzle only")
    if isinstance(what, Problem) and step is not None:
        raise TypeError("a puzzle has no steps: give a trace, as record(puzzle) returns it")
    if isinstance(what, Trace):
        scene = trace_scene(what, step)
        if plain:
            held = scene.puzzle, scene.values, scene.domains
            scene = Scene(*held, moved=scene.moved, title=scene.title)
    else:
        from futoshiki_lab.draw.puzzle_scene import puzzle_scene

        scene = puzzle_scene(what, solution)
    # On a board too large for pencil digits, list the values left of the cells in play.
    cells = (scene.current, *scene.checked) if len(scene.puzzle.values) > DIGITS_UP_TO else ()
    domains = {cell: scene.domains[cell] for cell in cells if cell and cell not in scene.values}
    words = [f"{cell} has {', '.join(map(str, left)) or '∅'}" for cell, left in domains.items()]
    scene = replace(scene, sentence="; ".join([scene.sentence, *words]))
    return scene if title is None else replace(scene, title=title)


# -- the sheet -----------------------------------------------------------------------------------


def _stack(
    x: float, y: float, room: float, *texts: tuple[str, float, str, bool]
) -> tuple[list[Mark], float]:
    """Texts below each other, each with its size, ink and weight; and where they end."""
    from futoshiki_lab.draw.figures import drawable, wrap

    words: list[Mark] = []
    for text, size, ink, bold in texts:
        for line in wrap(drawable(text), size, room, "bold" if bold else "normal"):
            words.append(Words(x, y + size / 2, line, size, ink, bold, "start"))
            y += size * LEADING
    return words, y


def _block(
    scene: Scene, unit: float, wide: float, text: float, theme: Theme, x: float = 0, y: float = 0
) -> tuple[list[Mark], float]:
    """A board with its title above and its sentence and counters below; and where it ends."""
    title, place = (scene.title, TITLE * text, theme.ink, True), (scene.place, PLACE * text)
    above, y = _stack(x, y, wide, title, (*place, theme.ink, False))
    side = scene.side(unit)
    board = marks_of(scene, unit, theme, (x + (wide - side) / 2, y + EDGE / 2))
    sentence, counters = (scene.sentence, SENTENCE * text), (scene.counters, COUNTERS * text)
    words = (*sentence, theme.ink, False), (*counters, theme.soft_ink, False)
    spare = scene.span - 1 - max(scene.corner(cell)[1] for cell in scene.puzzle.cells)  # of a map
    below, y = _stack(x, y + side - spare * unit + EDGE, wide, *words)
    return [*above, *board, *below], y


def sheet_of(
    scenes: Sequence[Scene], scale: float, dark: bool, heading: str = "", columns: int = 2
) -> Figure:
    """Lay boards out in rows; every text has its room, so nothing is cut off."""
    need("a drawn board", "lab", "matplotlib")
    from futoshiki_lab.draw.figures import Picture, paint

    theme, edge = DARK if dark else LIGHT, EDGE * scale
    units = [_unit(scene.span) * scale for scene in scenes]
    wide = max(NARROWEST * scale, *map(Scene.side, scenes, units))
    across = min(columns, len(scenes)) * (wide + 2 * edge)
    title = heading, TITLE * scale, theme.ink, True
    marks, bottom = _stack(edge, edge / 2, across - 2 * edge, title)
    top = bottom = bottom - edge / 2
    for at, (scene, unit) in enumerate(zip(scenes, units, strict=True)):
        top = top if at % columns else bottom + edge
        x = at % columns * (wide + 2 * edge) + edge
        # A small board has no small text.
        block, end = _block(scene, unit, wide, max(scale, 1), theme, x, top)
        marks, bottom = marks + block, max(bottom, end)
    picture = Picture(across / INCH, (bottom + edge) / INCH, theme.paper)
    titles = [heading, *(text for scene in scenes for text in (scene.title, scene.sentence))]
    picture.summary = "; ".join(filter(None, titles))
    if len(scenes) > 1 or scenes[0].span <= 6:
        # On a phone one board is seen, and the others follow.
        picture.least = min(PHONE * min(columns, len(scenes)), round(across))
    paint(marks, picture.add_axes((0, 0, 1, 1)), across, bottom + edge)
    return picture


def _unit(size: float) -> float:
    """Smaller cells on large boards, so that the board fits."""
    return min(62.0 if size <= 6 else 58.0, (700 if size <= DIGITS_UP_TO else 720) / size)
