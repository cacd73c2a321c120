"""A set of facts that rules something out, the steps that show it, and both in words."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from html import escape
from typing import TypeVar

from futoshiki_lab.core import Cell, Grid, Puzzle, Sign
from futoshiki_lab.reasons.chain import Chain, Step, prove
from futoshiki_lab.reasons.facts import Entry, Fact, Left, Line, cost, find_clash
from futoshiki_lab.reasons.telling import tell_chain
from futoshiki_lab.support.phrases import listed
from futoshiki_lab.trace import Trace, record

Kind = TypeVar("Kind", Entry, Left, Sign, Line)

SHORT = 20  # a person sees facts that cost no more as a whole
GUESSES = ("mrv", "mrv_degree", "dom_wdeg")  # the search with the fewest nodes is shown


@dataclass(frozen=True)
class Explanation:
    """Why something cannot be; or a solution that shows that it can.

    Attributes
    ----------
    puzzle : the present state: the puzzle with all entries that are not wrong.
    cell, value : what cannot be (or can). Without a value: why the cell must be what it must be.
        Without a cell: why the puzzle has no solution.
    facts : entries, marks, signs and lines, in the order of `sort_facts`. Together they are enough;
        without any one of them they are not.
    smallest : whether no cheaper set is enough, for sure; else only none within the effort.
    solution : if it can be, a solution that has it; then there are no reasons.
    must : the value that the cell must have, where that was asked; else 0.
    chain : the steps that show it; None if a guess is needed.
    wrong : entries of the player with which there is no solution. They are no facts.
    """

    puzzle: Puzzle = field(repr=False)
    cell: Cell | None = None
    value: int = 0
    facts: tuple[Fact, ...] = ()
    smallest: bool = True
    solution: Grid | None = None
    must: int = 0
    chain: Chain | None = field(default=None, repr=False)
    wrong: tuple[Entry, ...] = ()

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that show it, in order, each with its own facts; empty if there are none.

        They may use facts that are not among `facts`, where these make them easier to see. If
        `chain.claim` is not None, they lead from there to a contradiction.
        """
        return self.chain.steps if self.chain else ()

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
    def shown_facts(self) -> tuple[Fact, ...]:
        """The facts to light: all that the steps name; without steps, those of the set."""
        return self.chain.facts if self.chain else self.facts

    def tell_by_facts(self) -> Explanation:
        """The same answer, told with `facts` alone: in more steps, or with none but a guess."""
        what = self.puzzle.size, self.facts, self.cell, self.value, self.must
        return replace(self, chain=prove(*what) if self.facts else None)

    @property
    def short(self) -> bool:
        """Whether what the steps name is so little that a person sees it as a whole."""
        return bool(self.steps) and cost(self.shown_facts) <= SHORT

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells to light, in reading order: all that the sentences name."""
        found = {self.cell} if self.cell else set[Cell]()
        for step in self.steps:
            found.update(part.cell for part in step.parts)
            found.update(fact.cell for fact in step.concludes)
            if step.line and step.kind == "hidden":
                found.update(step.line.cells(self.puzzle.size))
        for fact in self.shown_facts:
            if not isinstance(fact, Line):
                found.update(fact if isinstance(fact, Sign) else [fact.cell])
        return tuple(sorted(found | {entry.cell for entry in self.wrong}))

    @property
    def leaves(self) -> dict[Cell, tuple[int, ...]]:
        """The values that a step of `explain` leaves to cells: the one that it finds, or some."""
        if self.cell and self.must:
            return {self.cell: (self.must,)}
        last = self.steps[-1].concludes if self.steps else ()
        return {fact.cell: fact.values for fact in last if isinstance(fact, Left)}

    # -- in words ------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The answer: a sentence or two, or a numbered line for each step."""
        answer = self._answer()
        if not self.wrong:
            return answer
        plural = len(self.wrong) > 1
        them, are, has = ("them", "are", "has them") if plural else ("it", "is", "has it")
        first = f"{listed(self.wrong)} {are} wrong"
        if self.cell is None:
            return f"{first}: {answer.removeprefix('There is no solution: ')}"
        return f"{first}: {self._clash() or f'no solution {has}'}.\nWithout {them}, {answer}"

    def _clash(self) -> str:
        """What contradicts a wrong entry at a glance, if something does."""
        grid = {**self.puzzle.givens, **dict(self.wrong)}
        clashes = (find_clash(self.puzzle, grid, *entry) for entry in self.wrong)
        return next((clash[0] for clash in clashes if clash), "")

    def _answer(self) -> str:
        if self.solution and not self.cell:
            return "There is a solution: see `solution`."
        if self.solution:
            what = f"can be {self.value}" if self.value else "can have more than one value"
            return f"{self.cell} {what}: some values in the other cells agree with it."
        head = f"{self.cell} cannot be {self.value}" if self.cell else "There is no solution"
        head, steps = f"{self.cell} must be {self.must}" if self.must else head, self.steps
        if not self.chain:
            return f"{head}{', but it takes a guess to see that' * bool(self.facts)}."
        claim = self.chain.claim
        itself = len(steps) == 1 if not self.cell else not (self.value or claim or len(steps) > 2)
        between = "" if not claim else "otherwise" if self.must else "with it"
        return tell_chain(steps, self.puzzle.size, "" if itself else head, between)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        """The sentence, and the board with the facts lit."""
        from futoshiki_lab.draw.scene import Scene  # only to be shown
        from futoshiki_lab.draw.svg import board_svg

        facts, size, wrong = self.shown_facts, self.puzzle.size, dict(self.wrong)
        value = "" if self.solution else str(self.must or self.value or "")
        rows = self.solution or self.puzzle.grid
        small = {fact.cell: fact.values for fact in facts if isinstance(fact, Left)}
        small |= {c: (rows[c.row][c.column],) for c in self.puzzle.cells if self.solution}
        lines = [fact.cells(size) for fact in facts if isinstance(fact, Line)]
        scene = Scene(
            *(self.puzzle, {**self.puzzle.givens, **wrong}, small),
            current=self.cell,
            asked=(value, not self.must) if self.cell else None,
            faults=tuple((cell,) for cell in wrong),
            lit_cells=tuple(fact.cell for fact in facts if isinstance(fact, Entry | Left)),
            lit_signs=tuple(fact for fact in facts if isinstance(fact, Sign)),
            lit_lines=tuple((line[0], line[-1]) for line in lines),
            strike=False,
        )
        enough = f"\nFewer facts are enough: {listed(self.facts)}. See `tell_by_facts()`."
        fewer = cost(self.facts) < cost(facts)
        told = escape(self.text + enough * fewer).replace("\n", "<br>")
        return f"<p>{told}</p>{board_svg(scene, 55)}"

    def trace(self) -> Trace:
        """A recorded search of the present state with the value entered: all that can be tried.

        Where the cell has to have a value, or no cell was asked about, nothing is entered. Of some
        selections of cells it is the one that takes the fewest nodes.
        """
        rows = [list(row) for row in self.puzzle.grid]
        if self.cell and self.value:
            rows[self.cell.row][self.cell.column] = self.value
        state = Puzzle(rows, self.puzzle.signs, self.puzzle.name)
        found = (record(state, "gac", select) for select in GUESSES)
        return min(found, key=lambda trace: trace.counts.nodes)
