"""The command line, as `python -m futoshiki_lab` and `futoshiki-lab` start it.

To load the command line takes a tenth of a second. Before that, this module sees to it that Ctrl-C
in this time ends in one line too: it imports next to nothing, and nothing else comes first.
"""

try:
    import os
    import sys

    def interrupted(*_: object) -> None:
        """End at once: there is nothing to clean up yet, or nothing any more."""
        try:
            os.write(2, b"futoshiki-lab: interrupted\n")
        finally:
            os._exit(130)

    def unheard(lost: "sys.UnraisableHookArgs") -> None:
        """See Ctrl-C where it cannot be raised, as in a callback of the import system."""
        if lost.exc_type is KeyboardInterrupt:
            interrupted()
        sys.__unraisablehook__(lost)

    def main() -> int:
        """Run one command; the exit code is what `futoshiki-lab solve --help` says."""
        for number in range(3):  # a standard stream that is closed: no other file takes its place
            try:
                os.fstat(number)
            except OSError:
                os.open(os.devnull, os.O_RDWR)
        try:
            from futoshiki_lab.command_line import main
        except KeyboardInterrupt:  # the handler below was not there yet
            interrupted()
        return main()

    sys.unraisablehook = unheard
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, interrupted)

    if __name__ == "__main__":
        sys.exit(main())
except KeyboardInterrupt:
    interrupted()
