"""A bar for long work."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from tqdm.auto import tqdm

One = TypeVar("One")
BAR_DELAY = 0.5  # seconds: faster work needs no bar


def progress_bar(*work: Any, shown: bool | None, **settings: Any) -> tqdm[Any]:
    """tqdm's bar; it comes with the extra `lab`.

    Parameters
    ----------
    work, settings : as tqdm takes them.
    shown : False is for callers who want no bar; None for a bar on a terminal or in a notebook.
    """
    from tqdm.auto import tqdm

    if sys.platform == "emscripten":
        tqdm.monitor_interval = 0  # a browser has no thread to watch the bar, and tqdm would warn
    return tqdm(*work, delay=BAR_DELAY, disable=None if shown is None else not shown, **settings)


def with_bar(work: Iterable[One], unit: str, total: int | None = None) -> Iterable[One]:
    """The work, with a bar that goes when it is done; without one where tqdm is missing."""
    if find_spec("tqdm") is None:
        return work
    bar: Iterable[One] = progress_bar(work, shown=None, total=total, unit=unit, leave=False)
    return bar
