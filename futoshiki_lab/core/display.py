"""How a puzzle shows itself: with characters in a terminal, as a small SVG in a notebook."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

Rows = Sequence[Sequence[int]]  # n rows of n values; 0 is an empty cell
Place = tuple[int, int]  # row and column, from 0; a Cell is one
Signs = Iterable[tuple[Place, Place]]  # where the smaller value is, and where the larger


def text_of(rows: Iterable[Iterable[int]]) -> str:
    """Write a grid as rows of numbers divided by spaces, as in the course's output files."""
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


def in_characters(rows: Rows, signs: Signs) -> str:
    """Draw a board with characters; a vertical sign stands in the column of its cells."""
    n, width, marks = len(rows), len(str(len(rows))), dict(_marks(signs, "<>^v"))
    lines = []
    for row, values in enumerate(rows):
        line, below = "", ""
        for column, value in enumerate(values):
            line += str(value or ".").rjust(width)
            below += marks.get((row + 0.5, column), "").rjust(width)
            if column + 1 < n:
                line += f" {marks.get((row, column + 0.5), ' ')} "
                below += "   "
        lines += [line, below.rstrip()]
    return "\n".join(lines[:-1])


def as_svg(rows: Rows, signs: Signs, title: str) -> str:
    """Draw a board as SVG in the text colour of the page; `title` is what a screen reader says."""
    pitch, box, parts = 44, 32, []

    def write(row: float, column: float, text: str, size: int) -> None:
        parts.append(
            f'<text x="{column * pitch + 1 + box / 2}" y="{row * pitch + 1 + box / 2}" dy="0.35em" '
            f'font-size="{size}" font-weight="bold" text-anchor="middle" fill="currentColor">'
            f"{escape(text)}</text>"
        )

    for row, values in enumerate(rows):
        for column, value in enumerate(values):
            parts.append(
                f'<rect x="{column * pitch + 1}" y="{row * pitch + 1}" width="{box}" '
                f'height="{box}" rx="3" fill="currentColor" fill-opacity="{0.14 if value else 0}" '
                'stroke="currentColor" stroke-opacity="0.5"/>'
            )
            if value:
                write(row, column, str(value), 18)
    for place, mark in _marks(signs, "<>∧∨"):
        write(*place, mark, 14)
    side, title = (len(rows) - 1) * pitch + box + 2, escape(title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" role="img" '
        f'aria-label="{title}" font-family="sans-serif"><title>{title}</title>'
        f"{''.join(parts)}</svg>"
    )


def _marks(signs: Signs, shapes: str) -> Iterator[tuple[tuple[float, float], str]]:
    """Each sign's place, half-way between its cells, and its mark, one of the four shapes."""
    for smaller, larger in signs:
        (row, column), (other_row, other_column) = smaller, larger
        lying, standing = shapes[:2], shapes[2:]
        mark = (lying if row == other_row else standing)[smaller > larger]
        yield ((row + other_row) / 2, (column + other_column) / 2), mark
