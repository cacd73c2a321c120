"""What stops a command: Ctrl-C, and the signals with which a system ends programs."""

from __future__ import annotations

import _thread
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from time import sleep
from types import FrameType

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
