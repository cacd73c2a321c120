"""A kit to measure whether practice helps: two parallel tests, a log, an analysis.

    python tools/measure.py forms --seed 7     two tests, keys and an empty log, in build/measure
    python tools/measure.py analyse            what the two groups gain, and how far apart that is
    python tools/measure.py pretend            a log with made-up learners, for `analyse`

Half of each group writes form a before and form b after; the other half b before and a after. So
neither form decides. docs/teaching.md says how to go about it.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import mean, stdev

from futoshiki_lab import questions
from futoshiki_lab.classroom.exams import Question, Sheet
from futoshiki_lab.classroom.exams.marking import read_table, write_table

KINDS = ["next_node", "stack", "removals", "checks", "reasons"]
KINDS += ["arcs", "mrv", "lcv", "jump", "tree"]
COLUMNS = ("learner", "group", "form before", "before", "after", "data")
GROUPS = "practice", "none"
MADE_UP = "made up"  # in the column "data"
SAMPLES = 10_000  # of the bootstrap


def make_forms(seed: int, tried: int = 6) -> tuple[Sheet, Sheet]:
    """Two sheets with the same kinds in the same order: for each question of the first, the second
    has one on another board that takes about as long."""
    first, *others = (questions(4, KINDS, seed + at, title="Form a") for at in range(tried + 1))

    def off(one: Question, other: Question) -> int:
        mine, theirs = one.difficulty, other.difficulty
        return 5 * abs(mine.moves - theirs.moves) + 2 * abs(mine.values - theirs.values)  # seconds

    pairs = zip(first, zip(*others, strict=True), strict=True)
    nearest = (min(some, key=lambda other: off(one, other)) for one, some in pairs)
    return first, replace(others[0], questions=tuple(nearest), name="Form b")


def pretend(seed: int, learners: int = 60, effect: float = 1.0) -> list[dict[str, object]]:
    """Made-up learners, who gain `effect` of ten points more with practice: to try the analysis."""
    chance, rows = Random(seed), list[dict[str, object]]()
    for at in range(learners):
        group, before = GROUPS[at % 2], min(10, max(0, round(chance.gauss(5, 1.5))))
        gain = chance.gauss(1 + effect * (group == GROUPS[0]), 1.2)
        after = min(10, max(0, round(before + gain)))
        row = (f"made up {at}", group, "ab"[at // 2 % 2], before, after, MADE_UP)
        rows.append(dict(zip(COLUMNS, row, strict=True)))
    return rows


def analyse(rows: list[dict[str, str]], seed: int = 0) -> str:
    """What each group gains, how far apart the gains are, and how sure that is.

    The interval is a bootstrap's: groups as large, drawn from those that there are. ValueError if a
    group has fewer than three learners.
    """
    gains = {
        group: [float(one["after"]) - float(one["before"]) for one in rows if one["group"] == group]
        for group in GROUPS
    }
    if few := [group for group, found in gains.items() if len(found) < 3]:
        raise ValueError(f"the group {few[0]!r} has fewer than three learners")
    with_it, without = gains.values()
    chance = Random(seed)
    drawn = sorted(
        mean(chance.choices(with_it, k=len(with_it)))
        - mean(chance.choices(without, k=len(without)))
        for _ in range(SAMPLES)
    )
    low, high = drawn[SAMPLES // 40], drawn[-SAMPLES // 40]
    apart, free = mean(with_it) - mean(without), len(with_it) + len(without) - 2
    pooled = sum((len(some) - 1) * stdev(some) ** 2 for some in gains.values()) / free
    size = apart / pooled**0.5 * (1 - 3 / (4 * free - 1)) if pooled else float("nan")
    lines = ["MADE-UP DATA: this says nothing about any class."] * any(
        one.get("data") == MADE_UP for one in rows
    )
    lines += [
        f"{group}: {len(some)} learners gain {mean(some):.2f} points"
        for group, some in gains.items()
    ]
    lines.append(
        f"difference {apart:.2f}, 95 % interval {low:.2f} to {high:.2f}, Hedges' g {size:.2f}"
    )
    return "\n".join(lines)


def main(given: list[str] | None = None) -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["forms", "pretend", "analyse"])
    parser.add_argument("log", nargs="?", type=Path, help="by default log.csv in that folder")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--to", type=Path, default=Path("build/measure"))
    asked = parser.parse_args(given)
    asked.to.mkdir(parents=True, exist_ok=True)
    log = asked.log or asked.to / "log.csv"
    if asked.what == "analyse":
        print(analyse(read_table(log), asked.seed))
    elif log.exists():
        parser.error(f"{log} is there already; move it first")
    elif asked.what == "pretend":
        log.write_text(write_table(pretend(asked.seed)), "utf-8")
    else:
        for sheet in make_forms(asked.seed):
            print(*sheet.save(asked.to / f"{sheet.name.lower().replace(' ', '-')}.html"), sep="\n")
        log.write_text(",".join(COLUMNS) + "\n", "utf-8")
        print(log)


if __name__ == "__main__":
    main()
