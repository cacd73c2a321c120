"""The command that lists what comes with the package: puzzles."""

from __future__ import annotations

from futoshiki_lab.command_line.arguments import PROGRAM, Parser
from futoshiki_lab.command_line.output import OK, WRONG, complain, to_screen
from futoshiki_lab.formats import bundled, printable

ABOUT = """\
List the files of puzzles that come with the package, one name a line, or those
with WORD in their name. Every command takes such a name for a FILE. Some files
hold many puzzles: show draws all of them.
"""
MORE = f"""\
examples:
  {PROGRAM} puzzles
  {PROGRAM} puzzles 9x9
  {PROGRAM} show nyu/Input2
"""


def puzzles(arguments: list[str]) -> int:
    """List the names of the bundled puzzles."""
    about = "a part of the names, in any case"
    asked = Parser("puzzles", "[WORD]", ABOUT, MORE, "WORD", about).read(arguments, 1, least=0)
    word = "".join(asked.files)
    names = [name for name in bundled() if word.lower() in name.lower()]
    if not names:
        complain(f"{PROGRAM} puzzles: no bundled puzzle has {printable(word)} in its name")
        return WRONG
    to_screen("".join(f"{name}\n" for name in names))
    return OK
