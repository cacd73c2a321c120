"""Which code a notebook's pictures fold: that of functions which a learner has still to write."""

from __future__ import annotations

import ast
import os
from contextlib import suppress
from inspect import getsource, unwrap
from pathlib import Path
from textwrap import dedent

from futoshiki_lab.classroom.ask.prediction import REVEAL
from futoshiki_lab.classroom.solver.kept_file import FILE, KeptFile
from futoshiki_lab.classroom.solver.parts import REFERENCES
from futoshiki_lab.core import PuzzleError
from futoshiki_lab.trace.recorder import FunctionSource


def purpose_of(source: FunctionSource) -> str:
    """What stands in the place of a function's text: how it is called, and what it is for.

    Nothing, if its text may be seen: with FUTOSHIKI_LAB_REVEAL=1, if it is no part of the solver,
    or if my_solver.py has the learner's own, which was right.
    """
    part = REFERENCES.get(source.name)
    if part is None or os.environ.get(REVEAL, "0") not in ("", "0"):
        return ""
    if source.text.strip() != dedent(getsource(unwrap(part.reference))).strip():
        return ""  # a learner's function has this name
    with suppress(PuzzleError):
        file = KeptFile.read(Path(FILE))
        block = file.find(part.name)
        if block and file.is_untouched(block):
            return ""
    [function] = ast.parse(source.text).body
    names = [one.arg for one in function.args.args]  # type: ignore[attr-defined]
    called = {"search_with_blame": "search"}.get(source.name, source.name)
    return f"{called}({', '.join(names)})  # {part.purpose}"
