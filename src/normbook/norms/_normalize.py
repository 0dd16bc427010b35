"""The arithmetic that all norms share: deviations divided by their root mean square.

The norms differ in which values form a *group*, the values that share one mean and one variance.
Here a group is named by ``axes``, the axes that are summed over.

Four things make this longer than its formula, and are solved here, once. Sums of float32 numbers
round, and more with each number added. So does the mean of a group, which a large offset, or a
constant group, cannot bear. Squares leave the range of a dtype long before the values do: in
float32 above 1.8e19, and below 1e-19 they lose their digits. And a step over a large array waits
for memory, so that all steps are taken in one block after the other. The plain formula goes first;
blocks with a group that it cannot bear are then done again.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, reduce
from itertools import product
from string import ascii_letters
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from normbook.norms._checks import FloatArray, FloatDType, check_values, for_computing

Block: TypeAlias = tuple[slice, ...]

# NaN and inf in the input come out as NaN and inf of their group, with no warning on the way.
quiet = np.errstate(all="ignore")

BLOCK = 2**17  # numbers in a block: a few arrays of this size fit a processor's own cache
ROW = 2**10  # numbers that lie side by side in a block, at least: a call of NumPy for fewer is slow
RUN = 2**10  # numbers that are added one after the other, at most
LINE = 64  # bytes of a line of the cache
FAR = 4  # standard deviations from 0 to the mean of a group whose offset costs digits


@contextmanager
def short_buffers() -> Iterator[None]:
    """Keep NumPy from copying an operand that is broadcast, row after row, into one long buffer."""
    size = np.setbufsize(ROW)
    try:
        yield
    finally:
        np.setbufsize(size)


class Normalized(NamedTuple):
    """A normalized array and its statistics; every array has the dtype of the computation."""

    x_hat: FloatArray
    """Shape of x: (x - mean) * rstd."""
    mean: FloatArray
    """Size 1 along the axes of the group: the point that x is measured from."""
    var: FloatArray
    """Shape of the mean: mean square of x - mean (biased); inf where it is too large."""
    rstd: FloatArray
    """Shape of the mean: 1 / sqrt(var + eps); 0 where that is 1 / 0."""


class Measured(NamedTuple):
    """The groups of a block, on the way to ``x_hat = deviations * root``."""

    deviations: FloatArray
    """x - mean, in units in which its squares keep their digits."""
    root: FloatArray
    """rstd in these units, in float64."""
    mean: FloatArray
    var: FloatArray
    rstd: FloatArray


@quiet
@short_buffers()
def normalize(
    x: FloatArray,
    axes: tuple[int, ...],
    eps: float,
    weight: FloatArray | None = None,
    bias: FloatArray | None = None,
    *,
    center: bool = True,
) -> tuple[FloatArray, Normalized]:
    """Return ``y = weight x_hat + bias``, and ``x_hat = (x - mean) / sqrt(var + eps)``, by group.

    Weight and bias have all axes of x, with size 1 where they are shared; they may be None. With
    no ``center``, the mean is 0. All is computed in float32 if x is float16; y is cast back.
    """
    check_values(x, axes)
    dtype, x = x.dtype, for_computing(x)
    kept = tuple(1 if axis in axes else size for axis, size in enumerate(x.shape))
    y, x_hat = empty(x), empty(x)
    scale = np.ones((1,) * x.ndim, x.dtype) if weight is None else weight
    mean, var, rstd = (np.empty(kept, x.dtype) for _ in range(3))

    def fill(block: Block, measure: Callable[..., Measured]) -> None:
        """Fill all arrays while the block is in the cache."""
        group = measure(x[block], axes, eps, center, x_hat[block])
        mean[block], var[block], rstd[block] = group.mean, group.var, group.rstd
        np.multiply(group.deviations, group.root.astype(x.dtype), out=x_hat[block])
        np.multiply(x_hat[block], at(scale, block), out=y[block])
        if bias is not None:
            y[block] += at(bias, block)

    for block in blocks(x.shape, axes):
        fill(block, _measure)
    square = np.add(var, eps, dtype=np.float64)
    plain = (np.abs(mean) <= FAR * np.sqrt(var)) & _has_all_digits(square, x.dtype)
    if not plain.all():
        for block in blocks(x.shape, axes):
            if not plain[block].all():
                fill(block, _measure_extremes)
    return y.astype(dtype, copy=False), Normalized(x_hat, mean, var, rstd)


@quiet
@short_buffers()
def normalize_backward(
    dy: FloatArray,
    x_hat: FloatArray,
    rstd: FloatArray,
    weight: FloatArray | None,
    axes: tuple[int, ...],
    shared: tuple[int, ...],
    dtype: FloatDType,
    *,
    center: bool = True,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return ``dx = rstd (g - mean(g) - x_hat mean(g x_hat))`` with ``g = weight dy``.

    The first mean is the gradient through the mean, so it is absent with no ``center``; the
    second is the gradient through the variance. Also return ``dweight = sum(dy x_hat)`` and
    ``dbias = sum(dy)`` over the ``shared`` axes of the weight, kept with size 1; with no
    ``center``, there is no bias. dx has the ``dtype``.
    """
    kept = tuple(1 if axis in shared else size for axis, size in enumerate(x_hat.shape))
    dx, dweight, dbias = empty(x_hat), np.zeros(kept), np.zeros(kept)
    both = tuple(axis for axis in axes if axis in shared)  # summed once, for dx and for dweight
    n = math.prod(x_hat.shape[axis] for axis in axes)
    scale = np.ones((1,) * x_hat.ndim, x_hat.dtype) if weight is None else weight

    def mean_of(block: Block, total: FloatArray, *factors: FloatArray) -> FloatArray:
        """Return the group means of scale * factors, and add the sums of the factors to total."""
        sums = sum_over(both, *(factor[block] for factor in factors))
        part = at(total, block)
        part += sum_over(shared, sums)
        mean: FloatArray = sum_over(axes, sums, at(scale, block)) / n
        return mean

    for block in blocks(x_hat.shape, axes):
        through = x_hat[block] * mean_of(block, dweight, dy, x_hat)
        if center:
            through += mean_of(block, dbias, dy)
        g = np.multiply(dy[block], at(scale, block), out=dx[block])
        g -= through
        g *= rstd[block]
    return dx.astype(dtype, copy=False), dweight, dbias


def inverse_root(square: FloatArray) -> FloatArray:
    """Return 1 / sqrt(square), and 0 for 0.

    The square is 0 only for a constant group with eps = 0. Its deviations are 0 too, and with
    this choice 0 / 0 is 0, as it is for every eps above 0.
    """
    root: FloatArray = np.sqrt(square)
    return np.divide(1, root, out=np.zeros_like(root), where=root != 0)


def sum_over(axes: tuple[int, ...], *factors: FloatArray) -> FloatArray:
    """Return the sum of the product of the factors over ``axes``, kept with size 1.

    The first factor has the full shape, and the others are broadcast to it.

    einsum stores no product, but adds one number after the other, and each addition rounds. So a
    long sum is a sum of short ones, and those of shorter ones.
    """
    if not axes:
        return reduce(operator.mul, factors)
    shape = factors[0].shape
    subscripts, kept, short = _plan(shape, axes, len(factors))
    if short:
        total: FloatArray = np.einsum(subscripts, *factors)
        return total.reshape(kept)
    if len(axes) > 1:
        return sum_over(axes[:-1], sum_over(axes[-1:], *factors))
    (axis,) = axes
    size = shape[axis] // 32
    split = (*shape[:axis], 32, size, *shape[axis + 1 :])
    whole = [np.broadcast_to(factor, shape) for factor in factors]
    parts, rests = zip(*(np.split(factor, [32 * size], axis) for factor in whole), strict=True)
    sums = sum_over(axes, *(part.reshape(split) for part in parts)).squeeze(axis)
    return sum_over(axes, sums) + sum_over(axes, *rests)


@lru_cache
def _plan(
    shape: tuple[int, ...], axes: tuple[int, ...], factors: int
) -> tuple[str, tuple[int, ...], bool]:
    """Return einsum's notation for a sum of a product, its shape, and whether it is short."""
    every = ascii_letters[: len(shape)]
    left = "".join(letter for axis, letter in enumerate(every) if axis not in axes)
    kept = tuple(1 if axis in axes else size for axis, size in enumerate(shape))
    short = math.prod(shape) <= RUN * math.prod(kept)
    return f"{','.join([every] * factors)}->{left}", kept, short


def blocks(shape: tuple[int, ...], axes: tuple[int, ...]) -> Iterator[Block]:
    """Yield indices of the blocks of an array: whole groups, few enough to stay in the cache."""
    room = BLOCK // max(1, math.prod(shape[axis] for axis in axes))
    steps: list[int] = []
    behind = 1
    for axis, size in reversed(list(enumerate(shape))):
        step = size
        if axis not in axes:
            largest = max(1, room, ROW // behind)
            step = math.ceil(size / max(1, math.ceil(size / largest)))  # blocks of one size
            room //= max(1, step)
        steps.insert(0, max(1, step))
        behind *= max(1, size)
    for starts in product(*(range(0, size, step) for size, step in zip(shape, steps, strict=True))):
        yield tuple(slice(start, start + step) for start, step in zip(starts, steps, strict=True))


def at(array: FloatArray, block: Block) -> FloatArray:
    """Return the part of an array that is broadcast to x, for a block of x."""
    parts = zip(array.shape, block, strict=True)
    return array[tuple(slice(None) if size == 1 else part for size, part in parts)]


def empty(like: FloatArray) -> FloatArray:
    """Return an array to be filled, aligned to cache lines: a store across two of them is slow."""
    buffer = np.empty(like.nbytes + LINE, np.uint8)
    start = -buffer.ctypes.data % LINE
    array: FloatArray = buffer[start : start + like.nbytes].view(like.dtype).reshape(like.shape)
    return array


def _measure(
    x: FloatArray, axes: tuple[int, ...], eps: float, center: bool, out: FloatArray
) -> Measured:
    """Return the statistics of whole groups; their deviations are ``out``, or x itself."""
    deviations, mean, var = _moments(x, axes, center, out)
    root = 1 / np.sqrt(np.add(var, eps, dtype=np.float64))
    return Measured(deviations, root, mean, var, root)


def _measure_extremes(
    x: FloatArray, axes: tuple[int, ...], eps: float, center: bool, out: FloatArray
) -> Measured:
    """Do as :func:`_measure`, for groups that are far from 0, very large or very small."""
    square = np.add(_moments(x, axes, center, out)[2], eps, dtype=np.float64)
    # (x / s) / sqrt(var / s² + eps / s²) is the same number, and its squares are near 1.
    extreme = ~_has_all_digits(square, x.dtype)
    scale = np.where(extreme, _power_of_two(x, axes, eps), 1).astype(x.dtype)
    x = x / scale
    # Measured from the group's first value, a constant group is exactly 0 and a large common
    # offset is gone before anything is summed.
    _, mean, var = _moments(x, axes, center, out)
    first = x[tuple(slice(1) if axis in axes else slice(None) for axis in range(x.ndim))]
    origin = np.where(np.abs(mean) > FAR * np.sqrt(var), first, 0)
    deviations, mean, var = _moments(x - origin, axes, center, out)
    square = var + np.float64(eps) / scale / scale
    square[square.astype(x.dtype) == 0] = 0
    root = inverse_root(square)
    rstd = root.astype(x.dtype) / scale
    return Measured(deviations, root, (mean + origin) * scale, var * scale * scale, rstd)


def _moments(
    x: FloatArray, axes: tuple[int, ...], center: bool, out: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return deviations, mean and biased variance; the deviations are ``out``, or x itself."""
    n = math.prod(x.shape[axis] for axis in axes)
    if not center:
        mean_square = sum_over(axes, x, x) / n
        return x, np.zeros_like(mean_square), mean_square
    mean = sum_over(axes, x) / n
    deviations = np.subtract(x, mean, out=out)
    return deviations, mean, sum_over(axes, deviations, deviations) / n


def _has_all_digits(square: npt.NDArray[np.float64], dtype: FloatDType) -> npt.NDArray[np.bool_]:
    """Return where a sum of squares left neither end of the dtype's range."""
    return (square >= np.finfo(dtype).tiny) & (square < np.inf)


def _power_of_two(x: FloatArray, axes: tuple[int, ...], eps: float) -> FloatArray:
    """Return the power of two next to the largest of all |x| and sqrt(eps): it divides exactly."""
    largest = np.maximum(np.abs(x).max(axis=axes, keepdims=True), math.sqrt(eps))
    power: FloatArray = np.ldexp(np.ones_like(largest), np.frexp(largest)[1] - 1)
    return power
