"""The command for the one who teaches: questions."""

from __future__ import annotations

from argparse import ArgumentTypeError
from pathlib import Path

from futoshiki_lab.command_line.arguments import PROGRAM, Parser, integer
from futoshiki_lab.command_line.output import OK, to_screen
from futoshiki_lab.command_line.puzzles import size_or_puzzle
from futoshiki_lab.exams import KINDS, questions as make_questions
from futoshiki_lab.exams.writing import end_of

ABOUT = """\
Make questions with keys about constraint search on a puzzle. Every state comes
from a recorded run, every wrong choice from a misconception that the key names.
The same seed gives the same sheet, another one another sheet.
"""
KIND = "a kind, or several with commas between (default all: one of each)"
COUNT = "how many questions; several kinds take turns (default: one of each kind)"
SEED = "a whole number (default 0)"
OUT = """write to this file, not to the screen; the end of its name says how, see below"""
KEY = "on the screen: with answers, worked solutions and the misconceptions"
WIDTH = 12
MORE = f"""\
N is a size, 4 to 9: each question has a random puzzle of that size. It may be a
FILE instead, or its short name, such as nyu/Input1; of several puzzles the
first is taken. Kinds that do not fit a puzzle are left out and named.

kinds:
{"".join(f"  {name.ljust(WIDTH)}{title}{chr(10)}" for name, (title, _) in KINDS.items())}
files:
  .html .pdf  to print; the key is written beside it, as sheet-key.html
  .slides.html  a deck for a class: one question a slide, the answer on the next
  .md         Markdown; the key is written beside it, as sheet-key.md
  .ipynb      a notebook that asks, and tells the answer once one is given
  .moodle.xml  a question bank for Moodle: Question bank, Import, Moodle XML
  .qti.zip    a quiz for Canvas: Settings, Import Course Content, QTI .zip file

exit code: 0, or 2 if the command makes no sense, the file cannot be read or
written, or there is no question of that kind about the puzzle.

examples:
  {PROGRAM} questions 4 --kind removals,checks --count 4
  {PROGRAM} questions nyu/Input1 --kind arcs --seed 7 --key
  {PROGRAM} questions 4 --seed 7 -o sheet.html
"""


def questions(arguments: list[str]) -> int:
    """Make a sheet of questions and write it."""
    about = "the size of the puzzles, or a file with a puzzle"
    parser = Parser("questions", "N [options]", ABOUT, MORE, "N", about)
    parser.option("--kind", "K", KIND, lambda text: text, "all")
    parser.option("--seed", "N", SEED, integer(), 0)
    parser.option("--count", "K", COUNT, integer(1))
    parser.option("-o --output --to", "OUT", OUT)
    parser.switch("--key", KEY)
    asked = parser.read(arguments, most=1)
    kinds = asked.kind if asked.kind == "all" else asked.kind.split(",")
    try:
        if asked.output:
            end_of(Path(asked.output))  # before anything is made
        sheet = make_questions(size_or_puzzle(asked.files[0]), kinds, asked.seed, asked.count)
        if asked.output:
            sheet.save(asked.output)
    except (ValueError, ModuleNotFoundError, ArgumentTypeError) as error:
        parser.error(str(error))
    if not asked.output:
        to_screen(sheet.markdown(key=asked.key))
    return OK
