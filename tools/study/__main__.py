"""The study of docs/STUDY.md.

make study                          do what is not done yet, then write docs/STUDY.md
make study ARGS="--jobs 1"          on one core; Ctrl-C loses one puzzle at most
make study ARGS="--sitting"         time the runs again, on another day: a new second sitting
make study ARGS="--again 5x5-easy"  make the puzzles of a cell again (or all), and compare
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter

from study.report import write_all
from study.runs import (
    CELLS,
    GROUPS,
    SITTINGS,
    make_again,
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
    parser.add_argument("--again", choices=[*named, "all"], metavar="CELL", help="such as 6x6-easy")
    parser.add_argument("--sitting", action="store_true", help="the second sitting")
    asked = parser.parse_args()
    if asked.again:
        cells = [cell for name, cell in named.items() if asked.again in (name, "all")]
        try:
            make_again(cells, asked.jobs)
        except ValueError as error:
            print(error)
            return 1
        print("the same counts, all of them")
        return 0
    run_all([*CELLS, *GROUPS], asked.jobs)
    sit(CELLS, SITTINGS[asked.sitting], asked.jobs)
    make_tails(asked.jobs)
    write_all()
    if told := tell_other_code():
        print(told, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
