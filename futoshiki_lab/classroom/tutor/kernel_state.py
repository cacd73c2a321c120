"""What a student's function may change of the process that it runs in, and how it is given back."""

from __future__ import annotations

import builtins
import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any


def _set_entries(mapping: MutableMapping[str, Any], before: Mapping[str, Any]) -> None:
    """Make a mapping what it was. It uses no builtin function: they may be what was replaced."""
    if mapping != before:
        mapping.update(before)
        for name in mapping.keys() - before.keys():
            del mapping[name]


# Python lists them anew each time, which took a tenth of a check.
_SIGNALS = tuple(sorted(map(int, signal.valid_signals())))


def _signal_handlers() -> dict[int, Any]:
    return {number: signal.getsignal(number) for number in _SIGNALS}


def _set_signal_handlers(before: Mapping[int, Any]) -> None:
    for number, handler in before.items():  # None: it was not set from Python, and cannot be
        if handler is not None and signal.getsignal(number) != handler:
            signal.signal(number, handler)


def _working_directory() -> str:
    with suppress(OSError):  # it was deleted
        return os.getcwd()
    return os.curdir


_HOOKS = ("excepthook", "unraisablehook", "displayhook", "stdin", "stdout", "stderr")
# By its name: how to get a state, and how to set it again.
# The builtins come first, because the functions for the others use them.
KERNEL_STATE: dict[str, tuple[Callable[[], Any], Callable[[Any], object]]] = {
    "builtins": (lambda: {**vars(builtins)}, partial(_set_entries, vars(builtins))),
    "trace function": (sys.gettrace, sys.settrace),
    "profile function": (sys.getprofile, sys.setprofile),
    "recursion limit": (sys.getrecursionlimit, sys.setrecursionlimit),
    "hooks": (lambda: {n: getattr(sys, n) for n in _HOOKS}, vars(sys).update),
    "sleep": (lambda: time.sleep, partial(setattr, time, "sleep")),
    "signal handlers": (_signal_handlers, _set_signal_handlers),
    "gc": (gc.isenabled, lambda enabled: gc.enable() if enabled else gc.disable()),
    "gc thresholds": (gc.get_threshold, lambda thresholds: gc.set_threshold(*thresholds)),
    "working directory": (_working_directory, os.chdir),
    "environment": (lambda: {**os.environ}, partial(_set_entries, os.environ)),
}
if hasattr(signal, "pthread_sigmask"):
    KERNEL_STATE["blocked signals"] = (
        lambda: signal.pthread_sigmask(signal.SIG_BLOCK, ()),
        lambda mask: signal.pthread_sigmask(signal.SIG_SETMASK, mask),
    )


@contextmanager
def kernel_state_restored() -> Iterator[None]:
    """Give back what the call inside changes of the kernel; end a process that it forks."""
    process = os.getpid()
    before = [(restore, save()) for save, restore in KERNEL_STATE.values()]
    try:
        yield
    finally:
        if os.getpid() != process:
            os._exit(0)
        for restore, state in before:
            with suppress(OSError):  # the working directory was deleted
                restore(state)
