"""Functions as a student writes them, in a cell of a notebook."""

import ast
import json
import linecache
import re
from inspect import getsource, unwrap
from itertools import count
from pathlib import Path
from textwrap import dedent

from futoshiki_lab.core import Cell, fc_check, revise

NUMBERS = count()


def written(source, **names):
    """The last function of a cell that a student has run; `names`: what the cell knows besides."""
    file, source = f"cell-{next(NUMBERS)}.py", dedent(source)
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    names = {"Cell": Cell, "revise": revise, "fc_check": fc_check, **names}
    exec(compile(source, file, "exec"), names)
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return names[[one.name for one in ast.parse(source).body if isinstance(one, kinds)][-1]]


def own_copy(function, change=str):
    """A function of the package, as if a student had written it, with a change of its source.

    Students write no docstring.
    """
    source = re.sub(r'""".*?"""', "pass", change(getsource(function)), count=1, flags=re.DOTALL)
    return written(source, **unwrap(function).__globals__)


def cells_of(notebook):
    """The sources of a notebook's cells, by id."""
    path = Path(__file__).parents[1] / "notebooks" / f"{notebook}.ipynb"
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return {cell["id"]: "".join(cell["source"]) for cell in cells}
