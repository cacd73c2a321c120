"""The study of docs/STUDY.md.

make study                              do what is not done yet, then write docs/STUDY.md
make study ARGS="--jobs 1"              on one core; Ctrl-C loses one puzzle at most
make study ARGS="--sitting"             time all runs a second time, on another day
make study ARGS="--again 5x5-easy"      make the puzzles of a cell again, and compare all counts
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter

from study.report import write_all
from study.runs import (
    CELLS,
    GROUPS,
    SITTINGS,
    find_changes,
    read_cell,
    run_all,
    sit,
    tell_other_code,
)
from study.tails import make_tails


def main() -> int:
    parser = ArgumentParser(
        "make study", description=__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--jobs", type=int, default=-1, metavar="N", help="processes; -1: all cores"
    )
    named = {str(cell): cell for cell in [*CELLS, *GROUPS]}
    parser.add_argument("--again", choices=named, metavar="CELL", help="such as 6x6-recursive")
    parser.add_argument("--sitting", action="store_true", help="the second sitting")
    asked = parser.parse_args()
    if asked.again:
        cell = named[asked.again]
        changes = find_changes(cell, sorted({int(each.seed) for each in read_cell(cell)}))
        print(*changes or ["the same counts, all of them"], sep="\n")
        return 1 if changes else 0
    run_all([*CELLS, *GROUPS], asked.jobs)
    sit(CELLS, SITTINGS[asked.sitting], asked.jobs)
    make_tails(asked.jobs)
    write_all()
    if told := tell_other_code():
        print(told, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
