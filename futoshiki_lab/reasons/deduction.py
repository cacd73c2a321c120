"""What follows on a board, in words; how hard a puzzle is; the grid of remaining values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice

from futoshiki_lab.core import Cell, Puzzle, must_be_puzzle
from futoshiki_lab.core.puzzle import sign_marks
from futoshiki_lab.reasons.explanation import Explanation
from futoshiki_lab.reasons.kernels import climbing
from futoshiki_lab.reasons.kernels.climber import Climber
from futoshiki_lab.reasons.ladder import advance, apply_all, level_number
from futoshiki_lab.reasons.marks import KINDS, LEVELS, RECURSIVE, Deduction, Marks, signs_of
from futoshiki_lab.reasons.rules import rules_for
from futoshiki_lab.reasons.shape import shape_of, values_of
from futoshiki_lab.solving import count_solutions, is_unique
from futoshiki_lab.support.phrases import listed


@dataclass(frozen=True)
class Hint:
    """One hint, in three strengths.

    Attributes
    ----------
    where : the weakest: where to look.
    rule : which rule to use there.
    why : the strongest: what follows, and why.
    cells : the cells to highlight.
    places : the values to enter.
    removes : the pencil marks to cross out.
    wrong : a cell with a wrong entry, or a cell whose marks lack its value; else None.
    reason : the facts that `why` tells of, where they are the cheapest ones that could be found.
    """

    where: str
    rule: str
    why: str
    cells: tuple[Cell, ...] = ()
    places: Mapping[Cell, int] = field(default_factory=dict)
    removes: Mapping[Cell, tuple[int, ...]] = field(default_factory=dict)
    wrong: Cell | None = None
    reason: Explanation | None = field(default=None, repr=False)

    def __str__(self) -> str:
        return "\n".join((self.where, self.rule, self.why))


def deductions(puzzle: Puzzle, level: str = "Extreme") -> list[Deduction]:
    """All deductions, from the start to the solution or until no rule finds anything more.

    Parameters
    ----------
    level : the highest level of the rules to use, one of `LEVELS`; see `grade`.

    Returns
    -------
    The deductions in order, each the easiest at its point; a contradiction is the last.

    Raises
    ------
    ValueError : there is no such level.
    """
    marks = Marks.of(puzzle)
    found = list(advance(marks, rules_for(puzzle.size, level_number(level))))
    return [*found, marks.dead] if marks.dead else found


# -- grades --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Grade:
    """The verdict on a puzzle.

    Attributes
    ----------
    level : one of `LEVELS` if the puzzle has exactly one solution; "ambiguous" if it has more,
        "impossible" if it has none.
    hardest : the hardest deduction that was needed; for Recursive and ambiguous puzzles the cell at
        which the rules stop, for impossible ones the contradiction if the rules found one. None if
        no deduction was needed.
    """

    level: str
    hardest: Deduction | None = None

    def __str__(self) -> str:
        return self.level


def grade(puzzle: Puzzle) -> Grade:
    """Say which level a puzzle has, as Simon Tatham's Unequal defines the levels.

    Trivial uses only singles in lines; Easy adds bounds over one sign at a time; Tricky adds naked
    and hidden sets in lines; Extreme adds sets across lines and forcing chains; Recursive needs
    guesses but has one solution. The level is the lowest whose rules solve the puzzle; a puzzle is
    impossible if its rules meet a contradiction or its search ends without a solution.

    Where Unequal differs from this description, grades follow Unequal: the last value of a cell is
    Trivial, like the last place in a line, and a forcing chain is one that a breadth-first search
    finds when it visits every cell once (`futoshiki_lab.reasons.rules`).
    """
    climber, shape = climber_of(puzzle), shape_of(puzzle.size)
    level = climber.climb()
    if level == climbing.DEAD:
        marks = Marks.of(puzzle)
        apply_all(marks, rules_for(puzzle.size, graded=True))
        return Grade("impossible", marks.dead)
    if level == climbing.STUCK:
        marks = marks_after(climber, puzzle)
        index = marks.most_limited()  # where the rules stop
        cell, left = shape.cells[index], values_of(marks.masks[index])
        text = f"{cell} can be {listed(left, 'or')}, and no rule says which"
        stop = Deduction("trial and error", LEVELS[RECURSIVE], text, (cell,))
        return Grade(("impossible", "Recursive", "ambiguous")[count_solutions(puzzle, 2)], stop)
    if level == climbing.TRIVIAL:
        found = advance(Marks.of(puzzle), rules_for(puzzle.size, level, graded=True))
    else:  # the hardest deduction is the next one
        marks = marks_after(climber, puzzle, climbing.BEFORE)
        found = islice(advance(marks, rules_for(puzzle.size, level, graded=True)), 1)
    hardest = max(found, key=lambda found: [*KINDS].index(found.title), default=None)
    return Grade(LEVELS[level], hardest)


def solvable(puzzle: Puzzle, level: str) -> bool:
    """Whether the rules up to a level solve a puzzle completely; then it has one solution.

    Parameters
    ----------
    level : one of `LEVELS`; "Recursive" asks whether there is exactly one solution.

    Raises
    ------
    ValueError : there is no such level.
    """
    limit, climber = level_number(level), climber_of(puzzle)
    needed = climber.climb(limit)
    if needed == climbing.STUCK == limit:
        return is_unique(puzzle)
    return climbing.DEAD < needed < climbing.STUCK


def climber_of(puzzle: Puzzle) -> Climber:
    """The puzzle on the ladder that runs."""
    must_be_puzzle(puzzle)
    return Climber(puzzle.size, [*chain.from_iterable(puzzle.grid)], signs_of(puzzle))


def marks_after(climber: Climber, puzzle: Puzzle, start: int = climbing.MASKS) -> Marks:
    """What is known where easier rules find nothing more; `start` as in `Climber.masks`."""
    masks = climber.masks(start)
    placed = sum(1 << cell for cell, mask in enumerate(masks) if not mask & mask - 1)
    return Marks(puzzle.size, signs_of(puzzle), masks, placed)


# -- the grid of remaining values ------------------------------------------------------------------


def remaining_values(puzzle: Puzzle, domains: Mapping[Cell, Sequence[int]] | None = None) -> str:
    """Write the values left in every cell: commas between them, columns aligned, signs between.

    `A` and `V` stand between rows, open towards the larger cell; a gap between columns is wider
    where it has a sign.

    Parameters
    ----------
    domains : the values left by cell, as in a board or a state of a trace; by default those that
        are left when no rule finds anything more.
    """
    if domains is None:
        marks = Marks.of(puzzle)
        apply_all(marks, rules_for(puzzle.size))
        domains = marks.remaining()
    known: dict[tuple[float, float], str] = dict(sign_marks(puzzle.signs, "<>AV"))
    known |= {cell: ",".join(map(str, left)) or "∅" for cell, left in domains.items()}
    places = [half / 2 for half in range(2 * puzzle.size - 1)]  # of cells, and between them
    columns = []
    for column in places:
        found = [known.get((row, column), "") for row in places]
        gap = 3 if any(found) else 2
        width = max(map(len, found))
        columns.append([text.center(gap) if column % 1 else text.rjust(width) for text in found])
    return "\n".join("".join(parts).rstrip() for parts in zip(*columns, strict=True))
