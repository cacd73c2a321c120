"""The record of a look, a selection or an order that has a name: every room reads it.

Whoever gives a function a name writes one record: `solve`, sweeps, menus, exams, charts, the help
of the command line and the compiled engine know no other list of names.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R", bound="Named[Any]")


@dataclass(frozen=True, eq=False)
class Named(Generic[F]):
    """A function that has a name.

    Attributes
    ----------
    name : one word, which stands for the function in calls, on the command line and in tables.
    function : the function itself.
    said : what it is called in words; where it begins with the name, it stands for the name.
    twin : the number of its compiled twin in explorer/kernels/; None if it has none: then searches
        with it take the readable engine.
    """

    name: str
    function: F
    said: str
    twin: int | None = None

    def __post_init__(self) -> None:
        if not self.name.isidentifier():
            raise ValueError(f"a name is one word of letters, digits and _, not {self.name!r}")

    def __str__(self) -> str:
        """How it is said beside its name: "forward checking (fc)"."""
        return self.said if self.said.startswith(self.name) else f"{self.said} ({self.name})"


def by_name(*records: R) -> dict[str, R]:
    """Each record under its name, in this order."""
    return {one.name: one for one in records}
