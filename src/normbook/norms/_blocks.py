"""Large arrays, one block after the other.

A step over a large array waits for memory. So the norms take all their steps on one block of the
array while it is in the processor's cache, and then go on to the next.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from typing import TypeAlias

import numpy as np

from normbook.norms._checks import FloatArray

Block: TypeAlias = tuple[slice, ...]
"""An index of a part of an array, with one slice for each axis."""

BLOCK_SIZE = 2**18
"""Numbers in a block, at most where groups allow: a few such arrays fit a processor's cache."""
ROW_SIZE = 2**10
"""Numbers that lie side by side in a block, at least: for fewer, a call of NumPy costs too much."""
CACHE_LINE_BYTES = 64


def blocks_of(shape: tuple[int, ...], axes: tuple[int, ...]) -> Iterator[Block]:
    """Yield the blocks of an array of this shape; each holds all of the ``axes``: whole groups."""
    room = BLOCK_SIZE // max(1, math.prod(shape[axis] for axis in axes))
    steps: list[int] = []
    behind = 1  # numbers side by side in memory, for one position of the axis
    for axis, size in reversed(list(enumerate(shape))):
        step = size
        if axis not in axes:
            largest = max(1, room, ROW_SIZE // behind)
            step = math.ceil(size / max(1, math.ceil(size / largest)))  # blocks of one size
            room //= max(1, step)
        steps.insert(0, max(1, step))
        behind *= max(1, size)
    for starts in product(*(range(0, size, step) for size, step in zip(shape, steps, strict=True))):
        yield tuple(slice(start, start + step) for start, step in zip(starts, steps, strict=True))


def part_for(block: Block, array: FloatArray) -> FloatArray:
    """Return a view of the part of ``array`` that belongs to a block of x.

    The array broadcasts to x: along each axis it has the size of x, or the size 1.
    """
    slices = zip(array.shape, block, strict=True)
    return array[tuple(slice(None) if size == 1 else part for size, part in slices)]


def in_long_rows(
    ufunc: np.ufunc, full: FloatArray, shared: FloatArray, out: FloatArray | None = None
) -> FloatArray:
    """Return ``ufunc(full, shared, out=out)``, where ``shared`` broadcasts to ``full``.

    NumPy starts anew at each row of an array. So where all share one short row, several rows are
    taken as one, and what they share is repeated to their length.
    """
    result = np.empty_like(full) if out is None else out
    row, into = full.shape[-1], result
    if shared.size == shared.shape[-1] == row and result.flags.c_contiguous:
        count = math.gcd(full.size // row, max(1, ROW_SIZE // row))
        full, into = full.reshape(-1, count * row), result.reshape(-1, count * row)
        shared = shared.reshape(1, row).repeat(count, axis=0).ravel()
    ufunc(full, shared, out=into)
    return result


def aligned_empty(like: FloatArray) -> FloatArray:
    """Return an array without values, of the shape and dtype of ``like``.

    It begins at a line of the cache, since a store that crosses from one line to the next is slow.
    """
    buffer = np.empty(like.nbytes + CACHE_LINE_BYTES, np.uint8)
    start = -buffer.ctypes.data % CACHE_LINE_BYTES
    array: FloatArray = buffer[start : start + like.nbytes].view(like.dtype).reshape(like.shape)
    return array


@contextmanager
def short_buffers() -> Iterator[None]:
    """Make NumPy's buffers short while the context is open.

    NumPy copies an operand that is broadcast, such as a weight, row after row until its buffer is
    full; with a long buffer that costs more than the arithmetic.
    """
    size = np.setbufsize(ROW_SIZE)
    try:
        yield
    finally:
        np.setbufsize(size)
