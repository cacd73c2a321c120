"""The command line: `futoshiki-lab`, or `python -m futoshiki_lab`.

Here is what may be asked for and how it is explained; what is then done stands in `commands`.
Grades, hints and the making of puzzles have both in `reasoning_commands`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from math import inf

from futoshiki_lab.command_line import commands, reasoning_commands
from futoshiki_lab.command_line.arguments import (
    FILES,
    PROGRAM,
    Parser,
    format_by,
    one_of,
    whole_number,
)
from futoshiki_lab.command_line.commands import INTERRUPTED, OK, WRONG, complain
from futoshiki_lab.core import LOOKS, ORDERS, ROOTS, SELECTIONS, PuzzleError, unknown
from futoshiki_lab.formats.registry import FORMATS, known
from futoshiki_lab.solving import ENGINES

BROKEN_PIPE = 141  # as the shell reports a program that wrote to a closed pipe

USAGE = f"""\
usage: {PROGRAM} COMMAND ...

  {PROGRAM} solve FILE...             solve puzzles, counting every step
  {PROGRAM} show FILE                 draw puzzles with characters
  {PROGRAM} convert FILE --to FORMAT  write puzzles in another format
  {PROGRAM} grade FILE...             say how hard puzzles are for a person
  {PROGRAM} hint FILE                 give a hint for the next step
  {PROGRAM} generate N                make an N x N puzzle with one solution
  {PROGRAM} COMMAND --help            all about one of them
  {PROGRAM} --version
"""

SOLVE = """\
Solve Futoshiki puzzles: fill the n x n grid with 1..n so that no row and no
column repeats a number and every sign between two cells holds. Each solved
grid is written as rows of numbers.

The search tries values cell by cell, depth first. The algorithms differ in how
they look at a value that was just tried:
  bt   backtracking looks back: does the value agree with the cells filled
       before it?
  fc   forward checking looks ahead: it removes what the value rules out from
       the empty cells of its row and column. A cell with nothing left is a
       dead end.
  mac  maintaining arc consistency goes on from there: it removes every value
       that a neighbouring cell no longer supports, until nothing changes.
  gac  generalised arc consistency takes whole rows and columns at once: a value
       stays only if some way of filling the whole line contains it.
The further it looks, the fewer values it tries, and the more it checks for
each of them.
"""

SELECT = """which cell next: reading (row by row, the default), mrv (fewest values left),
mrv_degree (as mrv; ties by the number of signs to empty cells) or dom_wdeg (fewest values left
for the weight of its constraints, which grows with every dead end they cause); bt removes no
values, so that it goes with reading only"""
ORDER = """which value first: ascending (the default), descending, random (see --seed) or lcv
(the value that rules out the fewest values of its neighbours)"""
ROOT = """ac: make the board arc consistent before the first value is tried (mac does so in any
case); none: do not (the default)"""
SOLUTIONS = "how many solutions to look for in each puzzle (default 1), or all"
ENGINE = "compiled (the default) or readable: the same counts, a hundred times slower"
NODE_LIMIT = "stop each search when N nodes have been counted"
OUTPUT = """write to this file, not to the screen; it appears when all is done, and whole; if there
is nothing to write it stays as it was; it may be the input file"""
JSON = """one JSON object for each puzzle, one a line: what was asked, the outcome (solved,
exhausted, unsatisfiable or limit), the solutions found, and the counts"""

SOLVE_MORE = f"""\
{FILES}
counts (with --json; docs/COUNTING.md defines them exactly):
  nodes         values tried
  accepted      values that survived the look at them
  checks        constraints evaluated on a pair of values
  prunes        values removed from the cells that they were left for
  wipeouts      cells that lost their last value
  backtracks    returns to the cell before, all values tried in vain
  max_depth     the most cells filled at once, givens apart
  solutions     complete grids reached
  setup_checks, setup_prunes: checks and prunes before the first value is tried

exit code:
  0    every puzzle was solved, or all its solutions were found
  1    some puzzle has no solution
  2    some file cannot be read (the others are solved all the same), or the
       command makes no sense
  3    --node-limit stopped some search; what was found until then is written
  130  Ctrl-C; likewise
  Where several apply: 130 before 2 before 3 before 1. What is wrong is told on
  standard error, one line each.

examples:
  {PROGRAM} solve Input1.txt -o Output1.txt
  {PROGRAM} solve nyu/Input2 -a fc -s mrv --json
  {PROGRAM} solve nyu/SampleInput --solutions all
  {PROGRAM} solve usp/futoshiki#32 -a bt --node-limit 10000
  echo 2:0R,0,0,0 | {PROGRAM} solve -

The first one does what course projects do with
`python run.py --infile Input1.txt --outfile Output1.txt` or
`python3 futoshiki.py -i Input1.txt -o Output1.txt -s`.
"""

CONVERT_MORE = f"""\
{FILES}
id and pairs have room for several puzzles, the others for one. lists can say
horizontal signs only.

examples:
  {PROGRAM} convert Input1.txt --to picture
  {PROGRAM} convert usp/futoshiki --to id -o usp.id
  {PROGRAM} convert nyu/Input2 --to essence -o Input2.param --model
"""

SHOW_MORE = f"""\
{FILES}
example:
  {PROGRAM} show nyu/Input2
"""


# -- the commands --------------------------------------------------------------------------


def solve(arguments: list[str]) -> int:
    """Solve puzzles, counting every step of the search."""
    parser = Parser("solve", "FILE... [options]", SOLVE, SOLVE_MORE)
    algorithm, engine = one_of("algorithm", LOOKS), one_of("engine", ENGINES)
    for names, value, default, read, about in (
        ("-a --algorithm", "A", "fc", algorithm, "bt, fc (the default), mac or gac"),
        ("-s --select", "S", "reading", one_of("select", SELECTIONS), SELECT),
        ("--order", "O", "ascending", one_of("order", ORDERS), ORDER),
        ("--seed", "N", 0, whole_number(), "a whole number, for --order random (default 0)"),
        ("--root", "R", "none", one_of("root", ROOTS), ROOT),
        ("--solutions", "K", 1, whole_number(1, "all"), SOLUTIONS),
        ("--node-limit", "N", None, whole_number(0), NODE_LIMIT),
        ("--engine", "E", None, engine, ENGINE),
        ("-o --output", "OUT", None, str, OUTPUT),
    ):
        parser.add_argument(*names.split(), metavar=value, default=default, type=read, help=about)
    parser.add_argument("--json", action="store_true", help=JSON)
    asked = parser.read(arguments, most=inf)
    try:
        commands.check_settings(asked)
    except ValueError as error:
        parser.error(str(error))
    return commands.solve_files(asked)


def show(arguments: list[str]) -> int:
    """Draw puzzles with characters."""
    about = "Draw every puzzle of a file with characters, and say how large it is."
    return commands.show(Parser("show", "FILE [--format F]", about, SHOW_MORE).read(arguments, 1))


def convert(arguments: list[str]) -> int:
    """Write the puzzles of a file in another format."""
    about = "Write the puzzles of a file in another format, on the screen or to a file."
    parser = Parser("convert", "FILE --to F [options]", about, CONVERT_MORE)
    add = parser.add_argument
    add("--to", metavar="F", type=format_by(known), help="the format to write")
    add("-o", "--output", metavar="OUT", help="write to this file, not to the screen")
    model = "with --to essence and -o: also write the model that reads it, as futoshiki.essence"
    add("--model", action="store_true", help=model)
    asked = parser.read(arguments, most=1)
    if asked.to is None:
        parser.error(f"expected --to and one of {', '.join(FORMATS)}")
    if asked.model and (asked.to != "essence" or asked.output in (None, "-")):
        parser.error("--model goes with --to essence and -o")
    return commands.convert(asked)


COMMANDS = {
    "solve": solve,
    "show": show,
    "convert": convert,
    "grade": reasoning_commands.grade,
    "hint": reasoning_commands.hint,
    "generate": reasoning_commands.generate,
}


# -- from start to end ---------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Parameters
    ----------
    arguments : the words of the command line, without the program's name; by default the real ones.

    Returns
    -------
    The exit code; `futoshiki-lab solve --help` lists them.
    """
    for stream in (sys.stdout, sys.stderr):  # a name with é in it is no reason to fail
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _run(list(sys.argv[1:] if arguments is None else arguments))
        if sys.stdout:
            sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        complain(f"{PROGRAM}: interrupted")
        return INTERRUPTED
    except PuzzleError as error:
        complain(error)
        return WRONG
    except OSError as error:
        return _screen_lost(error)


def _run(arguments: list[str]) -> int:
    first = arguments[0] if arguments else ""
    if first in COMMANDS:
        try:
            return COMMANDS[first](arguments[1:])
        except SystemExit as end:  # after help, or a complaint about the arguments
            return end.code
    if first in ("-h", "--help", "help"):
        print(USAGE, end="")
        return OK
    if first == "--version":
        print(PROGRAM, _version())
        return OK
    if not arguments:
        complain(USAGE.rstrip(), lines=True)
    else:
        complain(f"{PROGRAM}: {unknown('command', first[:40], tuple(COMMANDS))}")
    return WRONG


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(PROGRAM)
    except PackageNotFoundError:
        return "(run from a folder, not installed)"


def _screen_lost(error: OSError) -> int:
    """End where standard output takes no more: quietly if it is a pipe that nobody reads."""
    with suppress(OSError, ValueError, AttributeError):  # what it still holds is not tried again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return BROKEN_PIPE
    complain(f"{PROGRAM}: cannot write to standard output: {error.strerror or error}")
    return WRONG


if __name__ == "__main__":
    sys.exit(main())
