"""`explain`: a whole solution as steps, each with its reasons, and the cheapest next one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from html import escape

from futoshiki_lab.core import Board, Cell, Grid, Puzzle, must_be_puzzle, whole_number
from futoshiki_lab.core.puzzle import grid_of
from futoshiki_lab.reasons.chain import CASE, Chain, Step, find_chain, finish, steps_to
from futoshiki_lab.reasons.cheapest import Query, open_questions
from futoshiki_lab.reasons.closure import IS, Closure
from futoshiki_lab.reasons.explanation import SHORT, Explanation
from futoshiki_lab.reasons.facts import Entry, Fact, Left, facts_of, sort_facts
from futoshiki_lab.reasons.filling import shrink
from futoshiki_lab.reasons.ladder import record_changes, solutions
from futoshiki_lab.reasons.marks import Deduction
from futoshiki_lab.support.progress import with_bar
from futoshiki_lab.trace import Trace

EFFORT = 300  # questions to a solver, for each step


class Steps(list[Explanation]):
    """What `explain` returns: a list with an `Explanation` for each step.

    In a notebook it shows itself as a list of sentences; `Stepper` shows it on a board.

    Attributes
    ----------
    puzzle : what is solved.
    """

    def __init__(self, puzzle: Puzzle, steps: Iterable[Explanation] = ()):
        super().__init__(steps)
        self.puzzle = puzzle

    @property
    def complete(self) -> bool:
        """Whether the steps fill the board; not if Ctrl-C came before."""
        return sum(bool(step.must) for step in self) == self.total

    @property
    def total(self) -> int:
        """How many values there are to find."""
        return len(self.puzzle.cells) - len(self.puzzle.givens)

    @property
    def largest(self) -> Explanation:
        """The step that costs most; the first of several."""
        return max(self, key=lambda step: step.cost)

    def trace(self) -> Trace:
        """The steps as a recorded run without guesses, to step through."""

        def reasons(board: Board, cell: Cell) -> bool:
            """A look that removes nothing: the steps do."""
            return True

        def changes(board: Board) -> Iterator[Deduction]:
            for step in self:
                gone = {
                    cell: tuple(value for value in self.puzzle.values if value not in left)
                    for cell, left in step.leaves.items()
                }
                found = {step.cell: step.must} if step.cell and step.must else {}
                yield Deduction(f"cost {step.cost}", "", step.text, step.cells, gone, found)

        return record_changes(self.puzzle, reasons, changes, "the steps were interrupted")

    def __repr__(self) -> str:
        head, *lines = self._lines()
        return "\n".join([head, *(f"{at}. {line}" for at, line in enumerate(lines, 1))])

    def _repr_html_(self) -> str:
        head, *lines = map(escape, self._lines())
        items = "".join(f"<li>{line}</li>" for line in lines)
        return f'<p>{head}</p><ol style="text-align: left">{items}</ol>'

    def _lines(self) -> list[str]:
        """A line about all, then one for each step."""
        count = f"{len(self)} step{'s' * (len(self) != 1)}"
        if not self.complete:
            found = sum(bool(step.must) for step in self)
            count += f" to {found} of {self.total} values"
        head = count + (f"; the largest costs {self.largest.cost}" if self else "")
        sure = ", perhaps not the least"
        return [head, *(f"{step} (cost {step.cost}{sure * (not step.smallest)})" for step in self)]


def explain(puzzle: Puzzle, *, effort: int = EFFORT, progress: bool = True) -> Steps:
    """The whole solution as a sequence of steps, each the cheapest next one.

    A step enters the value that follows with the least cost, with its cheapest reasons, as `why`
    finds them. What was entered before is an entry, which costs 1. Where the reasons cost more than
    20, there are small steps instead, which also rule values out.

    Parameters
    ----------
    effort : how much work each step may be, in questions to a solver. Where that is not enough,
        `smallest` of the step says that some other reasons may be cheaper.
    progress : whether a bar shows how far it is, if it takes longer than half a second.

    Returns
    -------
    A list with an `Explanation` for each step. Ctrl-C ends the work; what was found is returned.

    Raises
    ------
    ValueError : the puzzle has no solution (`why(puzzle)` says why), or several.
    KeyboardInterrupt : after Ctrl-C before the solution is known.
    """
    must_be_puzzle(puzzle)
    whole_number("effort", effort, 0)
    found = solutions(puzzle)
    if len(found) != 1:
        what = "several solutions" if found else "no solution: why(puzzle) says why"
        raise ValueError(f"only one solution can be explained, and this puzzle has {what}")
    steps = Steps(puzzle)
    course: Iterable[Explanation] = Course(puzzle, found[0], effort)
    if progress:
        course = with_bar(course, " steps", steps.total)
    try:
        for step in course:
            steps.append(step)
    except KeyboardInterrupt:
        pass
    return steps


class Course:
    """The steps, each found when it is asked for.

    Parameters
    ----------
    effort : how much work each step may be, in questions to a solver.
    """

    def __init__(self, puzzle: Puzzle, solution: Grid, effort: int):
        self.state, self.effort = puzzle, effort  # the puzzle with what the steps have entered
        empty = (cell for cell in puzzle.cells if not puzzle[cell])
        self._open = {cell: solution[cell.row][cell.column] for cell in empty}

    def __iter__(self) -> Iterator[Explanation]:
        right = [Entry(*found) for found in self._open.items()]
        met: list[list[int]] = []
        clauses = open_questions(self.state, [*facts_of(self.state), *right])
        while self._open:
            facts = list(facts_of(self.state))
            cell, chain = self._next(facts)
            question = Query(clauses, self.state, cell, facts, self.effort)
            question.met, must = met, self._open[cell]
            claim = -clauses.literal(Entry(cell, must))
            found = question.reason(claim, must=must, chain=chain)
            if found.cost > SHORT and chain:
                for step in chain.steps:
                    yield from self._parts_of(step)
            if cell in self._open:
                yield self._enter(found)

    def _next(self, facts: list[Fact]) -> tuple[Cell, Chain | None]:
        """The cell whose value follows forward with the least cost; without one, any."""
        size = self.state.size
        closure = Closure(size, facts)
        number = closure.shape.number
        goals = {(IS, number(cell), value): cell for cell, value in self._open.items()}
        found = closure.run(goals)
        for case in () if found else closure.try_values(CASE):
            closure.offer(*case)
        found = found or closure.run(goals)
        if found:
            steps = steps_to(closure, found)
            few = Chain(tuple(finish(size, steps))) if len(steps) < 3 else None
            return goals[found], few or find_chain(size, facts, found)
        return min(self._open, key=lambda at: closure.left[number(at)].bit_count()), None

    def _parts_of(self, step: Step) -> Iterator[Explanation]:
        """A small step: one for each value that it finds, or one for what it rules out."""
        for fact in step.concludes:
            if isinstance(fact, Entry):
                facts = sort_facts(shrink(self.state.size, step.named, [fact]))
                chain = Chain((replace(step, concludes=(fact,), facts=facts),))
                asked = self.state, fact.cell, 0, facts, False
                yield self._enter(Explanation(*asked, must=fact.value, chain=chain))
        if isinstance(fact, Left):
            yield Explanation(self.state, fact.cell, 0, step.facts, False, chain=Chain((step,)))

    def _enter(self, found: Explanation) -> Explanation:
        """Enter the value that a step finds."""
        assert found.cell
        entered = {**self.state.givens, found.cell: self._open.pop(found.cell)}
        signs, name = self.state.signs, self.state.name
        self.state = Puzzle(grid_of(entered, self.state.size), signs, name)
        return found
