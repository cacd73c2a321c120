"""Landmarks of the field that fall to a learner's solver, as a line of years."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class Milestone:
    """A landmark, the people, and the parts of the solver that it takes."""

    year: int
    name: str
    people: str
    parts: tuple[str, ...]


MILESTONES = (
    Milestone(1848, "eight queens", "Bezzel", ("search", "look_back")),
    Milestone(
        *(1962, "the zebra", "Life International"),
        parts=("fc_check", "forward_check", "culprits", "jump"),
    ),
    Milestone(
        *(1976, "a map with four colours", "Appel and Haken; Brélaz 1979"),
        parts=("search", "fc_check", "forward_check", "mrv"),
    ),
    Milestone(
        *(1980, "checks on n queens", "Haralick and Elliott"),
        parts=("search", "look_back", "fc_check", "forward_check"),
    ),
    Milestone(2006, "a hardest Sudoku", "Inkala", ("search", "revise", "ac3", "mrv")),
)


@dataclass(frozen=True)
class Reached:
    """The milestones, with those reached by a solver with these parts."""

    own: Collection[str]

    def __iter__(self) -> Iterator[tuple[Milestone, bool]]:
        return ((one, {*one.parts} <= {*self.own}) for one in MILESTONES)

    def _waits(self, one: Milestone) -> str:
        """Which parts it waits for; nothing if it is reached."""
        rest = ", ".join(part for part in one.parts if part not in self.own)
        return rest and f"still ours: {rest}"

    def __repr__(self) -> str:
        return "\n".join(
            f"{'●' if reached else '○'} {one.year}  {one.name} ({one.people})"
            + ("" if reached else f"; {self._waits(one)}")
            for one, reached in self
        )

    def _repr_html_(self) -> str:
        points = "".join(
            f'<div style="flex: 1 1 7em; border-top: 3px {"solid" if reached else "dotted"} '
            f'currentColor; padding: 0.4em 0.8em 0 0"><b>{"●" if reached else "○"} {one.year}</b>'
            f"<div>{escape(one.name)}</div><small>{escape(one.people)}<br>{self._waits(one)}"
            "</small></div>"
            for one, reached in self
        )
        return f'<div style="display: flex; flex-wrap: wrap; gap: 0.6em 0">{points}</div>'
