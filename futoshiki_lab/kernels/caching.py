"""Keeps what Numba compiles on disk; whatever is wrong there costs time, but never an answer.

Compiled code has in it what it calls, also from other files. So it is kept in a folder that is
named by all sources of the kernels: after a change it is another folder.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from multiprocessing import current_process
from pathlib import Path
from shutil import rmtree
from typing import Any

from numba import config

NO_FOLDER = (
    "there is no folder in which Numba can keep what it compiles, so every process compiles anew: "
    "NUMBA_CACHE_DIR can name a folder"
)


def keep_compiled(dispatcher: Any) -> Any:
    """Let Numba keep a function on disk when it has compiled it; returns the function."""
    folder, elsewhere = cache_folder(), config.CACHE_DIR
    config.CACHE_DIR = str(folder)  # Numba reads it in the next line, and for this function only
    try:
        dispatcher.enable_caching()
    except (RuntimeError, OSError):
        tell(NO_FOLDER)
    finally:
        config.CACHE_DIR = elsewhere
    return dispatcher


def call_kept(kernel: Callable[..., int], *arguments: object) -> int:
    """Call a function that may have to be loaded or compiled; Numba passes on every error of that.

    A warning says what was wrong, once in a process.
    """
    try:
        return kernel(*arguments)
    except OSError as error:  # it is compiled by now, but could not be written
        tell(f"Numba cannot keep what it compiles in {cache_folder()}: {error.strerror or error}")
    except Exception:  # unpickling and LLVM have errors of all kinds
        tell(f"Numba's cache in {cache_folder()} is damaged: it is written anew")
        rmtree(cache_folder(), ignore_errors=True)
        keep_compiled(kernel)
    return kernel(*arguments)


def cache_folder() -> Path:
    """The folder for just these sources, in the one of NUMBA_CACHE_DIR or of the user's caches."""
    if config.CACHE_DIR:
        base = config.CACHE_DIR
    elif sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "~")
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "futoshiki_lab" / name_of_sources(Path(__file__).parent)


@cache
def name_of_sources(folder: Path) -> str:
    """A name that changes with any Python file of a folder."""
    sources = (path.read_bytes() for path in sorted(folder.glob("*.py")))
    return sha256(b"".join(sources)).hexdigest()[:16]


@cache
def tell(what: str) -> None:
    """Warn once in a process, and not in the workers of a sweep: all have the same trouble."""
    if current_process().name == "MainProcess":
        warnings.warn(what, RuntimeWarning, stacklevel=2)
