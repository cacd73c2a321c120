"""What `pip install futoshiki-lab` leaves out, and the words that say which extra brings it.

The search, the command line, the stepper and the game need little. Tables, pictures, the compiled
engine and JupyterLab are larger than all the rest, so each comes with an extra of the package.
"""

from __future__ import annotations

import sys
import warnings
from functools import cache
from importlib.util import find_spec
from platform import machine


def missing(who: str, module: str, extra: str) -> str:
    """What an error says; `pyproject.toml` says what the extras bring."""
    if sys.platform == "emscripten":
        return f"{who} needs {module}, which the Python in this browser does not have"
    return f'{who} needs {module}, which is not installed: pip install "futoshiki-lab[{extra}]"'


def need(who: str, extra: str, *modules: str) -> None:
    """Do nothing if these modules of an extra are there; none of them is loaded.

    Parameters
    ----------
    who : what needs them, as the error calls it.

    Raises
    ------
    ModuleNotFoundError : one of them is missing; it says how to install the extra.
    """
    for module in modules:
        if find_spec(module) is None:
            raise ModuleNotFoundError(missing(who, module, extra), name=module)


@cache
def tell_that_it_is_slow() -> None:
    """Warn, once in a process, that no compiled engine is there for work that takes long."""
    if sys.platform == "emscripten" or (sys.platform, machine()) == ("darwin", "x86_64"):
        return  # Numba has no build for a browser or an Intel Mac
    what = missing("the compiled engine", "numba", "fast")
    warnings.warn(f"this takes long: {what}", RuntimeWarning, stacklevel=3)
