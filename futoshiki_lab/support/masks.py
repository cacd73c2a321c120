"""Masks of values as plain Python; `compiling` has the same in single instructions."""

from __future__ import annotations


def count_bits(mask: int) -> int:
    """The number of values in a mask."""
    return int(mask).bit_count()


def lowest(mask: int) -> int:
    """The smallest value in a mask that is not empty."""
    return (int(mask) & -int(mask)).bit_length() - 1


def highest(mask: int) -> int:
    """The largest value in a mask that is not empty."""
    return int(mask).bit_length() - 1
