"""The arithmetic that all norms share: deviations divided by their root mean square.

The norms differ in which values form a *group*, the values that share one mean and one variance.
Here a group is named by ``axes``, the axes that are summed over.

Four things make this longer than its formula, and are solved here, once. Sums of float32 numbers
round, and more with each number added. So does the mean of a group, which a large offset, or a
constant group, cannot bear. Squares leave the range of a dtype long before the values do: in
float32 above 1.8e19, and below 1e-19 they lose their digits. And a step over a large array waits
for memory, so that all steps are taken in one block after the other.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from string import ascii_letters
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from normbook.norms._checks import FloatArray, FloatDType, check_values

# NaN and inf in the input come out as NaN and inf of their group, with no warning on the way.
quiet = np.errstate(all="ignore")

BLOCK = 2**18  # numbers in a block: a few arrays of this size fit a processor's own cache
ROW = 2**10  # numbers that lie side by side in a block, at least: a call of NumPy for fewer is slow
RUN = 2**10  # numbers that are added one after the other, at most
FAR = 4  # standard deviations from 0 to the mean of a group whose offset costs digits


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


@quiet
def normalize(
    x: FloatArray, axes: tuple[int, ...], eps: float, *, center: bool = True
) -> Normalized:
    """Return ``(x - mean) / sqrt(var + eps)`` of every group; with no ``center``, the mean is 0."""
    check_values(x, axes)
    kept = tuple(1 if axis in axes else size for axis, size in enumerate(x.shape))
    x_hat = np.empty(x.shape, x.dtype)
    mean, var, rstd = (np.empty(kept, x.dtype) for _ in range(3))
    for block in blocks(x.shape, axes):
        mean[block], var[block], rstd[block] = _normalize_block(
            x[block], axes, eps, center, x_hat[block]
        )
    return Normalized(x_hat, mean, var, rstd)


@quiet
def normalize_backward(
    dy: FloatArray,
    scale: FloatArray | None,
    x_hat: FloatArray,
    rstd: FloatArray,
    axes: tuple[int, ...],
    dtype: FloatDType,
    *,
    center: bool = True,
) -> FloatArray:
    """Return ``dx = rstd (g - mean(g) - x_hat mean(g x_hat))`` with ``g = scale dy``, in ``dtype``.

    The first mean is the gradient through the mean, so it is absent with no ``center``; the
    second is the gradient through the variance. The scale, if any, has the shape of x_hat.
    """
    n = math.prod(x_hat.shape[axis] for axis in axes)
    dx = np.empty_like(x_hat)
    for block in blocks(x_hat.shape, axes):
        g = dy[block] if scale is None else scale[block] * dy[block]
        mean_g_x_hat = sum_over(axes, g, x_hat[block]) / n
        through = np.multiply(x_hat[block], mean_g_x_hat, out=dx[block])
        if center:
            through += sum_over(axes, g) / n
        np.subtract(g, through, out=through)
        through *= rstd[block]
    return dx.astype(dtype, copy=False)


def inverse_root(square: FloatArray) -> FloatArray:
    """Return 1 / sqrt(square), and 0 for 0.

    The square is 0 only for a constant group with eps = 0. Its deviations are 0 too, and with
    this choice 0 / 0 is 0, as it is for every eps above 0.
    """
    root: FloatArray = np.sqrt(square)
    return np.divide(1, root, out=np.zeros_like(root), where=root != 0)


def sum_over(axes: tuple[int, ...], *factors: FloatArray) -> FloatArray:
    """Return the sum of the product of the factors over ``axes``, kept with size 1.

    einsum stores no product, but adds one number after the other, and each addition rounds. So a
    long sum is a sum of short ones, and those of shorter ones.
    """
    shape = factors[0].shape
    kept = [*shape]
    for axis in axes:
        kept[axis] = 1
    if math.prod(shape) <= RUN * math.prod(kept):
        total: FloatArray = np.einsum(_subscripts(len(shape), axes, len(factors)), *factors)
        return total.reshape(kept)
    if len(axes) > 1:
        return sum_over(axes[:-1], sum_over(axes[-1:], *factors))
    (axis,) = axes
    size = shape[axis] // 32
    split = (*shape[:axis], 32, size, *shape[axis + 1 :])
    parts, rests = zip(*(np.split(factor, [32 * size], axis) for factor in factors), strict=True)
    sums = sum_over(axes, *(part.reshape(split) for part in parts)).squeeze(axis)
    return sum_over(axes, sums) + sum_over(axes, *rests)


@lru_cache
def _subscripts(ndim: int, axes: tuple[int, ...], factors: int) -> str:
    """Return einsum's notation for a sum over ``axes`` of a product."""
    every = ascii_letters[:ndim]
    kept = "".join(letter for axis, letter in enumerate(every) if axis not in axes)
    return f"{','.join([every] * factors)}->{kept}"


def blocks(shape: tuple[int, ...], axes: tuple[int, ...]) -> Iterator[tuple[slice, ...]]:
    """Yield indices of the blocks of an array: whole groups, few enough to stay in the cache."""
    room = BLOCK // max(1, math.prod(shape[axis] for axis in axes))
    steps: list[int] = []
    behind = 1
    for axis, size in reversed(list(enumerate(shape))):
        step = size
        if axis not in axes:
            step = min(size, max(room, ROW // behind))
            room //= max(1, step)
        steps.insert(0, max(1, step))
        behind *= max(1, size)
    for starts in product(*(range(0, size, step) for size, step in zip(shape, steps, strict=True))):
        yield tuple(slice(start, start + step) for start, step in zip(starts, steps, strict=True))


def _normalize_block(
    x: FloatArray, axes: tuple[int, ...], eps: float, center: bool, x_hat: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Fill x_hat, and return mean, variance and rstd; all groups are whole."""
    deviations, mean, var = _moments(x, axes, center, x_hat)
    square = np.add(var, eps, dtype=np.float64)
    close = np.abs(mean) <= FAR * np.sqrt(var)
    if not (close & _has_all_digits(square, x.dtype)).all():
        return _normalize_extremes(x, axes, eps, center, x_hat)
    rstd = (1 / np.sqrt(square)).astype(x.dtype)
    np.multiply(deviations, rstd, out=x_hat)
    return mean, var, rstd


def _normalize_extremes(
    x: FloatArray, axes: tuple[int, ...], eps: float, center: bool, x_hat: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Do as :func:`_normalize_block`, for groups that are far from 0, very large or very small."""
    square = np.add(_moments(x, axes, center, x_hat)[2], eps, dtype=np.float64)
    # (x / s) / sqrt(var / s² + eps / s²) is the same number, and its squares are near 1.
    extreme = ~_has_all_digits(square, x.dtype)
    scale = np.where(extreme, _power_of_two(x, axes, eps), 1).astype(x.dtype)
    x = x / scale
    # Measured from the group's first value, a constant group is exactly 0 and a large common
    # offset is gone before anything is summed.
    _, mean, var = _moments(x, axes, center, x_hat)
    first = x[tuple(slice(1) if axis in axes else slice(None) for axis in range(x.ndim))]
    origin = np.where(np.abs(mean) > FAR * np.sqrt(var), first, 0)
    deviations, mean, var = _moments(x - origin, axes, center, x_hat)
    square = var + np.float64(eps) / scale / scale
    square[square.astype(x.dtype) == 0] = 0
    rstd = inverse_root(square).astype(x.dtype)
    np.multiply(deviations, rstd, out=x_hat)
    return (mean + origin) * scale, var * scale * scale, rstd / scale


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
