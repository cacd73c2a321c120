"""A name that an earlier cell of the notebook makes: a cell run too early says which one it is.

What a name stands for may be out of date, too: the cell that makes it was run again, and failed.
"""

from __future__ import annotations

import json
import os
import re
import sys
from functools import partial
from pathlib import Path
from symtable import symtable
from typing import Any

OUTDATED = "futoshiki_outdated"  # the shell's: names, and the first line of the cell of each
NOTEBOOK = "JPY_SESSION_NAME"  # Jupyter's server tells a kernel which file it serves


def watch(shell: Any) -> None:
    """Have a kernel tell it; the handler of somebody else stays."""
    if not shell.custom_exceptions:
        shell.set_custom_exc((NameError,), _tell)
    if not hasattr(shell, OUTDATED):
        setattr(shell, OUTDATED, {})
        shell.events.register("pre_run_cell", partial(_begin, shell))
        shell.events.register("post_run_cell", partial(_end, shell, getattr(shell, OUTDATED)))


load_ipython_extension = watch  # what a kernel's settings name: tools/set_up.sh


def _begin(shell: Any, cell: Any) -> None:
    """Keep what stood for the names that a cell makes."""
    made = re.findall(r"(?m)^(?:def |class |(?=\w+ *=(?!=)))(\w+)", cell.raw_cell or "")
    shell.made_before = {name: shell.user_ns[name] for name in made if name in shell.user_ns}


def _end(shell: Any, outdated: dict[str, str], result: Any) -> None:
    """Note which of them still stand for the same, since the cell has failed."""
    for name, before in shell.made_before.items():
        outdated.pop(name, None)
        if not result.success and shell.user_ns.get(name) is before:
            outdated[name] = _first_line(result.info.raw_cell)


def find_outdated(thing: object) -> str:
    """In a notebook: which cell would have made this anew, and has failed; else nothing."""
    shell: Any = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    for name, first in getattr(shell, OUTDATED, {}).items():
        if thing is not ... and shell.user_ns.get(name) is thing:
            return f"The cell that makes `{name}` has failed: mend it, and run it first: {first}"
    return ""


def _tell(shell: Any, kind: Any, error: Any, trace: Any, tb_offset: Any = None) -> None:
    name = getattr(error, "name", None)
    while trace.tb_next:
        trace = trace.tb_next
    in_the_cell = trace.tb_frame.f_code.co_name == "<module>" and name not in shell.user_ns
    if told := find_maker(name) if in_the_cell and name else "":
        error._render_traceback_ = lambda: [told]  # IPython asks the error for it
    shell.showtraceback((kind, error, error.__traceback__), tb_offset=tb_offset)


def find_maker(name: str) -> str:
    """In one line which cell of the notebook makes a name; empty if none does, or none is known."""
    try:
        notebook = json.loads(Path(os.environ.get(NOTEBOOK, "")).read_text(encoding="utf-8"))
        code = [cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    except (OSError, ValueError, LookupError, TypeError):
        return ""
    for text in map("".join, code):
        if name in _made_in(text):
            return (
                f"`{name}` is not there yet. Run this cell first, or all cells above "
                f"(Run > Run All Above Selected Cell): {_first_line(text)}"
            )
    return ""


def _first_line(text: str) -> str:
    return next(line for line in text.splitlines() if line and line[0] != "#")


def _made_in(text: str) -> list[str]:
    """The names that a cell makes at its top level."""
    try:
        symbols = symtable(text, NOTEBOOK, "exec").get_symbols()
    except SyntaxError:  # a line for the shell
        return []
    return [one.get_name() for one in symbols if one.is_assigned() or one.is_imported()]
