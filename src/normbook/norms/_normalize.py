"""The arithmetic that all norms share: deviations divided by their root mean square.

The norms differ in which values form a *group*, the values that share one mean and one variance.
Here a group is named by ``axes``, the axes that are summed over.

The formula is short; what makes it hold for arrays and values of any size is in three other files:
``_sums`` adds many numbers, ``_statistics`` measures groups of extreme values, and ``_blocks`` cuts
a large array into parts that fit a processor's cache.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from normbook.norms._blocks import (
    Block,
    aligned_empty,
    blocks_of,
    in_long_rows,
    part_for,
    short_buffers,
)
from normbook.norms._checks import FloatArray, FloatDType, check_values, for_computing
from normbook.norms._statistics import Statistics, is_measured, measure, measure_extremes
from normbook.norms._sums import sum_over

quiet = np.errstate(all="ignore")
"""NaN and inf in the input come out as NaN and inf of their group, with no warning on the way."""


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
    y, x_hat = aligned_empty(x), aligned_empty(x)
    mean, var, rstd = (np.empty(_kept(x.shape, axes), x.dtype) for _ in range(3))
    scale = _ones_like(x) if weight is None else weight

    def fill(block: Block, measured: Callable[..., Statistics]) -> None:
        """Compute all results for one block, while it is in the cache."""
        # The deviations are kept where y will be: an array that is not in the cache yet takes
        # longer to write with a row that is broadcast, as the weight is in layer norm.
        group = measured(x[block], axes, eps, center, out=y[block])
        mean[block], var[block], rstd[block] = group.mean, group.var, group.rstd
        root = group.root.astype(x.dtype)
        in_long_rows(np.multiply, group.deviations, root, out=x_hat[block])
        in_long_rows(np.multiply, x_hat[block], part_for(block, scale), out=y[block])
        if bias is not None:
            in_long_rows(np.add, y[block], part_for(block, bias), out=y[block])

    for block in blocks_of(x.shape, axes):
        fill(block, measure)
    plain = is_measured(mean, var, eps)
    if not plain.all():
        for block in blocks_of(x.shape, axes):
            if not plain[block].all():
                fill(block, measure_extremes)
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
    dx = aligned_empty(x_hat)
    dweight, dbias = (np.zeros(_kept(x_hat.shape, shared)) for _ in range(2))
    scale = _ones_like(x_hat) if weight is None else weight
    n = math.prod(x_hat.shape[axis] for axis in axes)
    # Along these axes the weight is the same for all of a group: dx and dweight share the sums.
    common = tuple(axis for axis in axes if axis in shared)

    for block in blocks_of(x_hat.shape, axes):
        part = part_for(block, scale)
        sums = sum_over(common, dy[block], x_hat[block])
        part_for(block, dweight)[...] += sum_over(shared, sums)
        through = in_long_rows(np.multiply, x_hat[block], sum_over(axes, sums, part) / n)
        if center:
            sums = sum_over(common, dy[block])
            part_for(block, dbias)[...] += sum_over(shared, sums)
            in_long_rows(np.add, through, sum_over(axes, sums, part) / n, out=through)
        g = in_long_rows(np.multiply, dy[block], part, out=dx[block])
        g -= through
        in_long_rows(np.multiply, g, rstd[block], out=g)
    return dx.astype(dtype, copy=False), dweight, dbias


def _kept(shape: tuple[int, ...], axes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the shape of a sum over the axes that keeps them, with size 1."""
    return tuple(1 if axis in axes else size for axis, size in enumerate(shape))


def _ones_like(x: FloatArray) -> FloatArray:
    """Return a 1 of the dtype of x that broadcasts to x."""
    return np.ones((1,) * x.ndim, x.dtype)
