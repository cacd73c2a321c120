"""How long `why` takes, beside CPMpy's MUS tools; how its answers read; steps of graded puzzles.

    python benchmarks/why.py --write docs/WHY.md --cpmpy venv/bin/python

Times are processor times. CPMpy is asked with a Python that has it (`pip install cpmpy`); without
`--cpmpy` it is left out. A question that takes it longer than the limit is ended.
"""

from __future__ import annotations

import argparse
import json
import subprocess
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
from futoshiki_lab.logic import SHORT
from futoshiki_lab.logic.telling import words_in

TIMES = "<!-- times: written by benchmarks/why.py -->", "<!-- end of the times -->"
ANSWERS = "<!-- answers: written by benchmarks/why.py -->", "<!-- end of the answers -->"
STEPS = "<!-- steps: written by benchmarks/why.py -->", "<!-- end of the steps -->"
PEER = Path(__file__).with_name("contestants") / "cpmpy_reasons.py"
LIMIT = 30  # seconds by the clock, for each question to CPMpy
FEW = 5  # questions to CPMpy for each board
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

    def as_json(self) -> str:
        signs, entries = sorted(self.state.signs), list(self.state.givens.items())
        return json.dumps(
            {"size": self.state.size, "signs": signs, "entries": entries}
            | {"cell": self.cell, "value": self.value}
        )


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


def ours(asked: Question) -> dict[str, float]:
    start = process_time()
    reasons = why(asked.state, asked.cell, asked.value)
    return {"seconds": process_time() - start, "cost": reasons.cost, "proved": reasons.smallest}


def peer(python: str, tool: str, asked: Question) -> dict[str, float] | None:
    """CPMpy's answer; None if it took too long."""
    command = [python, str(PEER), tool]
    try:
        done = subprocess.run(
            command,
            input=asked.as_json(),
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=True,
        )
    except subprocess.TimeoutExpired:
        return None
    return json.loads(done.stdout)


def row(name: str, board: str, answers: list[dict[str, float] | None]) -> str:
    """A line of the table of times."""
    done = [answer for answer in answers if answer]
    seconds, costs = ([answer[what] for answer in done] for what in ("seconds", "cost"))
    middle, most, cost = (
        f"{f(x):.{d}f}" if x else ""
        for f, x, d in ((median, seconds, 2), (max, seconds, 2), (median, costs, 0))
    )
    proved = sum(answer["proved"] for answer in done) if name == "why" else ""
    return (
        f"| {board} | {name} | {len(done)} of {len(answers)} | {middle} | {most} | {cost} "
        f"| {proved} |"
    )


def times(count: int, python: str | None) -> Iterator[str]:
    """The table of times, line by line."""
    yield "| board | tool | answered | median, s | largest, s | median cost | proved cheapest |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for size, share in [(5, 0.0), *((9, share) for share in SHARES)]:
        board = f"{size}x{size} Extreme, {share:.0%} entered"
        asked = questions(size, share, count)
        yield row("why", board, list(map(ours, asked)))
        if not python:
            continue
        some, tools = asked[:FEW], ("mus", "optimal_mus") if size == 5 else ("mus",)
        yield row("why", f"{board}, the first {FEW}", list(map(ours, some)))
        for tool in tools:
            answers = [peer(python, tool, one) for one in some]
            yield row(f"CPMpy `{tool}`", f"{board}, the first {FEW}", answers)


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
    for size in SIZES:
        for level, grade in enumerate(GRADES):
            few = count if size < LARGE else max(1, count // 3)
            puzzles = load_all(f"unequal/{size}x{size}-{grade.lower()}")[:few]
            start = process_time()
            solved = [explain(puzzle, progress=False) for puzzle in puzzles]
            seconds = (process_time() - start) / len(puzzles)
            costs = [one.largest.cost for one in solved]
            found += [(size, level, one.largest.cost, one.puzzle.name) for one in solved]
            every = [step for one in solved for step in one]
            unsure = f"{sum(not step.smallest for step in every)} of {len(every)}"
            listed = ", ".join(map(str, sorted(costs)))
            yield (
                f"| {size}x{size} | {grade} | {len(costs)} | {listed} | {median(costs):g} "
                f"| {unsure} | {seconds:.1f} |"
            )
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
    parser.add_argument("--puzzles", type=int, default=8, help="puzzles of each graded set")
    parser.add_argument("--cpmpy", metavar="PYTHON", help="a Python that has cpmpy")
    parser.add_argument("--no-times", action="store_true", help="leave out the first table")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="replace the page's tables")
    asked = parser.parse_args()
    parts = (
        (TIMES, times(asked.count, asked.cpmpy)),
        (ANSWERS, answers(asked.count)),
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
