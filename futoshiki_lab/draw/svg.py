"""A puzzle as a small SVG: what a notebook shows at the end of a cell. No Matplotlib is needed."""

from __future__ import annotations

from html import escape

from futoshiki_lab.core import Puzzle
from futoshiki_lab.core.puzzle import marks


def as_svg(puzzle: Puzzle) -> str:
    """Draw a puzzle in the text colour of the page; a screen reader says its name and size."""
    pitch, box, parts = 44, 32, []

    def write(row: float, column: float, text: str, size: int) -> None:
        parts.append(
            f'<text x="{column * pitch + 1 + box / 2}" y="{row * pitch + 1 + box / 2}" dy="0.35em" '
            f'font-size="{size}" font-weight="bold" text-anchor="middle" fill="currentColor">'
            f"{escape(text)}</text>"
        )

    for row, values in enumerate(puzzle.grid):
        for column, value in enumerate(values):
            parts.append(
                f'<rect x="{column * pitch + 1}" y="{row * pitch + 1}" width="{box}" '
                f'height="{box}" rx="3" fill="currentColor" fill-opacity="{0.14 if value else 0}" '
                'stroke="currentColor" stroke-opacity="0.5"/>'
            )
            if value:
                write(row, column, str(value), 18)
    for place, mark in marks(puzzle.signs, "<>∧∨"):
        write(*place, mark, 14)
    side, title = (puzzle.size - 1) * pitch + box + 2, escape(repr(puzzle))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" role="img" '
        f'aria-label="{title}" font-family="sans-serif"><title>{title}</title>'
        f"{''.join(parts)}</svg>"
    )
