"""What the arguments of the figures of sweeps must be; each is checked here, for all of them."""

from __future__ import annotations

from collections.abc import Collection
from math import inf
from numbers import Real

from futoshiki_lab.core import unknown


def one_of(what: str, given: object, known: Collection[str]) -> str:
    """A name that must be among the known."""
    if not isinstance(given, str) or given not in known:
        raise ValueError(unknown(what, given, tuple(known)))
    return given


def above_nought(what: str, given: object, kind: str = "a number") -> float:
    """A finite number above 0, such as a scale."""
    is_number = isinstance(given, Real) and not isinstance(given, bool)
    if not is_number or not 0 < given < inf:
        raise ValueError(f"{what} must be {kind} above 0, not {given!r}")
    return float(given)


def band_of(given: object) -> tuple[float, float]:
    """The two quantiles between which a band lies."""
    try:
        low, high = (float(share) for share in given)
    except (TypeError, ValueError):
        low, high = inf, -inf
    if not 0 <= low < high <= 1:
        raise ValueError(
            f"band must be two quantiles from 0 to 1, the lower one first, not {given!r}"
        )
    return low, high
