"""A set of facts that rules something out, and how it shows itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from futoshiki_lab.core import Cell, Grid, Puzzle, Sign
from futoshiki_lab.logic.facts import Entry, Fact, Left, Line, cost
from futoshiki_lab.logic.sentences import Told, counted, follow, tell
from futoshiki_lab.trace import Trace, record

Kind = TypeVar("Kind", Entry, Left, Sign, Line)

SHORT = 20  # a set that costs more is no explanation: it takes a search


@dataclass(frozen=True)
class Explanation:
    """Why something cannot be; or a solution that shows that it can.

    Attributes
    ----------
    puzzle : the present state: the puzzle with all entries.
    cell, value : what cannot be (or can). Without a value: why the cell must be what it must be.
        Without a cell: why the puzzle has no solution.
    facts : entries, marks, signs and lines, in the order of `sort_facts`. Together they are enough;
        without any one of them they are not.
    smallest : whether no cheaper set is enough, for sure; else only none within the effort.
    solution : if it can be, a solution that has it; then there are no reasons.
    must : the value that the cell must have, where that was asked; else 0.
    """

    puzzle: Puzzle = field(repr=False)
    cell: Cell | None = None
    value: int = 0
    facts: tuple[Fact, ...] = ()
    smallest: bool = True
    solution: Grid | None = None
    must: int = 0

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries among the facts: cells and their values."""
        return self._facts_of(Entry)

    @property
    def marks(self) -> tuple[tuple[Cell, tuple[int, ...]], ...]:
        """Cells and the values left in them, if marks were given."""
        return tuple((left.cell, left.values) for left in self._facts_of(Left))

    @property
    def signs(self) -> tuple[Sign, ...]:
        """The signs among the facts."""
        return self._facts_of(Sign)

    @property
    def rows(self) -> tuple[int, ...]:
        """The numbers of the rows, from 0."""
        return tuple(line.number for line in self._facts_of(Line) if line.kind == "row")

    @property
    def columns(self) -> tuple[int, ...]:
        """The numbers of the columns, from 0."""
        return tuple(line.number for line in self._facts_of(Line) if line.kind == "column")

    def _facts_of(self, kind: type[Kind]) -> tuple[Kind, ...]:
        return tuple(fact for fact in self.facts if isinstance(fact, kind))

    @property
    def cost(self) -> int:
        """The price of all facts: 2 for a row or a column, 1 for anything else."""
        return cost(self.facts)

    @property
    def short(self) -> bool:
        """Whether a person can follow it; if not, it takes a search, and `trace` shows one."""
        return self.cost <= SHORT

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells to light, in reading order: the one asked for, those of facts and sentence."""
        asked = [self.cell] if self.cell else []
        found = [cell for cell, _ in (*self.entries, *self.marks)]
        return tuple(sorted({*asked, *found, *self._told.cells}.union(*self.signs)))

    @property
    def text(self) -> str:
        """One sentence."""
        return f"{self._head}: {self.clause}."

    @property
    def _head(self) -> str:
        if self.cell is None:
            return "There is a solution" if self.solution else "There is no solution"
        if self.must:
            return f"{self.cell} must be {self.must}"
        if not self.value:
            return f"{self.cell} can have more than one value"
        return f"{self.cell} {'can' if self.solution else 'cannot'} be {self.value}"

    @property
    def clause(self) -> str:
        """The sentence without its beginning."""
        return self._told.clause

    @cached_property
    def _told(self) -> Told:
        if self.solution:
            agrees = "some values in the other cells agree with it"
            return Told(agrees if self.cell else "see `solution`")
        if not self.short:
            found = counted(self.facts)
            return Told(f"that takes a search, since the cheapest reasons found are {found}")
        claim = None
        if self.cell:
            others = set(self.puzzle.values) - {self.must}
            claim = (self.cell, others if self.must else {self.value})
        way = follow(self.puzzle.size, self.facts, claim)
        return tell(self.facts, way, self.must != 0 if self.cell else None)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        """The sentence, and the board with the facts lit."""
        from futoshiki_lab.draw.svg import lit_as_html  # only to be shown

        return lit_as_html(**self.shown())

    def shown(self) -> dict[str, Any]:
        """What a picture of it shows: see `draw.svg.lit_as_html`."""
        lines = [line.cells(self.puzzle.size) for line in self._facts_of(Line)]
        value = "" if self.solution else str(self.must or self.value or "")
        rows = self.solution or self.puzzle.grid
        return {
            "text": self.text,
            "puzzle": self.puzzle,
            "cells": [cell for cell, _ in (*self.entries, *self.marks)],
            "signs": self.signs,
            "lines": lines,
            "asked": (self.cell, value, not self.must) if self.cell else None,
            "small": dict(self.marks)
            | {c: [rows[c.row][c.column]] for c in self.puzzle.cells if self.solution},
        }

    def trace(self, look: str = "gac", select: str = "dom_wdeg") -> Trace:
        """A recorded search of the present state with the value entered: all that can be tried.

        Where the cell has to have a value, or no cell was asked about, nothing is entered.
        """
        rows = [list(row) for row in self.puzzle.grid]
        if self.cell and self.value:
            rows[self.cell.row][self.cell.column] = self.value
        return record(Puzzle(rows, self.puzzle.signs, self.puzzle.name), look, select)
