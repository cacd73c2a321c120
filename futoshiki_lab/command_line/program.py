"""The command line from start to end: which command is run, and what can interrupt it."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module

from futoshiki_lab.command_line.arguments import HELP, PROGRAM
from futoshiki_lab.command_line.output import (
    INTERRUPTED,
    OK,
    WRONG,
    complain,
    give_up,
    to_errors,
    to_screen,
)
from futoshiki_lab.command_line.signals import stopping
from futoshiki_lab.core import PuzzleError, unknown

BROKEN_PIPE = 141  # as the shell reports a program that wrote to a closed pipe

# The module of each command; it is loaded when the command is run, so that each begins at once.
COMMANDS = {
    **dict.fromkeys(("solve", "show", "convert", "puzzles"), "futoshiki_lab.command_line.commands"),
    **dict.fromkeys(("grade", "hint", "why", "generate"), "futoshiki_lab.command_line.reasoning"),
    "questions": "futoshiki_lab.command_line.teaching",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Parameters
    ----------
    arguments : the words of the command line, without the program's name; by default the real ones.

    Returns
    -------
    The exit code; `futoshiki-lab solve --help` lists them.
    """
    for stream in (sys.stdout, sys.stderr):  # a name with é in it must not cause an error
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        with warnings.catch_warnings():
            warnings.showwarning = lambda message, *_: complain(f"{PROGRAM}: {message}")
            return _run(list(sys.argv[1:] if arguments is None else arguments))
    except KeyboardInterrupt:
        complain(f"{PROGRAM}: interrupted")
        return INTERRUPTED
    except PuzzleError as error:
        complain(error)
        return WRONG
    except OSError as error:
        give_up(sys.stdout)
        if isinstance(error, BrokenPipeError):  # nobody reads it any more: no message
            return BROKEN_PIPE
        complain(f"{PROGRAM}: cannot write to standard output: {error.strerror or error}")
        return WRONG


def _run(arguments: list[str]) -> int:
    first = arguments[0] if arguments else ""
    if first == "help" and arguments[1:]:
        return _run([arguments[1], "--help"])
    if first in COMMANDS:
        return _run_command(getattr(import_module(COMMANDS[first]), first), arguments[1:])
    if first in ("-h", "--help", "help"):
        to_screen(_usage())
        return OK
    if first == "--version":
        to_screen(f"{PROGRAM} {_find_version()}\n")
        return OK
    if not arguments:
        to_errors(_usage())
    else:
        complain(f"{PROGRAM}: {unknown('command', first[:40], (*COMMANDS, 'help'))}")
    return WRONG


def _usage() -> str:
    return (HELP / "usage.txt").read_text(encoding="utf-8")


def _run_command(command: Callable[[list[str]], int], arguments: list[str]) -> int:
    """Run a command to its end, or until something stops it. Returns the exit code."""
    received: list[int] = []
    try:
        with stopping(received):
            code = command(arguments)
    except SystemExit as end:  # after help, or an error in the arguments
        return int(end.code or OK)
    except KeyboardInterrupt:
        complain(f"{PROGRAM}: interrupted")
        code = INTERRUPTED
    return 128 + received[0] if received else code  # as the shell reports a signal


def _find_version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(PROGRAM)
    except PackageNotFoundError:
        return "(run from a folder, not installed)"
