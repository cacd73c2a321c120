"""Numba's part: `compiled`, and masks of values in single instructions of the processor.

Numba compiles the functions marked `compiled` when they are first called; what `call_kept` calls
(an entry, marked `keep_compiled`) stays on disk, with all that it calls in it. Without Numba they
run as plain Python, slowly, with the same counts.

Whatever is wrong with what is kept on disk costs time, but never an answer. Compiled code has in it
what it calls, also from other files. So it is kept in a folder that is named by all sources in
folders called `kernels`: after a change it is another folder.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from itertools import chain
from multiprocessing import current_process
from pathlib import Path
from shutil import rmtree
from typing import Any

try:
    from numba import boolean, config, int64, njit
    from numba.core.types import CPointer  # type: ignore[attr-defined]
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    if config.DISABLE_JIT:  # set by NUMBA_DISABLE_JIT=1: then all has to be plain Python
        raise ImportError

    COMPILED = True
    compiled = njit(nogil=True)

    @intrinsic
    def count_bits(typing_context, mask):
        """The number of values in a mask: one instruction of the processor."""
        return mask(mask), lambda context, builder, signature, args: builder.ctpop(args[0])

    @intrinsic
    def lowest(typing_context, mask):
        """The smallest value in a mask that is not empty: one instruction of the processor."""
        return mask(mask), lambda context, builder, signature, args: builder.cttz(
            args[0], context.get_constant(boolean, False)
        )

    @intrinsic
    def leading_zeros(typing_context, mask):
        """How many of the 64 bits are above the largest value: one instruction."""
        return mask(mask), lambda context, builder, signature, args: builder.ctlz(
            args[0], context.get_constant(boolean, False)
        )

    @compiled
    def highest(mask):
        """The largest value in a mask that is not empty."""
        return 63 - leading_zeros(mask)

    @intrinsic
    def start_of(typing_context, array):
        """A pointer to the start of an array of 64-bit integers.

        With an array, Numba would test whether each index is negative and count references.
        """

        def code(context, builder, signature, args):
            return make_array(array)(context, builder, args[0]).data

        return CPointer(int64)(array), code

except ImportError:
    COMPILED = False

    def compiled(function):
        """Leave the function as it is."""
        return function

    from futoshiki_lab.support.masks import count_bits, highest, lowest  # noqa: F401

    def start_of(array):
        """The array itself."""
        return array


# -- on disk -------------------------------------------------------------------------------------

NO_FOLDER = (
    "there is no folder in which Numba can keep what it compiles, so every process compiles again: "
    "NUMBA_CACHE_DIR can name a folder"
)


def keep_compiled(dispatcher: Any) -> Any:
    """Let Numba, if it is there, keep a function on disk when it has compiled it; returns it."""
    if not COMPILED:
        return dispatcher
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
    if not COMPILED:
        return kernel(*arguments)
    try:
        return kernel(*arguments)
    except NotImplementedError:  # the kernel's own word
        raise
    except OSError as error:  # it is compiled by now, but could not be written
        tell(f"Numba cannot keep what it compiles in {cache_folder()}: {error.strerror or error}")
    except Exception:  # unpickling and LLVM have errors of all kinds
        tell(f"Numba's cache in {cache_folder()} is damaged: it is written again")
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
    return Path(base).expanduser() / "futoshiki_lab" / name_of_sources(Path(__file__).parents[1])


@cache
def name_of_sources(folder: Path) -> str:
    """A name that changes with any kernel of a package, and with this file."""
    files = sorted(folder.glob("**/kernels/*.py")), [Path(__file__)]
    sources = (path.read_bytes() for path in chain(*files))
    return sha256(b"".join(sources)).hexdigest()[:16]


@cache
def tell(what: str) -> None:
    """Warn once in a process, and not in the workers of a sweep: all have the same trouble."""
    if current_process().name == "MainProcess":
        warnings.warn(what, RuntimeWarning, stacklevel=2)
