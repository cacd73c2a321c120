"""How long `why` takes; how its answers read; steps of graded puzzles.

    python benchmarks/why.py --write docs/WHY.md

Times are processor times.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import median
from textwrap import fill
from time import process_time

from first_answer import write_between

from futoshiki_lab import Cell, Puzzle, explain, load_all, solve, why
from futoshiki_lab.reasons import SHORT
from futoshiki_lab.reasons.telling import words_in

TIMES = "<!-- times: written by benchmarks/why.py -->", "<!-- end of the times -->"
ANSWERS = "<!-- answers: written by benchmarks/why.py -->", "<!-- end of the answers -->"
STEPS = "<!-- steps: written by benchmarks/why.py -->", "<!-- end of the steps -->"
SHARES = (0.0, 0.2, 0.4)
SIZES = (4, 5, 6, 7, 8, 9)
LARGE = 7  # from here on a third of the puzzles
GRADES = ("Trivial", "Easy", "Tricky", "Extreme", "Recursive")


@dataclass(frozen=True)
class Question:
    """A wrong value of an open cell, in a state of a puzzle."""

    state: Puzzle
    cell: Cell
    value: int


def questions(size: int, share: float, count: int, grade: str = "Extreme") -> list[Question]:
    """So many questions on puzzles of a grade, with a share of their open cells entered."""
    random, puzzles, found = (
        Random(f"{size} {share}"),
        load_all(f"unequal/{size}x{size}-{grade.lower()}"),
        [],
    )
    while len(found) < count:
        puzzle = puzzles[len(found) % len(puzzles)]
        right = solve(puzzle, "gac", "dom_wdeg").solution
        rows = [
            [
                value if puzzle[row, column] or random.random() < share else 0
                for column, value in enumerate(line)
            ]
            for row, line in enumerate(right)
        ]
        cell = random.choice([cell for cell in puzzle.cells if not puzzle[cell]])
        rows[cell.row][cell.column] = 0
        wrong = [value for value in puzzle.values if value != right[cell.row][cell.column]]
        found.append(Question(Puzzle(rows, puzzle.signs), cell, random.choice(wrong)))
    return found


# -- times -----------------------------------------------------------------------------------------


def times(count: int) -> Iterator[str]:
    """The table of times, line by line."""
    yield "| board | questions | median, s | largest, s | median cost | proved cheapest |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for size, share in [(5, 0.0), *((9, share) for share in SHARES)]:
        seconds, found = [], []
        for asked in questions(size, share, count):
            start = process_time()
            found.append(why(asked.state, asked.cell, asked.value))
            seconds.append(process_time() - start)
        cost, proved = median(one.cost for one in found), sum(one.smallest for one in found)
        yield (
            f"| {size}x{size} Extreme, {share:.0%} entered | {count} | {median(seconds):.2f} "
            f"| {max(seconds):.2f} | {cost:g} | {proved} |"
        )


# -- answers ---------------------------------------------------------------------------------------


def answers(count: int) -> Iterator[str]:
    """How the answers read, by grade: wrong values at the start of puzzles from 4x4 to 9x9."""
    yield "| grade | questions | a guess | median words | longest line | median steps | most |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for grade in GRADES:
        asked = [one for size in SIZES for one in questions(size, 0.0, count, grade)]
        told = [why(one.state, one.cell, one.value, effort=100) for one in asked]
        lines = [words_in(line) for one in told for line in one.text.splitlines()]
        words = [words_in(one.text) for one in told]
        steps = [len(one.steps) for one in told if one.steps]
        guesses = len(told) - len(steps)
        yield (
            f"| {grade} | {len(told)} | {guesses} | {median(words):g} | {max(lines)} "
            f"| {median(steps):g} | {max(steps)} |"
        )


# -- steps -----------------------------------------------------------------------------------------


def steps(count: int) -> Iterator[str]:
    """The largest step of each puzzle, by size and grade, and where cost and grade disagree."""
    yield "| size | grade | puzzles | the largest step of each, in order | median | not sure | s |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    found: list[tuple[int, int, int, str]] = []
    whole: list[bool] = []
    for size in SIZES:
        for level, grade in enumerate(GRADES):
            few = count if size < LARGE else max(1, count // 3)
            puzzles = load_all(f"unequal/{size}x{size}-{grade.lower()}")[:few]
            start = process_time()
            solved = [explain(puzzle, progress=False) for puzzle in puzzles]
            seconds = (process_time() - start) / len(puzzles)
            costs = [one.largest.cost for one in solved]
            found += [(size, level, one.largest.cost, one.puzzle.name) for one in solved]
            every = [step.smallest for one in solved for step in one]
            whole += every
            unsure = f"{every.count(False)} of {len(every)}"
            listed = ", ".join(map(str, sorted(costs)))
            yield (
                f"| {size}x{size} | {grade} | {len(costs)} | {listed} | {median(costs):g} "
                f"| {unsure} | {seconds:.1f} |"
            )
    yield ""
    yield f"Of all {len(whole):,} steps, {whole.count(False):,} may have cheaper facts."
    yield ""
    yield disagreement(found)


def disagreement(found: list[tuple[int, int, int, str]]) -> str:
    """How often the puzzle of the lower grade needs the larger step, in words."""
    pairs = [(a, b) for a, b in combinations(found, 2) if a[0] == b[0] and a[1] < b[1]]
    contrary = [(a, b) for a, b in pairs if a[2] > b[2]]
    low, high = max(contrary, key=lambda pair: (pair[1][1] - pair[0][1], pair[0][2] - pair[1][2]))
    takes = sum(cost > SHORT for _, _, cost, _ in found)
    text = (
        f"Of {len(pairs):,} pairs of one size and different grades, the lower grade needs the "
        f"larger step in {len(contrary):,}. The widest gap: `{low[3]}` ({GRADES[low[1]]}) needs "
        f"a step that costs {low[2]}, `{high[3]}` ({GRADES[high[1]]}) none above {high[2]}. "
        f"{takes} of the {len(found)} puzzles need a step that costs more than {SHORT}."
    )
    return fill(text, 120)


def main() -> None:
    """Print the tables, and write them into a page if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=20, help="questions of each kind")
    parser.add_argument("--puzzles", type=int, default=3, help="puzzles of each graded set")
    parser.add_argument("--no-times", action="store_true", help="leave out the first table")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="replace the page's tables")
    asked = parser.parse_args()
    parts = (
        (TIMES, times(asked.count)),
        (ANSWERS, answers(asked.count // 4)),
        (STEPS, steps(asked.puzzles)),
    )
    parts = parts[1:] if asked.no_times else parts
    for (begin, end), lines in parts:
        kept = []
        for line in lines:
            print(line, flush=True)
            kept.append(line)
        if asked.write:
            write_between(asked.write, begin, end, "\n".join(kept))


if __name__ == "__main__":
    main()
