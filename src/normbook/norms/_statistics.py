"""Mean, variance and deviations of groups, for values of any size.

A group is the values that share one mean and one variance: all positions along the ``axes``.

:func:`measure` is the plain formula. It fails for two kinds of groups, which :func:`is_measured`
finds and :func:`measure_extremes` measures in other units:

- Where the mean is large beside the deviations, or the group is constant, the rounding of the mean
  is as large as the deviations.
- Squares leave the range of a dtype long before the values do: in float32 they overflow above
  1.8e19, and lose digits below 1e-19.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from normbook.norms._blocks import in_long_rows
from normbook.norms._checks import FloatArray, FloatDType
from normbook.norms._sums import sum_over

FAR = 4
"""Standard deviations between 0 and a mean that is so far off that its rounding matters."""


class Statistics(NamedTuple):
    """The statistics of groups; the normalized values are ``deviations * root``.

    All but the deviations have size 1 along the axes of the group.
    """

    deviations: FloatArray
    """Shape of x: x - mean, in a unit in which the squares keep their digits."""
    root: FloatArray
    """1 / sqrt(var + eps) in the same unit, in float64."""
    mean: FloatArray
    """In the units of x."""
    var: FloatArray
    """The biased variance, in the units of x squared."""
    rstd: FloatArray
    """1 / sqrt(var + eps), in the units of 1 / x."""


def measure(
    x: FloatArray, axes: tuple[int, ...], eps: float, center: bool, out: FloatArray
) -> Statistics:
    """Return the statistics of the groups of x by the plain formula.

    With no ``center`` the mean is 0 and the deviations are x itself; else they are written to
    ``out``, which has the shape and dtype of x.
    """
    deviations, mean, var = _moments(x, axes, center, out)
    root = 1 / np.sqrt(np.add(var, eps, dtype=np.float64))
    return Statistics(deviations, root, mean, var, root)


def is_measured(mean: FloatArray, var: FloatArray, eps: float) -> npt.NDArray[np.bool_]:
    """Return, for each group, whether :func:`measure` gave a mean and a variance to rely on."""
    square = np.add(var, eps, dtype=np.float64)
    return (np.abs(mean) <= FAR * np.sqrt(var)) & _has_all_digits(square, var.dtype)


def measure_extremes(
    x: FloatArray, axes: tuple[int, ...], eps: float, center: bool, out: FloatArray
) -> Statistics:
    """Do as :func:`measure`, also for groups that are far from 0, very large or very small."""
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
    square = var + eps / scale.astype(np.float64) / scale
    square[square.astype(x.dtype) == 0] = 0
    root = inverse_root(square)
    rstd = root.astype(x.dtype) / scale
    return Statistics(deviations, root, (mean + origin) * scale, var * scale * scale, rstd)


def inverse_root(square: FloatArray) -> FloatArray:
    """Return 1 / sqrt(square), and 0 for 0.

    The square is 0 only for a constant group with eps = 0. Its deviations are 0 too, and with
    this choice 0 / 0 is 0, as it is for every eps above 0.
    """
    root: FloatArray = np.sqrt(square)
    return np.divide(1, root, out=np.zeros_like(root), where=root != 0)


def _moments(
    x: FloatArray, axes: tuple[int, ...], center: bool, out: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return deviations, mean and biased variance; ``center`` and ``out`` as in `measure`."""
    n = math.prod(x.shape[axis] for axis in axes)
    if not center:
        mean_square = sum_over(axes, x, x) / n
        return x, np.zeros_like(mean_square), mean_square
    mean = sum_over(axes, x) / n
    deviations = in_long_rows(np.subtract, x, mean, out)
    return deviations, mean, sum_over(axes, deviations, deviations) / n


def _has_all_digits(square: npt.NDArray[np.float64], dtype: FloatDType) -> npt.NDArray[np.bool_]:
    """Return where a mean of squares is neither too large for the dtype nor too small."""
    return (square >= np.finfo(dtype).tiny) & (square < np.inf)


def _power_of_two(x: FloatArray, axes: tuple[int, ...], eps: float) -> FloatArray:
    """Return, for each group, the power of two next below the largest of |x| and sqrt(eps).

    To divide by a power of two does not round.
    """
    largest = np.maximum(np.abs(x).max(axis=axes, keepdims=True), math.sqrt(eps))
    power: FloatArray = np.ldexp(np.ones_like(largest), np.frexp(largest)[1] - 1)
    return power
