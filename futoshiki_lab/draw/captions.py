"""The caption of a figure about a sweep: its data, and which runs were stopped."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from futoshiki_lab.draw.runs import DataFrame, sizes_of
from futoshiki_lab.draw.text import drawable


def caption_of(runs: DataFrame, *more: str, time_limit: float | None = None) -> str:
    """The data of a figure in words: puzzles, sizes, runs, the limit and the stopped runs."""
    puzzles, total = runs["puzzle"].nunique(), len(runs)
    sentences = [
        f"{count(puzzles, 'puzzle')} of {_sizes(runs)}, {count(total, 'run')}.",
        _limits(runs, time_limit),
        _stopped(runs),
        *more,
    ]
    return " ".join(drawable(sentence) for sentence in sentences)


def percent(part: float, whole: float) -> str:
    """A share in words: 0 % only for none, 100 % only for all."""
    share = 100 * part / whole if whole else 0
    if 0 < share < 1 or 99 < share < 100:
        return "under 1 %" if share < 1 else "over 99 %"
    return f"{share:.0f} %"


def least_to_most(counts: Collection[int]) -> str:
    """A number, or a range if the counts differ: 7, or 3 to 12."""
    least, most = min(counts), max(counts)
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def count(number: int, what: str) -> str:
    """A number and what it counts: 1 run, 12 runs."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _sizes(runs: DataFrame) -> str:
    sizes = sizes_of(runs)
    if len(sizes) == 1:
        return f"size {sizes[0]}"
    if sizes == list(range(sizes[0], sizes[-1] + 1)):
        return f"sizes {sizes[0]} to {sizes[-1]}"
    return f"sizes {', '.join(map(str, sizes))}"


def _limits(runs: DataFrame, time_limit: float | None) -> str:
    limits = runs["node_limit"].astype(float)
    named = [f"{limit:,.0f}" for limit in sorted(limits.dropna().unique())]
    some = (
        f", none for {count(int(limits.isna().sum()), 'run')}"
        if named and limits.isna().any()
        else ""
    )
    text = f"Node limit {' or '.join(named)}{some}" if named else "No node limit"
    return text + (f", time limit {time_limit:g} s." if time_limit is not None else ".")


def _stopped(runs: DataFrame) -> str:
    """How many did not count as ended, and why; "stopped there" is at a limit."""
    why = runs.loc[~runs["ended"], "outcome"]
    why = why.where(why.isin(["interrupted", "wrong"]), "stopped there")
    numbers = {name: int((why == name).sum()) for name in ("stopped there", "interrupted", "wrong")}
    found = [(name, number) for name, number in numbers.items() if number]
    if not found:
        return "Every run ended."
    name, first = found[0]
    what = f"{count(first, 'run')} ({percent(first, len(runs))}) {name}"
    also = "".join(f", {number:,} more {name}" for name, number in found[1:])
    return f"{what}{also}: counted as costlier than every run that ended."


def stopped_share(known: np.ndarray) -> str:
    """Which share of the runs was stopped, in words; empty if none was."""
    stopped = int(np.isinf(known).sum())
    return f"{percent(stopped, len(known))} stopped" if stopped else ""
