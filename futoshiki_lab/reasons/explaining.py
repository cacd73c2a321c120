"""`explain`: a whole solution as a sequence of steps, each with its reasons."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from futoshiki_lab.core import (
    Board,
    Cell,
    LimitReached,
    Look,
    Order,
    Puzzle,
    Reason,
    Select,
    must_be_puzzle,
    whole_number,
)
from futoshiki_lab.reasons.explanation import Explanation
from futoshiki_lab.solving import solve
from futoshiki_lab.support.extras import need
from futoshiki_lab.support.progress import with_bar
from futoshiki_lab.trace import Trace, record

EFFORT = 2_000  # questions to a solver, for each step


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
        return len(self) == len(self.puzzle.cells) - len(self.puzzle.givens)

    @property
    def largest(self) -> Explanation:
        """The step that costs most; the first of several."""
        return max(self, key=lambda step: step.cost)

    def trace(self) -> Trace:
        """The steps as a recorded run without guesses, to step through."""

        def follow(board: Board, look: Look, select: Select, order: Order) -> bool:
            """Remove the other values of each cell, and fill it."""
            for step in self:
                assert step.cell
                why = Reason(f"cost {step.cost}", step.clause, step.cells)
                for value in board.domains[step.cell]:
                    if value != step.must:
                        board.prune(step.cell, value, because=why)
                board.assign(step.cell, step.must)
                board.accept(step.cell)
            if not self.complete:
                raise LimitReached("the steps were interrupted")
            return board.solution()

        return record(self.puzzle, reasons, search=follow)

    def __repr__(self) -> str:
        head, *lines = self._lines()
        return "\n".join([head, *(f"{at}. {line}" for at, line in enumerate(lines, 1))])

    def _repr_html_(self) -> str:
        head, *lines = map(escape, self._lines())
        items = "".join(f"<li>{line}</li>" for line in lines)
        return f'<p>{head}</p><ol style="text-align: left">{items}</ol>'

    def _lines(self) -> list[str]:
        """A line about all, then one for each step."""
        all_of = len(self.puzzle.cells) - len(self.puzzle.givens)
        count = f"{len(self)} of {all_of}" * (not self.complete) or str(len(self))
        head = f"{count} steps" + (f"; the largest costs {self.largest.cost}" if self else "")
        return [head, *(f"{step} ({_price(step)})" for step in self)]


def explain(puzzle: Puzzle, *, effort: int = EFFORT, progress: bool = True) -> Steps:
    """The whole solution as a sequence of steps, each the cheapest next one.

    A step enters the value that a cell must have, with the cheapest reasons for it, as `why` finds
    them; no other open cell has cheaper ones. What was entered before is an entry, which costs 1.

    Parameters
    ----------
    effort : how much work each step may be, in questions to a solver. Where that is not enough,
        `smallest` of the step says that some other step may be cheaper.
    progress : whether a bar shows how far it is, if it takes longer than half a second.

    Returns
    -------
    A list with an `Explanation` for each step. Ctrl-C ends the work; what was found is returned.

    Raises
    ------
    ValueError : the puzzle has no solution (`why(puzzle)` says why), or several.
    ModuleNotFoundError : PySAT is missing; it says how to install it.
    """
    must_be_puzzle(puzzle)
    whole_number("effort", effort, 0)
    need("explain", "why", "pysat")
    from futoshiki_lab.reasons.course import Course  # it needs PySAT

    run = solve(puzzle, "gac", "dom_wdeg", solutions=2)
    if len(run.solutions) != 1:
        what = "several solutions" if run.solutions else "no solution: why(puzzle) says why"
        raise ValueError(f"only one solution can be explained, and this puzzle has {what}")
    steps = Steps(puzzle)
    course = Course(puzzle, run.solutions[0], effort)
    try:
        for step in with_bar(course, " steps") if progress else course:
            steps.append(step)
    except KeyboardInterrupt:
        pass
    return steps


def _price(step: Explanation) -> str:
    return f"cost {step.cost}" + ", perhaps not the least" * (not step.smallest)


def reasons(board: Board, cell: Cell) -> bool:
    """A look that removes nothing: the steps do."""
    return True
