"""`explain`: a whole solution as steps, each with its reasons, and the cheapest next one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from math import inf

from futoshiki_lab.core import (
    Board,
    Cell,
    Grid,
    LimitReached,
    Look,
    Order,
    Puzzle,
    Reason,
    Select,
    must_be_puzzle,
    whole_number,
)
from futoshiki_lab.core.puzzle import grid_of
from futoshiki_lab.extras import need
from futoshiki_lab.logic.clauses import Clauses
from futoshiki_lab.logic.explanation import Explanation
from futoshiki_lab.logic.facts import PRICES, Entry, Fact, facts_of, sort_facts
from futoshiki_lab.logic.smallest import Search
from futoshiki_lab.progress import with_bar
from futoshiki_lab.solving import solve
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

        def reasons(board: Board, cell: Cell) -> bool:
            """A look that removes nothing: the steps do."""
            return True

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
        sure = ", perhaps not the least"
        return [head, *(f"{step} (cost {step.cost}{sure * (not step.smallest)})" for step in self)]


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


class Course:
    """The steps, each found when it is asked for. What one has found is of use for the next:

    - a set of facts stays enough when more is entered, so that no cell gets dearer;
    - for values that break few rules, each cell in which they differ from the solution needs one of
      these rules, or an entry that the values do not have.

    Parameters
    ----------
    effort : how much work each step may be, in questions to a solver.
    """

    def __init__(self, puzzle: Puzzle, solution: Grid, effort: int):
        self.puzzle, self.effort = puzzle, effort
        rules = [fact for fact in facts_of(puzzle) if not isinstance(fact, Entry)]
        self._rules: list[Fact] = sorted(rules, key=lambda fact: -PRICES[type(fact)])
        self._right = [Entry(cell, solution[cell.row][cell.column]) for cell in puzzle.cells]
        self._entered = {Entry(*given): None for given in puzzle.givens.items()}
        self._kept: dict[Entry, set[int]] = {}  # for each open cell the cheapest set known
        self._met: dict[tuple[int, ...], tuple[set[Entry], set[int]]] = {}  # see `_note`

    def __iter__(self) -> Iterator[Explanation]:
        with Clauses(self.puzzle, [*self._rules, *self._right]) as self._clauses:
            while len(self._entered) < len(self._right):
                yield self._next()

    def __len__(self) -> int:
        """How many steps there are in all."""
        return len(self._right) - len(self.puzzle.givens)

    def _next(self) -> Explanation:
        """The cheapest step; it is taken."""
        entry, smallest = self._cheapest()
        facts = sort_facts(self._clauses.facts[literal] for literal in self._kept.pop(entry))
        grid = grid_of(dict(list(self._entered)), self.puzzle.size)
        self._entered[entry] = None
        state = Puzzle(grid, self.puzzle.signs, self.puzzle.name)
        return Explanation(state, entry.cell, 0, facts, smallest, must=entry.value)

    def _cheapest(self) -> tuple[Entry, bool]:
        """The entry whose reasons cost least, of all that are known; and whether that is sure."""
        if not self._kept:
            self._clauses.effort.left = inf
            left = [entry for entry in self._right if entry not in self._entered]
            self._kept = {entry: self._search(entry).minimal() for entry in left}
        self._clauses.effort.left = self.effort
        known, sure = self._corrections(), True
        order = sorted(self._kept, key=self._price)
        best = order[0]
        for entry in order:
            sets = [missed for wrong, missed in known if entry in wrong]
            if self._at_least(sets) < self._price(best):  # it may have a cheaper set
                search = self._search(entry)
                found = search.cheaper(self._kept[entry], self._price(best), sets)
                self._kept[entry], sure = found
                self._note(search.met)
            best = min(best, entry, key=self._price)
            if not sure:
                break
        return best, sure

    def _search(self, entry: Entry) -> Search:
        """The search for why an entry is what it must be."""
        claim = [-self._clauses.literal(entry)]
        return Search(self._clauses, claim, [*self._rules, *self._entered])

    def _price(self, entry: Entry) -> int:
        return self._clauses.price(self._kept[entry])

    def _at_least(self, sets: Iterable[set[int]]) -> int:
        """What all sets that hit these cost at least: disjoint ones have to be hit one by one."""
        price, seen = 0, set[int]()
        for missed in sets:
            if seen.isdisjoint(missed):
                seen |= missed
                price += min(map(self._clauses.prices.__getitem__, missed))
        return price

    def _note(self, met: Iterable[list[int]]) -> None:
        """Note the entries that some n² values do not have, and the rules that they break."""
        rules, tests = [*map(self._clauses.literal, self._rules)], self._clauses.tests
        for values in met:
            found = zip(self._right, values, strict=True)
            wrong = {entry for entry, value in found if entry.value != value}
            self._met[tuple(values)] = wrong, {rule for rule in rules if not tests[rule](values)}

    def _corrections(self) -> list[tuple[set[Entry], set[int]]]:
        """The entries that some values do not have, and the facts that fail for them."""
        found = []
        for wrong, broken in self._met.values():
            missed = {self._clauses.literal(entry) for entry in wrong if entry in self._entered}
            found.append((wrong, broken | missed))
        return sorted(found, key=lambda pair: len(pair[1]))
