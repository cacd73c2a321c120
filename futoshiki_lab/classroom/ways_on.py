"""For who is stuck: from a failed check, or a question of a kind, to what teaches it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

STUCK = "I am stuck: what next?"


@dataclass(frozen=True)
class WayOn:
    """Hints, each one stronger; none is the answer.

    Attributes
    ----------
    notebook, heading : where it is taught.
    step, hint : where it can be seen; what to ask oneself.
    """

    notebook: str
    heading: str
    step: str
    hint: str

    @property
    def link(self) -> str:
        """The place of the heading, from a notebook beside it."""
        return f"{self.notebook}.ipynb#{self.heading.replace('`', '').replace(' ', '-')}"

    @property
    def place(self) -> str:
        """The notebook and the heading, in words."""
        return f"notebook {self.notebook[:2]}, “{self.heading.replace('`', '')}”"


def say_where(taught: str) -> str:
    """Where something is taught: a heading above, or `notebook#heading` of another one."""
    notebook, _, heading = taught.rpartition("#")
    way = WayOn(notebook, heading, "", "")
    return f"It is taught in [{way.place}]({way.link})." if notebook else f"See “{taught}”."


def _read() -> dict[str, WayOn]:
    lines = Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines()
    rows = ([part.strip() for part in line.split(" | ")] for line in lines if line[0] != "#")
    return {name: WayOn(*parts) for name, *parts in rows}


WAYS_ON = _read()
