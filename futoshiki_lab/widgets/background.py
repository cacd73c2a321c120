"""Work in a thread, if there is an event loop, so that the notebook stays responsive."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

THREADS = sys.platform != "emscripten"  # Python in a browser has none


def in_background(work: Callable[[], T], then: Callable[[T], bool]) -> asyncio.Task[None] | None:
    """Do `work`, then `then` with its result, and both again as long as `then` returns True.

    Parameters
    ----------
    work : called in a thread, or on the loop where there are no threads.
    then : called on the loop.

    Returns
    -------
    The task, which the caller must keep. None in plain Python, where no loop runs: there all is
    done before this function returns.
    """

    async def run() -> None:
        while then(await asyncio.to_thread(work) if THREADS else work()):
            pass

    try:
        return asyncio.get_running_loop().create_task(run())
    except RuntimeError:
        while then(work()):
            pass
        return None
