"""Calls that make no sense are refused, with a message that helps: tests/refused_calls.txt."""

from __future__ import annotations

import pytest
from conftest import rows_of

import futoshiki_lab
from futoshiki_lab import load, record, sweep

REFUSED = dict(row.split(" => ") for row in rows_of("refused_calls.txt"))


@pytest.fixture(scope="module")
def names():
    """What the calls name: all public names, and one each of what they take."""
    public = {name: getattr(futoshiki_lab, name) for name in futoshiki_lab.__all__}
    puzzle = load("nyu/Input2")
    return public | {
        "puzzle": puzzle,
        "trace": record(puzzle, "fc", select="mrv"),
        "table": sweep(puzzle, "fc", progress=False),
        "look": lambda board, cell: True,
    }


@pytest.mark.parametrize("call", REFUSED)
def test_what_makes_no_sense_is_refused(call, names):
    kind, _, told = REFUSED[call].partition(": ")
    with pytest.raises(Exception) as caught:  # noqa: PT011  its type is compared below
        eval(call, names)
    assert type(caught.value).__name__ == kind
    said = str(caught.value)
    for part in told.split(" ... "):
        assert part in said
        said = said.partition(part)[2]
