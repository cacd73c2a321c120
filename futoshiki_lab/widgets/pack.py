"""The data of a trace for the browser: compact columns and a header in JSON."""

from __future__ import annotations

import json
import sys
from array import array
from typing import Any

from futoshiki_lab.trace import Trace
from futoshiki_lab.widgets.exchange import sent


def pack(trace: Trace) -> dict[str, Any]:
    """A header in JSON, and the five columns as bytes.

    A prune or a wipe-out whose place is a cell, not a constraint, has in `others` the number of its
    reason in the header's `reasons`, from 1; 0 if it has none.
    """
    recorder = trace.recorder
    return {
        "header": json.dumps(_header(trace)),
        "verbs": _bytes(recorder.verbs),
        "values": _bytes(recorder.values),
        "others": _bytes(recorder.other_values),
        "places": _bytes(recorder.places),
        "sites": _bytes(recorder.sites),
    }


def _header(trace: Trace) -> dict[str, Any]:
    """All of a trace except its columns, as plain data."""
    number, functions = trace.puzzle.cells.index, trace.sources.functions
    return {
        **sent(trace.puzzle),
        "settings": str(trace.run.settings),
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
