"""A set of facts that rules something out, and how it shows itself."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from futoshiki_lab.core import Cell, Grid, Puzzle, Sign
from futoshiki_lab.reasons.facts import Entry, Fact, Left, Line, cost
from futoshiki_lab.reasons.telling import consequences
from futoshiki_lab.reasons.words import because, counted
from futoshiki_lab.trace import Trace, record

SHORT = 20  # a set that costs more is no explanation: it takes a search


@dataclass(frozen=True)
class Explanation:
    """Why something cannot be; or a solution that shows that it can.

    Attributes
    ----------
    puzzle : the present state: the puzzle with all entries.
    cell, value : what cannot be (or can). Without a value: why the cell must be what it must be.
        Without a cell: why the puzzle has no solution.
    entries : cells and their values. Together with the signs and lines that follow they are
        enough; without any one of them they are not.
    marks : cells and the values left in them, if marks were given.
    signs, rows, columns : the signs, and the numbers of the lines, from 0.
    smallest : whether no cheaper set is enough, for sure; else only none within the effort.
    solution : if it can be, a solution that has it; then there are no reasons.
    must : the value that the cell must have, where that was asked; else 0.
    """

    puzzle: Puzzle = field(repr=False)
    cell: Cell | None = None
    value: int = 0
    entries: tuple[tuple[Cell, int], ...] = ()
    marks: tuple[tuple[Cell, tuple[int, ...]], ...] = ()
    signs: tuple[Sign, ...] = ()
    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    smallest: bool = True
    solution: Grid | None = None
    must: int = 0

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
        found = {*asked, *(cell for cell, _ in (*self.entries, *self.marks))}
        named = re.findall(r"r(\d+)c(\d+)", self.text)
        found |= {Cell(int(row) - 1, int(column) - 1) for row, column in named}
        return tuple(sorted(found.union(*self.signs)))

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Entries, signs, rows and columns in one list."""
        lines = [Line("row", at) for at in self.rows] + [Line("column", at) for at in self.columns]
        return (
            *(Entry(*entry) for entry in self.entries),
            *(Left(*left) for left in self.marks),
            *self.signs,
            *lines,
        )

    @cached_property
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
        if self.solution:
            return "some values in the other cells agree with it" if self.cell else "see `solution`"
        if not self.short:
            return (
                f"that takes a search, since the cheapest reasons found are {counted(self.facts)}"
            )
        return because(self.facts, self._told, self.must != 0 if self.cell else None)

    @property
    def _told(self) -> tuple[list[Entry], str] | None:
        """The steps to the contradiction."""
        n, claim = self.puzzle.size, None
        if self.cell:
            others = set(self.puzzle.values) - {self.must}
            claim = (self.cell, others if self.must else {self.value})
        return consequences(n, self.facts, claim)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        """The sentence, and the board with the facts lit."""
        from futoshiki_lab.draw.svg import lit_as_html  # only to be shown

        return lit_as_html(**self.shown())

    def shown(self) -> dict[str, Any]:
        """What a picture of it shows: see `draw.svg.lit_as_html`."""
        lines = [fact.cells(self.puzzle.size) for fact in self.facts if isinstance(fact, Line)]
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
