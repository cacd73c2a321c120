"""A name that an earlier cell of the notebook makes: a cell run too early says which one it is."""

from __future__ import annotations

import json
import os
from pathlib import Path
from symtable import symtable
from typing import Any

NOTEBOOK = "JPY_SESSION_NAME"  # Jupyter's server tells a kernel which file it serves


def watch(shell: Any) -> None:
    """Have a kernel tell it; the handler of somebody else stays."""
    if not shell.custom_exceptions:
        shell.set_custom_exc((NameError,), _tell)


load_ipython_extension = watch  # what a kernel's settings name: tools/set_up.sh


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
            first = next(line for line in text.splitlines() if line and line[0] != "#")
            return (
                f"`{name}` is not there yet. Run this cell first, or all cells above "
                f"(Run > Run All Above Selected Cell): {first}"
            )
    return ""


def _made_in(text: str) -> list[str]:
    """The names that a cell makes at its top level."""
    try:
        symbols = symtable(text, NOTEBOOK, "exec").get_symbols()
    except SyntaxError:  # a line for the shell
        return []
    return [one.get_name() for one in symbols if one.is_assigned() or one.is_imported()]
