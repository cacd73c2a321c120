"""What a saved notebook has of a widget: its puzzle and its runs are read again from its state."""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Mapping
from typing import Any

from futoshiki_lab.core import Puzzle, Reason
from futoshiki_lab.reasons.answers import carried, carried_failures
from futoshiki_lab.stepper.packing import COLUMNS
from futoshiki_lab.trace.recorder import Recorder


def carry(state: Mapping[str, Any]) -> bytes:
    """What the page of a saved widget carries to answer questions, as the widget would say it."""
    if state["role"] == "play":
        return carried(unpack_puzzle(state["board"]))
    if state["role"] != "stepper":
        return b""
    return json.dumps([_failures(run) for run in state["runs"]]).encode()


def _failures(run: Mapping[str, Any]) -> dict[int, dict[str, Any]]:
    of_another_problem = "problem" in json.loads(run["header"])
    return {} if of_another_problem else carried_failures(*unpack_run(run))


def unpack_puzzle(board: Mapping[str, Any]) -> Puzzle:
    """The puzzle from the data that `pack_puzzle` made."""
    cells = Puzzle(board["grid"]).cells
    signs = [(cells[smaller], cells[larger]) for smaller, larger in board["signs"]]
    return Puzzle(board["grid"], signs, board["name"])


def unpack_run(packed: Mapping[str, Any]) -> tuple[Puzzle, Recorder, str]:
    """The puzzle, the events and the outcome of a run, from the data that `pack_trace` made."""
    header = json.loads(packed["header"])
    puzzle = unpack_puzzle(header)
    recorder = Recorder(puzzle, 0)
    for column, name in zip(recorder.columns, COLUMNS, strict=True):
        data = zlib.decompress(packed[name])
        numbers = array("BBHII"[len(data) // max(header["events"], 1)], data)
        if sys.byteorder == "big":
            numbers.byteswap()
        column.extend(numbers.tolist())
    for number, reason in enumerate(header["reasons"]):
        cells = tuple(puzzle.cells[cell] for cell in reason["cells"])
        recorder.reasons[Reason(reason["rule"], reason["text"], cells)] = number
    return puzzle, recorder, header["outcome"]
