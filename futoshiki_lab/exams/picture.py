"""The pictures of a question: its board as vector graphics, and a tree with characters."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from futoshiki_lab.draw.svg import state_as_svg
from futoshiki_lab.exams.question import Shown

LARGE, SMALL = 84, 66  # a cell with its gap: room for the domain, printed or written by hand


@dataclass(frozen=True)
class Picture:
    """A board that shows itself in a notebook."""

    shown: Shown

    def svg(self) -> str:
        """The board; it is drawn in the colour of the text around it."""
        shown = self.shown
        unit = LARGE if shown.puzzle.size <= 6 else SMALL
        return state_as_svg(shown.puzzle, shown.values, shown.domains, shown.mark, unit)

    def _repr_html_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return str(self.shown)


@dataclass(frozen=True)
class Tree:
    """A drawing with characters that keeps its lines in a notebook."""

    text: str

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.text)}</pre>"
