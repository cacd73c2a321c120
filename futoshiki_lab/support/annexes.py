"""What the annexes add to the laboratory, which imports none of them.

The package's door has the list: the name under which the laboratory asks for an addition, and the
module, or the folder of scripts and styles. A module is loaded when it is first asked for; without
its annex the laboratory goes on alone.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

PACKAGE = "futoshiki_lab"


def find(what: str) -> ModuleType | None:
    """The module that adds something; None if its annex is not there."""
    module = _module_of(what)
    annex = ".".join(module.split(".")[:2])
    return import_module(module) if find_spec(annex) else None


def folders(what: str) -> list[Path]:
    """The folder of files that adds something, not loaded; none if its annex is not there."""
    annex, *rest = sys.modules[PACKAGE].ADDITIONS[what].split(".")
    found = find_spec(f"{PACKAGE}.{annex}")
    places = found.submodule_search_locations if found else None
    return [Path(place, *rest) for place in places or ()]


def gone(who: str, error: ModuleNotFoundError) -> str:
    """Say which annex is not there; the error is raised again if it is about something else."""
    top, *rest = str(error.name).split(".")
    if top != PACKAGE or find_spec(".".join((PACKAGE, rest[0]))):
        raise error
    return f"{who} needs the annex {rest[0]}/, which this copy of the package does not have"


def is_loaded(what: str) -> bool:
    """Whether the module that adds something has been loaded."""
    return _module_of(what) in sys.modules


def _module_of(what: str) -> str:
    return f"{PACKAGE}.{sys.modules[PACKAGE].ADDITIONS[what]}"
