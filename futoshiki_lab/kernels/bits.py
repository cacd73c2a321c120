"""Numba's part: `compiled`, and masks of values in single instructions of the processor.

Numba compiles the functions marked `compiled` when they are first called; what `call_kept` calls
(an entry, marked `keep_compiled`) stays on disk, with all that it calls in it. Without Numba they
run as plain Python, slowly, with the same counts.
"""

from __future__ import annotations

from collections.abc import Callable

try:
    from numba import boolean, config, int64, njit
    from numba.core.types import CPointer  # type: ignore[attr-defined]
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    if config.DISABLE_JIT:  # set by NUMBA_DISABLE_JIT=1: then all has to be plain Python
        raise ImportError

    from futoshiki_lab.kernels.caching import call_kept, keep_compiled

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

    def call_kept(kernel: Callable[..., int], *arguments: object) -> int:
        """Call the function."""
        return kernel(*arguments)

    keep_compiled = compiled

    from futoshiki_lab.kernels.climbing import (
        count_bits as count_bits,
        highest as highest,
        lowest as lowest,
    )

    def start_of(array):
        """The array itself."""
        return array
