"""Sums of many numbers that round as little as sums of few.

Each addition of floats rounds, so a sum that adds one number after the other loses more digits the
longer it is. Here a long sum is a sum of short ones, and those of shorter ones.
"""

from __future__ import annotations

import math
import operator
from functools import lru_cache, reduce
from string import ascii_letters

import numpy as np

from normbook.norms._checks import FloatArray

LONGEST_RUN = 2**10
"""Numbers that are added one after the other, at most."""
PARTS = 32
"""Parts into which a longer sum is cut."""
SHORTEST_DOT = 2**6
"""Numbers in a row, at least, for BLAS to be faster than einsum."""


def sum_over(axes: tuple[int, ...], *factors: FloatArray) -> FloatArray:
    """Return the sum over ``axes`` of the product of the factors, with size 1 along the axes.

    The first factor has the full shape, and the others broadcast to it. einsum and BLAS store no
    product, but add one number after the other, so they are given short sums only.
    """
    if not axes:
        return reduce(operator.mul, factors)
    shape = factors[0].shape
    subscripts, kept, short = _plan(shape, axes, len(factors))
    in_rows = axes == (len(shape) - 1,) and len(factors) == 2
    if short and in_rows and factors[1].shape[-1] >= SHORTEST_DOT:
        return _dots(*factors)
    if short and axes == (len(shape) - 2,) and len(factors) == 1:
        columns: FloatArray = np.ones((1, shape[-2]), factors[0].dtype) @ factors[0]
        return columns
    if short:
        total: FloatArray = np.einsum(subscripts, *factors)
        return total.reshape(kept)
    if len(axes) > 1:
        return sum_over(axes[:-1], sum_over(axes[-1:], *factors))
    (axis,) = axes
    size = shape[axis] // PARTS
    split = (*shape[:axis], PARTS, size, *shape[axis + 1 :])
    before = (slice(None),) * axis
    most, rest = (*before, slice(PARTS * size)), (*before, slice(PARTS * size, None))
    whole = [np.broadcast_to(factor, shape) for factor in factors]
    sums = sum_over(axes, *(factor[most].reshape(split) for factor in whole)).squeeze(axis)
    total = sum_over(axes, sums)
    if size * PARTS == shape[axis]:
        return total
    return total + sum_over(axes, *(factor[rest] for factor in whole))


def _dots(a: FloatArray, b: FloatArray) -> FloatArray:
    """Return the dot product of each row of a and its row of b, or the only one that b has."""
    if b.size == b.shape[-1]:
        return a @ b.reshape(-1, 1)
    dots: FloatArray = (a[..., None, :] @ b[..., None])[..., 0]
    return dots


@lru_cache
def _plan(
    shape: tuple[int, ...], axes: tuple[int, ...], factors: int
) -> tuple[str, tuple[int, ...], bool]:
    """Return einsum's notation for a sum of a product, its shape, and whether it is short."""
    every = ascii_letters[: len(shape)]
    left = "".join(letter for axis, letter in enumerate(every) if axis not in axes)
    kept = tuple(1 if axis in axes else size for axis, size in enumerate(shape))
    short = math.prod(shape) <= LONGEST_RUN * math.prod(kept)
    return f"{','.join([every] * factors)}->{left}", kept, short
