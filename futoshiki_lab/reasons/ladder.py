"""The rules in use: the easiest finding first, with and without guesses; as a look, as a run."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from futoshiki_lab.core import (
    Board,
    Cell,
    Grid,
    LimitReached,
    Look,
    Order,
    Puzzle,
    Reason,
    Run,
    Select,
    must_be_puzzle,
    unknown,
)
from futoshiki_lab.reasons.filling import fillings
from futoshiki_lab.reasons.marks import EASY, EXTREME, LEVELS, Deduction, Marks, signs_of
from futoshiki_lab.reasons.rules import Rule, eliminate_in_lines, rules_for
from futoshiki_lab.reasons.shape import Bits, CellBits, bits_of, rows_of
from futoshiki_lab.solving import solve
from futoshiki_lab.trace import Trace, record


def level_number(level: str) -> int:
    """The place of a level in `LEVELS`.

    Raises
    ------
    ValueError : there is no such level; the message lists them.
    """
    if level not in LEVELS:
        raise ValueError(unknown("level", level, LEVELS))
    return LEVELS.index(level)


# -- without a guess -------------------------------------------------------------------------------


def advance(marks: Marks, rules: Iterable[Rule]) -> Iterator[Deduction]:
    """Apply the easiest finding of any rule, repeatedly, until no rule finds anything.

    A complete board is checked against every line and sign, whatever rules filled it: if `marks` is
    complete and not dead at the end, it is a solution.

    Yields
    ------
    Each finding, already applied. A contradiction is not yielded: it is in `marks.dead`.
    """
    checks = rules_for(marks.shape.size, EASY, graded=True)
    while marks.dead is None:
        for rule in checks if marks.complete else rules:
            finding = next(rule(marks), None)
            if finding:
                marks.apply(finding)
                if finding is not marks.dead:
                    yield finding
                break
        else:
            return


def apply_all(marks: Marks, rules: Iterable[Rule]) -> None:
    """Apply what the rules find, until none finds anything."""
    deque(advance(marks, rules), maxlen=0)


def clear_lines(marks: Marks) -> None:
    """Remove placed values from their lines, which a player does without a hint."""
    apply_all(marks, [eliminate_in_lines])


# -- with guesses ----------------------------------------------------------------------------------


def completions(marks: Marks) -> Iterator[Grid]:
    """All solutions from a state on."""
    shape = marks.shape
    for masks in fillings(marks.masks, shape.lines, marks.signs):
        yield rows_of(map(int.bit_length, masks), shape.size)


@lru_cache(maxsize=64)
def solutions(puzzle: Puzzle) -> tuple[Grid, ...]:
    """At most two solutions of a puzzle: enough to know whether there is exactly one.

    KeyboardInterrupt is raised after Ctrl-C.
    """
    run = solve(puzzle, "gac", "dom_wdeg", solutions=2)
    if run.outcome == "interrupted":
        raise KeyboardInterrupt
    return run.solutions


def unique(puzzle: Puzzle) -> Grid | None:
    """The only solution; None if there is none, or more than one."""
    found = solutions(puzzle)
    return found[0] if len(found) == 1 else None


def path_to(goal: Iterable[CellBits], history: list[Deduction], known: Marks) -> list[Deduction]:
    """The findings that a goal depends on, in order, and no others.

    A run of the rules does everything that is easy, and most of it has nothing to do with the goal.
    From the end to the start, the findings that removed what has to be absent are looked up.

    Parameters
    ----------
    goal : the values that have to be absent, by cell; see `Deduction.premises`.
    history : what was found and applied, in order.
    known : the values that were left before all this.
    """
    needs: dict[int, Bits] = {}

    def need(premises: Iterable[CellBits]) -> None:
        for cell, absent in premises:
            needs[cell] = needs.get(cell, 0) | absent & known.masks[cell]

    need(goal)
    path = []
    for finding in reversed(history):
        number, removes = known.shape.number, finding.removes.items()
        changes = [(number(cell), bits_of(gone)) for cell, gone in removes]
        if any(needs.get(cell, 0) & gone for cell, gone in changes):
            path.append(finding)
            for cell, gone in changes:
                needs[cell] = needs.get(cell, 0) & ~gone
            need(finding.premises)
    return path[::-1]


# -- as a look of the search ---


def look_logic(board: Board, cell: Cell) -> bool:
    """Deduce all that the rules allow, the easiest first, until none finds anything more.

    A look of `search`: each prune has the reason that a person would give. False: the rules met a
    contradiction, so the value just assigned is wrong. While the givens are placed only their
    lines are cleared; the rules are used on all of them together, before the first node.
    """
    return eliminate(board, cell) if board.in_setup else use_rules(board, EXTREME)


def look_logic_easy(board: Board, cell: Cell) -> bool:
    """As `look_logic`, with singles and signs only."""
    return eliminate(board, cell) if board.in_setup else use_rules(board, EASY)


def use_rules(board: Board, level: int) -> bool:
    """Prune all that the rules of a level allow. False: they met a contradiction."""
    marks = marks_of(board)
    for finding in advance(marks, rules_for(marks.shape.size, level)):
        prune(board, finding)
    if marks.dead and all(board.domains.values()):
        wipe_out(board, marks.dead)
    return marks.dead is None


def eliminate(board: Board, cell: Cell) -> bool:
    """Line elimination: remove the value just given to a cell from the rest of its lines."""
    value = board.values[cell]
    for other in board.puzzle.neighbours[cell]:
        if value in board.domains[other]:
            if other in board.values:
                return False  # a broken search went on after a failed look
            board.prune(other, value, because=cell)
            if not board.domains[other]:
                return False
    return True


# What `set_up` does before the first node.
look_logic.begin_with = partial(use_rules, level=EXTREME)  # type: ignore[attr-defined]
look_logic_easy.begin_with = partial(use_rules, level=EASY)  # type: ignore[attr-defined]


def logic_solver(puzzle: Puzzle, seed: int = 0, **settings: Any) -> Run:
    """Eliminate and insert, then guess a value at random, and so on.

    (Based on `logic_solver` in the README of a Futoshiki Solver; the rules' names are from there.)

    Parameters
    ----------
    seed : the seed of the guesses.
    settings : other parameters of `futoshiki_lab.solving.solve`.
    """
    return solve(puzzle, look_logic_easy, "mrv", "random", seed=seed, **settings)


def logic_solver_deterministic(puzzle: Puzzle, **settings: Any) -> Run:
    """The same with the guesses in ascending order."""
    return solve(puzzle, look_logic_easy, "mrv", "ascending", **settings)


# -- from a board to marks, and back ---------------------------------------------------------------


def marks_of(board: Board) -> Marks:
    """A board's domains as marks; an assigned cell is filled."""
    puzzle = must_be_puzzle(board.puzzle)
    masks = [bits_of(domain) for domain in board.domains.values()]
    placed = sum(1 << cell.row * puzzle.size + cell.column for cell in board.values)
    return Marks(puzzle.size, signs_of(puzzle), masks, placed)


def prune(board: Board, found: Deduction) -> None:
    """Remove what was found, with the reason, from the cells that are not assigned."""
    because: Cell | Reason = Reason(found.rule, found.text, found.cells)
    if found.title == "line elimination":
        because = found.cells[0]
    for cell, gone in found.removes.items():
        for value in gone:
            if value in board.domains[cell] and cell not in board.values:
                board.prune(cell, value, because=because)


def wipe_out(board: Board, dead: Deduction) -> None:
    """Show a contradiction where every cell still has a value: empty its last unassigned cell."""
    cell = max(dead.cells, key=lambda cell: (cell not in board.values, cell))
    prune(board, replace(dead, removes={cell: tuple(board.domains[cell])}))


# -- without guessing ------------------------------------------------------------------------------


def deduce(puzzle: Puzzle, level: str = "Extreme") -> Trace:
    """The deductions as a recorded run to step through: no guess, each prune with its reason.

    Every deduced value is assigned, so the run is a search tree without branches. Its outcome is
    "solved" if the rules are enough; "limit" if they find nothing more before that.

    Raises
    ------
    ValueError : there is no such level.
    """
    rules = rules_for(must_be_puzzle(puzzle).size, level_number(level))

    def steps(board: Board) -> Iterator[Deduction]:
        marks = marks_of(board)
        yield from advance(marks, rules)
        yield from [marks.dead] if marks.dead else []

    def logic(board: Board, cell: Cell) -> bool:
        return eliminate(board, cell)

    return record_changes(puzzle, logic, steps, "no rule finds anything more")


def record_changes(
    puzzle: Puzzle, look: Look, steps: Callable[[Board], Iterable[Deduction]], unfinished: str
) -> Trace:
    """Steps as a recorded run without guesses; what they enter is assigned.

    Parameters
    ----------
    steps : the changes from a board on; one that changes nothing is a contradiction.
    unfinished : what the run says of its end if the board is not full then.
    """

    def reason(board: Board, look: Look, select: Select, order: Order) -> bool:
        """Do what the steps say; `select` and `order` are not needed."""
        for change in steps(board):
            if not change.removes and not change.places:
                return False
            prune(board, change)
            for cell, value in change.places.items():
                board.assign(cell, value)
                board.accept(cell)
        if not board.complete:
            raise LimitReached(unfinished)
        return board.solution()

    return record(puzzle, look, search=reason)
