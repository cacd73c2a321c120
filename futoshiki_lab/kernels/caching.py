"""Keeps what Numba compiles on disk; whatever is wrong there costs time, but never an answer.

Numba's own cache passes on every error: that no folder can be written, that the disk is full, that
a file is damaged. Here the function is compiled, and a warning says why, once in a process.
"""

from __future__ import annotations

import pickle
import warnings
from functools import cache
from hashlib import sha256
from multiprocessing import current_process
from pathlib import Path

from numba import njit
from numba.core.caching import FunctionCache, IndexDataCacheFile

SEAL = sha256().digest_size


def compiled(function):
    """Let Numba compile a function when it is first called, and keep the result on disk."""
    dispatcher = njit(nogil=True)(function)
    try:
        dispatcher._cache = _Cache(function)
    except (RuntimeError, OSError):  # Numba has found no folder
        tell(
            "there is no folder in which Numba can keep what it compiles, so every process compiles"
            " anew: NUMBA_CACHE_DIR can name a folder"
        )
    return dispatcher


class _Cache(FunctionCache):
    """What is kept of one function."""

    def __init__(self, function):
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp(), _beside(function)
        self._cache_file = _Files(self.cache_path, self._impl.filename_base, stamp)

    def load_overload(self, sig, target_context):
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # unpickling and LLVM have errors of all kinds
            self._cache_file.tell_of_damage()
            return None

    def save_overload(self, sig, data):
        try:
            super().save_overload(sig, data)
        except Exception as error:
            self.disable()
            reason = getattr(error, "strerror", None) or error
            tell(f"Numba cannot keep what it compiles in {self.cache_path}: {reason}")


class _Files(IndexDataCacheFile):
    """The files of one function: an index, and code under a seal that shows damage.

    The seal also covers the state of the source. Numba writes the index before the code: if that is
    cut short, a new index names old code, which Numba would run.
    """

    def tell_of_damage(self) -> None:
        """Warn; the files are written anew when the function has been compiled."""
        tell(f"Numba's cache in {self._cache_path} is damaged: it is written anew")

    def _load_index(self):
        try:
            return super()._load_index()
        except Exception:
            self.tell_of_damage()
            return {}

    def _load_data(self, name):
        with open(self._data_path(name), "rb") as file:
            seal, code = file.read(SEAL), file.read()
        if seal != self._seal(code):
            raise ValueError("damaged")
        return pickle.loads(code)

    def _save_data(self, name, data):
        code = self._dump(data)
        with self._open_for_write(self._data_path(name)) as file:
            file.write(self._seal(code) + code)

    def _seal(self, code: bytes) -> bytes:
        return sha256(repr((self._version, self._source_stamp)).encode() + code).digest()


def _beside(function) -> tuple[str, ...]:
    """The state of all files of a function's folder, because compiled code has what it calls in it.

    Numba looks only at the file of the function itself.
    """
    files = sorted(Path(function.__code__.co_filename).parent.glob("*.py"))
    return tuple(_state(path, path.stat().st_mtime_ns) for path in files)


@cache
def _state(path: Path, changed: int) -> str:
    return sha256(path.read_bytes()).hexdigest()


@cache
def tell(what: str) -> None:
    """Warn once in a process, and not in the workers of a sweep: all have the same trouble."""
    if current_process().name == "MainProcess":
        warnings.warn(what, RuntimeWarning, stacklevel=2)
