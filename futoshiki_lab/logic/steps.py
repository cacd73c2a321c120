"""`explain`: a whole solution as steps, each with its reasons, and the cheapest next one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
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
from futoshiki_lab.logic.chain import Step, steps_to
from futoshiki_lab.logic.cheapest import open_questions, prove
from futoshiki_lab.logic.clauses import Clauses
from futoshiki_lab.logic.closure import IS, Closure
from futoshiki_lab.logic.explanation import SHORT, Explanation
from futoshiki_lab.logic.facts import PRICES, Entry, Fact, Left, cost, facts_of, sort_facts
from futoshiki_lab.logic.filling import shrink
from futoshiki_lab.logic.proving import Chain, find_chain
from futoshiki_lab.logic.smallest import Search
from futoshiki_lab.solving import solve
from futoshiki_lab.support.progress import with_bar
from futoshiki_lab.trace import Trace, record

EFFORT = 800  # questions to a solver, for each step
NEAR = 40  # what a value may cost, forward, to be looked at as the next one
SETS = 100  # of the correction sets that are known, so many of the smallest are used again


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
        return sum(bool(step.must) for step in self) == self._count

    @property
    def _count(self) -> int:
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

        def follow(board: Board, look: Look, select: Select, order: Order) -> bool:
            """Remove the values that each step rules out, and enter the one that it finds."""
            for step in self:
                why = Reason(f"cost {step.cost}", step.text, step.cells)
                for cell, left in step.leaves.items():
                    for value in board.domains[cell]:
                        if value not in left:
                            board.prune(cell, value, because=why)
                if step.must and step.cell:
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
        count = f"{len(self)} step{'s' * (len(self) != 1)}"
        if not self.complete:
            found = sum(bool(step.must) for step in self)
            count += f" to {found} of {self._count} values"
        head = count + (f"; the largest costs {self.largest.cost}" if self else "")
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
    """
    must_be_puzzle(puzzle)
    whole_number("effort", effort, 0)
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
        with open_questions(self.puzzle, [*self._rules, *self._right]) as self._clauses:
            while len(self._entered) < len(self._right):
                yield from self._next()

    def __len__(self) -> int:
        """How many values there are to find."""
        return len(self._right) - len(self.puzzle.givens)

    def _next(self) -> Iterator[Explanation]:
        """The cheapest step; if it costs much, all small steps to its value."""
        n, known = self.puzzle.size, [*self._rules, *self._entered]
        self._look(known)
        entry, smallest = self._cheapest()
        literals = self._search(entry).minimal(
            map(self._clauses.facts.__getitem__, self._kept[entry])
        )
        facts = sort_facts(map(self._clauses.facts.__getitem__, literals))
        forward = find_chain(n, known, (IS, entry.cell.row * n + entry.cell.column, entry.value))
        if cost(facts) > SHORT:
            for step in forward.steps if forward else ():
                yield from self._parts_of(step)
        if entry not in self._entered:
            chain = forward or prove(n, known, entry.cell, 0, entry.value)
            yield self._step(entry, facts, smallest, chain)

    def _parts_of(self, step: Step) -> Iterator[Explanation]:
        """A small step: one for each value that it finds, or one for what it rules out."""
        for fact in step.concludes:
            if isinstance(fact, Entry):
                facts = sort_facts(shrink(self.puzzle.size, step.named, [fact]))
                yield self._step(fact, facts, False, Chain((replace(step, concludes=(fact,)),)))
        left = [fact for fact in step.concludes if isinstance(fact, Left)]
        if left:
            yield Explanation(
                self._state(), left[0].cell, 0, step.facts, False, chain=Chain((step,))
            )

    def _step(
        self, entry: Entry, facts: tuple[Fact, ...], smallest: bool, chain: Chain | None
    ) -> Explanation:
        """A step that finds a value, which is entered."""
        state = self._state()
        self._entered[entry] = None
        self._kept.pop(entry)
        return Explanation(state, entry.cell, 0, facts, smallest, must=entry.value, chain=chain)

    def _state(self) -> Puzzle:
        grid = grid_of(dict(list(self._entered)), self.puzzle.size)
        return Puzzle(grid, self.puzzle.signs, self.puzzle.name)

    def _look(self, known: Sequence[Fact]) -> None:
        """See what follows forward from what is known: cheaper sets, those of one step first."""
        closure = Closure(self.puzzle.size, known)
        closure.run(limit=NEAR)
        for entry in self._right:
            goal = IS, closure.shape.number(entry.cell), entry.value
            if entry not in self._entered and goal in closure.known:
                facts = Chain(tuple(steps_to(closure, goal))).facts
                found = set(map(self._clauses.literal, facts))
                if entry not in self._kept or self._clauses.price(found) < self._price(entry):
                    self._kept[entry] = found

    def _cheapest(self) -> tuple[Entry, bool]:
        """The entry whose reasons cost least, of all that are known; and whether that is sure."""
        for entry in self._right:
            if entry not in self._entered and entry not in self._kept:
                self._kept[entry] = self._search(entry).minimal()
        order = sorted(self._kept, key=self._price)
        if not isinstance(self._clauses, Clauses):
            return order[0], False
        self._clauses.effort.left = self.effort
        known, sure, best = self._corrections(), True, order[0]
        for entry in order:
            sets = [missed for wrong, missed in known if entry in wrong][:SETS]
            if self._at_least(sets) < self._price(best):  # it may have a cheaper set
                search = self._search(entry)
                found = search.cheaper(self._kept[entry], self._price(best), sets)
                self._kept[entry], sure = found
                self._note(search.met)
            best = min(best, entry, key=self._price)
            if not sure:
                break
        self._clauses.effort.left = inf
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
