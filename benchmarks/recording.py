"""What recording costs: time against the same search unobserved, memory and replay per event.

Run with `make bench` or `python benchmarks/recording.py`. Each search is run plain and recorded in
turns; the ratio is that of the medians. It should be at most 2.5, with 60 bytes an event; a state
should take about a millisecond.
"""

from __future__ import annotations

import gc
import tracemalloc
from random import Random
from statistics import median
from time import perf_counter

from futoshiki_lab import load, record, solve

RUNS = 7
CASES = [
    ("nyu/Input2", "bt", "reading", None),
    ("nyu/Input2", "fc", "reading", None),
    ("usp/futoshiki#32", "bt", "reading", None),
    ("usp/futoshiki#32", "fc", "mrv", None),
    ("usp/futoshiki#32", "mac", "mrv", None),
    ("sysu/9x9", "fc", "reading", 10_000),
    ("sysu/9x9", "fc", "dom_wdeg", 10_000),
    ("sysu/9x9", "mac", "mrv", 300),
]


def seconds(function, *arguments, **settings) -> float:
    """How long one call takes, the garbage collector at rest."""
    gc.collect()
    start = perf_counter()
    function(*arguments, **settings)
    return perf_counter() - start


def memory(puzzle, way, limit) -> tuple[int, float]:
    """Events of a recording, and the bytes that each costs, tree and checkpoints included."""
    gc.collect()
    tracemalloc.start()
    trace = record(puzzle, *way, node_limit=limit)
    len(trace.tree)
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return len(trace), used / len(trace)


def state_milliseconds(puzzle, way, limit) -> float:
    """The median time that a state at a random step takes."""
    trace, random = record(puzzle, *way, node_limit=limit), Random(1)
    len(trace.tree)
    steps = [random.randint(0, len(trace)) for _ in range(200)]
    return 1000 * median(seconds(trace.state, step) for step in steps)


def main() -> None:
    """Print one row for each case."""
    print(
        f"{'puzzle':<18}{'search':<14}{'events':>9}{'plain':>9}{'recorded':>10}{'ratio':>7}", end=""
    )
    print(f"{'bytes/event':>13}{'state':>9}")
    for name, look, select, limit in CASES:
        puzzle, way = load(name), (look, select)
        pairs = [
            (
                seconds(solve, puzzle, *way, node_limit=limit),
                seconds(record, puzzle, *way, node_limit=limit),
            )
            for _ in range(RUNS)
        ]
        plain, recorded = (median(column) for column in zip(*pairs, strict=True))
        events, size = memory(puzzle, way, limit)
        state = state_milliseconds(puzzle, way, limit)
        print(
            f"{name:<18}{look + ' ' + select:<14}{events:>9,}{plain:>8.3f}s{recorded:>9.3f}s",
            end="",
        )
        print(f"{recorded / plain:>7.2f}{size:>13.1f}{state:>7.2f}ms", flush=True)


if __name__ == "__main__":
    main()
