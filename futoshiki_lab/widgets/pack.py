"""The data of a trace for the browser: compact columns and a header in JSON; and back."""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Mapping
from typing import Any

from futoshiki_lab.core import Puzzle, Reason
from futoshiki_lab.trace import Trace
from futoshiki_lab.trace.recorder import Recorder
from futoshiki_lab.trace.replay import Replay
from futoshiki_lab.trace.tree import SearchTree
from futoshiki_lab.widgets.exchange import received, sent

COLUMNS = ("verbs", "values", "others", "places", "sites")


def pack(trace: Trace) -> dict[str, Any]:
    """A header in JSON, and the five columns as bytes, compressed.

    A prune or a wipe-out whose place is a cell, not a constraint, has in `others` the number of its
    reason in the header's `reasons`, from 1; 0 if it has none.
    """
    columns = zip(COLUMNS, trace.recorder.columns, strict=True)
    packed = {name: compressed(_bytes(column)) for name, column in columns}
    return {"header": json.dumps(_header(trace)), **packed}


def compressed(data: bytes) -> bytes:
    """Bytes for the browser.

    Level 9 makes a tenth less of a long run, and takes seven times as long.
    """
    return zlib.compress(data, 7)


def tree_of(packed: Mapping[str, Any]) -> tuple[Puzzle, SearchTree]:
    """The puzzle and the search tree of a run, from the data that `pack` made."""
    header = json.loads(packed["header"])
    puzzle, recorder = received(header), Recorder(received(header), 0)
    for column, name in zip(recorder.columns, COLUMNS, strict=True):
        column.extend(_numbers(packed[name], header["events"]))
    for number, reason in enumerate(header["reasons"]):
        cells = tuple(puzzle.cells[cell] for cell in reason["cells"])
        recorder.reasons[Reason(reason["rule"], reason["text"], cells)] = number
    return puzzle, Replay(puzzle, recorder).tree


def _header(trace: Trace) -> dict[str, Any]:
    """All of a trace except its columns, as plain data."""
    number, functions = trace.puzzle.cells.index, trace.sources.functions
    return {
        **sent(trace.puzzle),
        "settings": str(trace.run.settings),
        "jump": trace.run.settings.jump,
        "outcome": trace.outcome,
        "ended": trace.run.ended,
        "violations": trace.run.violations[:3],
        "events": len(trace),
        "reasons": [
            {
                "rule": reason.rule,
                "text": reason.text,
                "cells": [number(cell) for cell in reason.cells],
            }
            for reason in trace.recorder.reasons
        ],
        "functions": [{"name": source.name, "text": source.text} for source in functions],
        "sites": [
            (functions.index(line.source), line.number) if line.source in functions else (-1, 0)
            for line in trace.sources.lines
        ],
    }


def _bytes(column: array) -> bytes:
    """The column, little-endian, in the narrowest of the types that hold it."""
    most = max(column, default=0)
    narrow = array("B" if most < 2**8 else "H" if most < 2**16 else "I", column)
    if sys.byteorder == "big":
        narrow.byteswap()
    return narrow.tobytes()


def _numbers(column: bytes, length: int) -> list[int]:
    """The numbers of such a column."""
    data = zlib.decompress(column)
    numbers = array("BBHII"[len(data) // max(length, 1)], data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tolist()
