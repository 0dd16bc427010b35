"""The arithmetic that all norms share: deviations divided by their root mean square.

The norms differ in which values form a *group*, the values that share one mean and one variance.
Here a group is named by ``axes``, the axes that are summed over.

Two things make this longer than its formula. A sum of float32 numbers rounds, so that the mean of
a constant group may differ from its values; and squares leave the range of a dtype long before
the values do: in float32 above 1.8e19, and below 1e-19 they lose their digits. Both are solved
here, once.
"""

from __future__ import annotations

import math
from string import ascii_letters
from typing import NamedTuple

import numpy as np

from normbook.norms._checks import FloatArray, FloatDType, check_values

# NaN and inf in the input come out as NaN and inf of their group, with no warning on the way.
quiet = np.errstate(all="ignore")


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
    deviations, mean, var = _moments(x, axes, center)
    square = var + eps
    safe = (square >= np.finfo(x.dtype).tiny) & (square < np.inf)
    scale = np.ones_like(var)
    if not safe.all():
        # (x / s) / sqrt(var / s² + eps / s²) is the same number, and its squares are near 1.
        scale = np.where(safe, scale, _power_of_two(x, axes, eps))
        deviations, mean, var = _moments(x / scale, axes, center)
        # In float64, since eps itself may be too small for the dtype of x.
        square = (var + np.divide(eps, scale, dtype=np.float64) / scale).astype(x.dtype)
    rstd = inverse_root(square)
    x_hat = np.multiply(deviations, rstd, out=deviations if center else None)
    return Normalized(x_hat, mean * scale, var * scale * scale, rstd / scale)


@quiet
def normalize_backward(
    dx_hat: FloatArray,
    x_hat: FloatArray,
    rstd: FloatArray,
    axes: tuple[int, ...],
    dtype: FloatDType,
    *,
    center: bool = True,
) -> FloatArray:
    """Return ``dx = rstd (dx_hat - mean(dx_hat) - x_hat mean(dx_hat x_hat))`` in ``dtype``.

    The first mean is the gradient through the mean, so it is absent with no ``center``; the
    second is the gradient through the variance.
    """
    size = math.prod(x_hat.shape[a] for a in axes)
    dx = x_hat * (sum_of_products(dx_hat, x_hat, axes) / size)
    if center:
        dx += dx_hat.mean(axis=axes, keepdims=True)
    np.subtract(dx_hat, dx, out=dx)
    dx *= rstd
    gradient: FloatArray = dx.astype(dtype, copy=False)
    return gradient


def inverse_root(square: FloatArray) -> FloatArray:
    """Return 1 / sqrt(square), and 0 for 0.

    The square is 0 only for a constant group with eps = 0. Its deviations are 0 too, and with
    this choice 0 / 0 is 0, as it is for every eps above 0.
    """
    root: FloatArray = np.sqrt(square)
    return np.divide(1, root, out=np.zeros_like(root), where=root != 0)


def sum_of_products(a: FloatArray, b: FloatArray, axes: tuple[int, ...]) -> FloatArray:
    """Return the sum of a * b over ``axes``, kept with size 1, without storing the product."""
    every = ascii_letters[: a.ndim]
    kept = "".join(letter for axis, letter in enumerate(every) if axis not in axes)
    return np.expand_dims(np.einsum(f"{every},{every}->{kept}", a, b), axes)


def _moments(
    x: FloatArray, axes: tuple[int, ...], center: bool
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return deviations, mean and biased variance of every group."""
    first = x[tuple(slice(1) if a in axes else slice(None) for a in range(x.ndim))]
    deviations, mean = x, np.zeros_like(first)
    if center:
        # Measured from the group's first value, a constant group is exactly 0 and a large common
        # offset is gone before anything is summed.
        deviations = x - first
        mean = deviations.mean(axis=axes, keepdims=True)
        deviations -= mean
        mean += first
    size = math.prod(x.shape[a] for a in axes)
    return deviations, mean, sum_of_products(deviations, deviations, axes) / size


def _power_of_two(x: FloatArray, axes: tuple[int, ...], eps: float) -> FloatArray:
    """Return the power of two next to the largest of all |x| and sqrt(eps): it divides exactly."""
    largest = np.maximum(np.abs(x).max(axis=axes, keepdims=True), math.sqrt(eps))
    power: FloatArray = np.ldexp(np.ones_like(largest), np.frexp(largest)[1] - 1)
    return power
