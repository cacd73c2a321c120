"""The command line, as `python -m futoshiki_lab` and `futoshiki-lab` start it.

To load the command line takes a tenth of a second. Before that, this module sees to it that Ctrl-C
in this time ends in one line too: it imports only what Python has loaded already.
"""

# `signal` would load `enum` first, and Ctrl-C in this time would be an error of many lines.
import _signal  # type: ignore[import-not-found]
import os
import sys


def end_at_once(*_: object) -> None:
    """End at once: there is nothing to clean up yet, or nothing any more."""
    try:
        os.write(2, b"futoshiki-lab: interrupted\n")
    finally:
        os._exit(130)


def main() -> int:
    """Run one command; the exit code is what `futoshiki-lab solve --help` says."""
    for number in range(3):  # a standard stream that is closed: no other file takes its place
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    from futoshiki_lab.command_line import main

    return main()


if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, end_at_once)

if __name__ == "__main__":
    sys.exit(main())
