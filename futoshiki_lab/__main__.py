"""The command line: `futoshiki-lab`, or `python -m futoshiki_lab`.

Here is what may be asked for and how it is explained; what is then done stands in `commands`.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import inf
from typing import NoReturn

from futoshiki_lab import commands
from futoshiki_lab.commands import INTERRUPTED, OK, WRONG, complain
from futoshiki_lab.formats.registry import FORMATS, known, reader
from futoshiki_lab.ordering import ORDERS, SELECTIONS
from futoshiki_lab.puzzle import PuzzleError
from futoshiki_lab.search import LOOKS
from futoshiki_lab.solver import ENGINES, ROOTS, unknown

PROGRAM = "futoshiki-lab"
BROKEN_PIPE = 141  # as the shell reports a program that wrote to a closed pipe
LATER = ("grade", "hint", "generate")
NOT_YET = "is not there yet: it comes with a later version"

USAGE = f"""\
usage: {PROGRAM} COMMAND ...

  {PROGRAM} solve FILE...             solve puzzles, counting every step
  {PROGRAM} show FILE                 draw puzzles with characters
  {PROGRAM} convert FILE --to FORMAT  write puzzles in another format
  {PROGRAM} COMMAND --help            all about one of them
  {PROGRAM} --version
"""

FILES = """\
FILE is a path, - for standard input, or the short name of a puzzle that comes
with the package, such as nyu/Input2. It may hold several puzzles: all are
taken, and FILE#k picks the k-th. A FILE whose name starts with - goes after --.
The format is told by what the file shows, unless --format names it: grids,
picture, id, pairs, essence, csv, rel or lists.
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


class Parser(argparse.ArgumentParser):
    """A parser that complains in one line and takes options before, between and after files."""

    def __init__(self, command: str, usage: str, description: str, epilog: str):
        super().__init__(
            prog=f"{PROGRAM} {command}",
            usage=f"{PROGRAM} {command} {usage}",
            description=description,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        self.add_argument("files", nargs="*", metavar="FILE", help="where the puzzles are")
        self.add_argument("--format", metavar="F", type=_format(reader), help="the files' format")

    def error(self, message: str) -> NoReturn:
        complain(f"{self.prog}: {message} (see {self.prog} --help)")
        raise SystemExit(WRONG)

    def print_help(self, file: object = None) -> None:
        print(self.format_help(), end="")  # argparse's own hides that a screen takes no more

    def read(self, arguments: list[str], most: float) -> argparse.Namespace:
        """Parse all arguments, with at least one and at most `most` files."""
        end = arguments.index("--") if "--" in arguments else len(arguments)
        asked, strange = self.parse_known_intermixed_args(arguments[:end])
        if strange:
            exists = os.path.lexists(strange[0])
            hint = "; a FILE whose name starts with - goes after --" if exists else ""
            self.error(f"unknown option {strange[0]}{hint}")
        asked.files = [*asked.files, *arguments[end + 1 :]]
        if not 1 <= len(asked.files) <= most:
            some = "one FILE" if most == 1 else "a FILE"
            self.error(f"expected {some}, found {len(asked.files) or 'none'}")
        return asked


# -- the commands --------------------------------------------------------------------------


def solve(arguments: list[str]) -> int:
    """Solve puzzles, counting every step of the search."""
    parser = Parser("solve", "FILE... [options]", SOLVE, SOLVE_MORE)
    algorithm, engine = _one_of("algorithm", LOOKS), _one_of("engine", ENGINES)
    for names, value, default, read, about in (
        ("-a --algorithm", "A", "fc", algorithm, "bt, fc (the default), mac or gac"),
        ("-s --select", "S", "reading", _one_of("select", SELECTIONS), SELECT),
        ("--order", "O", "ascending", _one_of("order", ORDERS), ORDER),
        ("--seed", "N", 0, _whole(), "a whole number, for --order random (default 0)"),
        ("--root", "R", "none", _one_of("root", ROOTS), ROOT),
        ("--solutions", "K", 1, _whole(1, "all"), SOLUTIONS),
        ("--node-limit", "N", None, _whole(0), NODE_LIMIT),
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
    add("--to", metavar="F", type=_format(known), help="the format to write")
    add("-o", "--output", metavar="OUT", help="write to this file, not to the screen")
    model = "with --to essence and -o: also write the model that reads it, as futoshiki.essence"
    add("--model", action="store_true", help=model)
    asked = parser.read(arguments, most=1)
    if asked.to is None:
        parser.error(f"expected --to and one of {', '.join(FORMATS)}")
    if asked.model and (asked.to != "essence" or asked.output in (None, "-")):
        parser.error("--model goes with --to essence and -o")
    return commands.convert(asked)


COMMANDS = {"solve": solve, "show": show, "convert": convert}


# -- what an option may be -----------------------------------------------------------------


def _one_of(
    what: str, names: Mapping[str, object] | tuple[str, ...], later: Sequence[str] = ()
) -> Callable[[str], str]:
    """The reader of an option that is one of several names."""

    def read(text: str) -> str:
        if text in later:
            raise argparse.ArgumentTypeError(f"{text} {NOT_YET}")
        if text not in names:
            raise argparse.ArgumentTypeError(unknown(what, text[:40], names))
        return text

    return read


def _whole(least: int | None = None, word: str = "") -> Callable[[str], int | str]:
    """The reader of an option that is a whole number, or a word."""

    def read(text: str) -> int | str:
        if word and text == word:
            return text
        if re.fullmatch(r"[+-]?[0-9]{1,999}", text) and (least is None or int(text) >= least):
            return int(text)
        wanted = "" if least is None else f" from {least}"
        also = f", or {word}" if word else ""
        raise argparse.ArgumentTypeError(
            f"expected a whole number{wanted}{also}, found {text[:40]!r}"
        )

    return read


def _format(look_up: Callable[[str], object]) -> Callable[[str], str]:
    """The reader of an option that is the name of a format."""

    def read(text: str) -> str:
        try:
            look_up(text)
        except PuzzleError as error:
            raise argparse.ArgumentTypeError(error.message) from None
        return text

    return read


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
    elif first in LATER:
        complain(f"{PROGRAM}: {first} {NOT_YET}")
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
