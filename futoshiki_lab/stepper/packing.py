"""The data for the browser: puzzles and runs. Cells are numbered from 0 in reading order."""

from __future__ import annotations

import hashlib
import json
import re
import sys
import zlib
from array import array
from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from futoshiki_lab.core import Problem, Puzzle, Value
from futoshiki_lab.support import annexes
from futoshiki_lab.trace import Trace
from futoshiki_lab.trace.recorder import FunctionSource

COLUMNS = ("verbs", "values", "others", "places", "sites")


def compress(data: bytes) -> bytes:
    """Bytes for the browser.

    Level 9 makes a tenth less of a long run, and takes seven times as long.
    """
    return zlib.compress(data, 7)


def encode(data: bytes) -> str:
    """Bytes for a page: in base64."""
    return b64encode(data).decode("ascii")


# -- puzzles ---------------------------------------------------------------------------------------


def key_of(puzzle: Puzzle) -> str:
    """The key under which a game is kept: the same for equal puzzles."""
    content = repr((puzzle.grid, sorted(puzzle.signs)))
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def pack_puzzle(puzzle: Puzzle) -> dict[str, Any]:
    """The data of a puzzle for the browser."""
    number = puzzle.cells.index
    return {
        "name": puzzle.name,
        "n": puzzle.size,
        "grid": [list(row) for row in puzzle.grid],
        "signs": sorted((number(sign.smaller), number(sign.larger)) for sign in puzzle.signs),
        "key": key_of(puzzle),
    }


def pack_problem(problem: Problem, words: Sequence[Value] = ()) -> dict[str, Any]:
    """The data of a puzzle, or of another problem, for the browser.

    Parameters
    ----------
    words : the values as they are numbered, from 1; by default those of the problem.

    ValueError is raised for a problem with more than 32 values.
    """
    if isinstance(problem, Puzzle):
        return pack_puzzle(problem)
    from futoshiki_lab.stepper.packing_problems import pack_other  # most runs are of puzzles

    return pack_other(problem, words or problem.values)


# -- runs ------------------------------------------------------------------------------------------


def pack_traces(traces: Sequence[Trace], code: bool = True) -> list[dict[str, Any]]:
    """Runs side by side: beside a search of the learner's own stands the package's."""
    own = any(trace.own for trace in traces[1:])
    return [pack_trace(trace, "package" * own, code) for trace in traces]


def pack_trace(trace: Trace, role: str = "", code: bool = True) -> dict[str, Any]:
    """A header in JSON, and the five columns as bytes, compressed.

    A prune or a wipe-out whose place is a cell, not a constraint, has in `others` the number of its
    reason in the header's `reasons`, from 1; 0 if it has none.
    """
    number, functions = trace.puzzle.cells.index, trace.sources.functions if code else ()
    header = {
        **pack_problem(trace.puzzle, trace.recorder.meant[1:]),
        "role": trace.own or role,
        "wrong": trace.wrong,
        "settings": str(trace.run.settings),
        "said": {one.name: str(one) for one in trace.run.settings.records if one},
        "jump": trace.run.settings.jump,
        "blames": trace.blames,
        "mends": trace.run.settings.mends,
        "orders": {
            number(cell): [(step, [*map(trace.recorder.number, stand)]) for step, stand in moved]
            for cell, moved in trace.orders.items()
        },
        "learn": bool(trace.run.settings.learn),
        "outcome": trace.outcome,
        "ended": re.sub(", `.*?`(?=:|$)", "", trace.run.ended).replace("`", ""),
        "violations": trace.run.violations[:3],
        "events": len(trace),
        "reasons": [
            {"rule": one.rule, "text": one.text, "cells": [number(cell) for cell in one.cells]}
            for one in trace.recorder.reasons
        ],
        "code": code,
        "functions": [_pack_function(source) for source in functions],
        "sites": [
            (functions.index(line.source), line.number) if line.source in functions else (-1, 0)
            for line in trace.sources.lines
        ],
    }
    columns = zip(COLUMNS, trace.recorder.columns, strict=True)
    packed = {name: compress(_to_bytes(column)) for name, column in columns}
    return {"header": json.dumps(header), **packed}


def _pack_function(source: FunctionSource) -> dict[str, str]:
    """A function's text; of one that a learner is about to write, what it is for, and the text so
    that only a click shows it."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    folding = annexes.find("folded code") if shell else None  # a notebook is what asks for it
    if folding and (purpose := folding.purpose_of(source)):
        hidden = encode(source.text.encode())
        return {"name": source.name, "text": "", "purpose": purpose, "hidden": hidden}
    return {"name": source.name, "text": source.text}


def encode_run(trace: Trace) -> dict[str, str]:
    """What `pack_trace` gives as text, for an answer to the page."""
    return {
        name: part if isinstance(part, str) else encode(part)
        for name, part in pack_trace(trace).items()
    }


def _to_bytes(column: array) -> bytes:
    """The column, little-endian, in the narrowest of the types that hold it."""
    most = max(column, default=0)
    narrow = array("B" if most < 2**8 else "H" if most < 2**16 else "I", column)
    if sys.byteorder == "big":
        narrow.byteswap()
    return narrow.tobytes()
