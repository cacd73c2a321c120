"""The command line from start to end: which command is run, and what stops it."""

from __future__ import annotations

import _thread
import signal
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from threading import current_thread, main_thread
from time import sleep
from types import FrameType

from futoshiki_lab.command_line import output
from futoshiki_lab.command_line.arguments import HELP, PROGRAM
from futoshiki_lab.core import PuzzleError, unknown
from futoshiki_lab.support import annexes

BROKEN_PIPE = 141  # as the shell reports a program that wrote to a closed pipe

# The module of each command; it is loaded when the command is run, so that each begins at once.
COMMANDS = {
    **dict.fromkeys(("solve", "show", "convert", "puzzles"), "commands"),
    **dict.fromkeys(("grade", "hint", "why"), "reasoning"),
    "generate": "making",
    **dict.fromkeys(("questions", "mark"), "classes"),
    "sweep": "sweeping",
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
            warnings.showwarning = lambda message, *_: output.complain(f"{PROGRAM}: {message}")
            return _run(list(sys.argv[1:] if arguments is None else arguments))
    except KeyboardInterrupt:
        output.complain(f"{PROGRAM}: interrupted")
        return output.INTERRUPTED
    except PuzzleError as error:
        output.complain(error)
        return output.WRONG
    except OSError as error:
        output.give_up(sys.stdout)
        if isinstance(error, BrokenPipeError):  # nobody reads it any more: no message
            return BROKEN_PIPE
        output.complain(f"{PROGRAM}: cannot write to standard output: {error.strerror or error}")
        return output.WRONG


def _run(arguments: list[str]) -> int:
    first = arguments[0] if arguments else ""
    if first == "help" and arguments[1:]:
        return _run([arguments[1], "--help"])
    if first in COMMANDS:
        try:
            module = import_module(f"futoshiki_lab.command_line.{COMMANDS[first]}")
            return _run_command(getattr(module, first), arguments[1:])
        except ModuleNotFoundError as error:
            output.complain(annexes.gone(f"{PROGRAM} {first}", error))
            return output.WRONG
    if first in ("-h", "--help", "help"):
        output.to_screen(_usage())
        return output.OK
    if first == "--version":
        output.to_screen(f"{PROGRAM} {_find_version()}\n")
        return output.OK
    if not arguments:
        output.to_errors(_usage())
    else:
        output.complain(f"{PROGRAM}: {unknown('command', first[:40], (*COMMANDS, 'help'))}")
    return output.WRONG


def _usage() -> str:
    return (HELP / "usage.txt").read_text(encoding="utf-8")


def _run_command(command: Callable[[list[str]], int], arguments: list[str]) -> int:
    """Run a command to its end, or until something stops it. Returns the exit code."""
    received: list[int] = []
    try:
        with stopping(received):
            code = command(arguments)
    except SystemExit as end:  # after help, or an error in the arguments
        return int(end.code or output.OK)
    except KeyboardInterrupt:
        output.complain(f"{PROGRAM}: interrupted")
        code = output.INTERRUPTED
    return 128 + received[0] if received else code  # as the shell reports a signal


def _find_version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(PROGRAM)
    except PackageNotFoundError:
        return "(run from a folder, not installed)"


ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def stopping(received: list[int]) -> Iterator[None]:
    """Let Ctrl-C and the signals that end programs raise KeyboardInterrupt, and do nothing else.

    So whatever stops a command, it writes what it has found and removes its draft of a file. A
    signal that was ignored before (by `nohup`, or in the background of a shell) stays ignored.

    Parameters
    ----------
    received : gets the number of a signal that is not Ctrl-C.
    """
    if current_thread() is not main_thread():  # only that one is told of signals
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        if _is_importing(frame):
            _thread.start_new_thread(_send_again, (number,))
            return
        if number != signal.SIGINT:
            received.append(number)
        raise KeyboardInterrupt

    def hear(lost: sys.UnraisableHookArgs) -> None:
        """See Ctrl-C where it cannot be raised, as in a callback of the import system."""
        if lost.exc_type is KeyboardInterrupt:  # raised here, it would be lost once more
            _thread.start_new_thread(_send_again, (signal.SIGINT,))
        else:
            hook(lost)

    before = {number: signal.getsignal(number) for number in (signal.SIGINT, *ENDING)}
    hook, sys.unraisablehook = sys.unraisablehook, hear
    heard = [number for number in before if before[number] not in (signal.SIG_IGN, None)]
    try:
        for number in heard:
            signal.signal(number, stop)
        yield
    finally:
        for number in heard:
            signal.signal(number, before[number])
        sys.unraisablehook = hook


def _is_importing(frame: FrameType | None) -> bool:
    """Whether a module is being loaded: some of them answer Ctrl-C with an error of their own, as
    NumPy's compiled parts do, which say that NumPy is not installed properly."""
    while frame and not frame.f_code.co_filename.startswith("<frozen importlib"):
        frame = frame.f_back
    return frame is not None


def _send_again(number: int) -> None:
    sleep(0.01)
    if hasattr(signal, "pthread_kill"):  # this also ends a wait of the main thread
        signal.pthread_kill(main_thread().ident or 0, number)
    else:
        _thread.interrupt_main(signal.Signals(number))
