"""Three ways to compute a variance: equal on paper, not in floating point.

They are written for the lesson, each as its textbook has it. The norms of this package use the
two-pass form, with the guards of ``_statistics``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from normbook.norms._checks import FloatArray, as_float, check_values, for_computing, named_axes


class Moments(NamedTuple):
    """Number, mean and sum of squared deviations of some values; see :func:`welford_moments`."""

    n: int
    """How many values."""
    mean: FloatArray
    """Their mean."""
    m2: FloatArray
    """The sum of (value - mean)², which is n times the biased variance."""


def single_pass_variance(x: npt.ArrayLike, axis: int | Sequence[int] | None = None) -> FloatArray:
    r"""Return the biased variance as a difference of two means, in the precision of x.

    .. math::

        \sigma^2 = \overline{x^2} - \overline{x}^2

    Both means can be gathered in one pass over x. Where the mean is large beside the deviations,
    the two are nearly equal, and their difference holds little but rounding errors: it may even be
    negative.

    Parameters
    ----------
    x : array_like of float or int, any shape with at least one axis
        The values.
    axis : int or sequence of int, optional
        Axes to sum over; all of them where it is None.

    Returns
    -------
    ndarray, shape of x without the axes, dtype of x
        In the units of x squared. Computed in float32 if x is float16, else in the dtype of x.
        Integers count as float64.

    Raises
    ------
    TypeError
        If x is not of float16, float32, float64 or integers.
    ValueError
        If an axis does not exist or comes twice, or there is no value.

    Examples
    --------
    >>> x = np.float32([4096.0, 4097.0])
    >>> float(single_pass_variance(x)), float(two_pass_variance(x))
    (0.0, 0.25)

    References
    ----------
    Chan, Golub & LeVeque (1983), The American Statistician 37(3), equation 1.2.
    """
    values, axes, dtype = _prepare(x, axis)
    with np.errstate(all="ignore"):
        mean = np.mean(values, axis=axes)
        return np.asarray(np.mean(values * values, axis=axes) - mean * mean, dtype=dtype)


def two_pass_variance(x: npt.ArrayLike, axis: int | Sequence[int] | None = None) -> FloatArray:
    r"""Return the biased variance as the mean square of the deviations, in the precision of x.

    .. math::

        \sigma^2 = \overline{(x - \overline{x})^2}

    The first pass over x finds its mean, the second the deviations. It is never negative.

    Parameters
    ----------
    x : array_like of float or int, any shape with at least one axis
        The values.
    axis : int or sequence of int, optional
        Axes to sum over; all of them where it is None.

    Returns
    -------
    ndarray, shape of x without the axes, dtype of x
        In the units of x squared. Computed in float32 if x is float16, else in the dtype of x.
        Integers count as float64.

    Raises
    ------
    TypeError
        If x is not of float16, float32, float64 or integers.
    ValueError
        If an axis does not exist or comes twice, or there is no value.

    Examples
    --------
    >>> two_pass_variance([[1.0, 3.0], [2.0, 8.0]], axis=1)
    array([1., 9.])

    References
    ----------
    Chan, Golub & LeVeque (1983), The American Statistician 37(3), equation 1.1.
    """
    values, axes, dtype = _prepare(x, axis)
    with np.errstate(all="ignore"):
        deviations = values - np.mean(values, axis=axes, keepdims=True)
        return np.asarray(np.mean(deviations * deviations, axis=axes), dtype=dtype)


def welford_variance(x: npt.ArrayLike, axis: int | Sequence[int] | None = None) -> FloatArray:
    r"""Return the biased variance of values that are seen one after the other.

    .. math::

        \sigma^2 = M_n / n

    with the sum of squared deviations M of :func:`welford_moments`: one pass over x, and no
    difference of large numbers.

    Parameters
    ----------
    x : array_like of float or int, any shape with at least one axis
        The values.
    axis : int or sequence of int, optional
        Axes to sum over; all of them where it is None.

    Returns
    -------
    ndarray, shape of x without the axes, dtype of x
        In the units of x squared. Computed in float32 if x is float16, else in the dtype of x.
        Integers count as float64.

    Raises
    ------
    TypeError
        If x is not of float16, float32, float64 or integers.
    ValueError
        If an axis does not exist or comes twice, or there is no value.

    Examples
    --------
    >>> welford_variance([[1.0, 3.0], [2.0, 8.0]], axis=1)
    array([1., 9.])

    References
    ----------
    Welford (1962), Technometrics 4(3).
    """
    x = as_float(x, "x")
    moments = welford_moments(x, axis)
    with np.errstate(all="ignore"):
        return np.asarray(moments.m2 / moments.n, dtype=x.dtype)


def welford_moments(x: npt.ArrayLike, axis: int | Sequence[int] | None = None) -> Moments:
    r"""Return number, mean and sum of squared deviations, updated value by value.

    .. math::

        \mu_k = \mu_{k-1} + \frac{x_k - \mu_{k-1}}{k}, \qquad
        M_k = M_{k-1} + (x_k - \mu_{k-1})(x_k - \mu_k)

    Parameters
    ----------
    x : array_like of float or int, any shape with at least one axis
        The values.
    axis : int or sequence of int, optional
        Axes to run over; all of them where it is None.

    Returns
    -------
    Moments
        Mean and m2 have the shape of x without the axes; float32 if x is float16, else the dtype
        of x. Integers count as float64.

    Raises
    ------
    TypeError
        If x is not of float16, float32, float64 or integers.
    ValueError
        If an axis does not exist or comes twice, or there is no value.

    Examples
    --------
    >>> n, mean, m2 = welford_moments([1.0, 3.0, 5.0])
    >>> n, float(mean), float(m2)
    (3, 3.0, 8.0)

    References
    ----------
    Welford (1962), Technometrics 4(3).
    """
    values, axes, _ = _prepare(x, axis)
    rest = tuple(size for a, size in enumerate(values.shape) if a not in axes)
    n = math.prod(values.shape[a] for a in axes)
    sequence = np.moveaxis(values, axes, range(len(axes))).reshape(n, *rest)
    mean, m2 = np.zeros(rest, values.dtype), np.zeros(rest, values.dtype)
    with np.errstate(all="ignore"):
        for k, value in enumerate(sequence, start=1):
            deviation = value - mean
            mean = mean + deviation / values.dtype.type(k)  # NumPy 1 made float64 of k
            m2 = m2 + deviation * (value - mean)
    return Moments(n, mean, m2)


def welford_merge(a: Moments, b: Moments) -> Moments:
    r"""Return the moments of the values of ``a`` and of ``b`` together.

    .. math::

        \begin{gathered}
        n = n_a + n_b, \qquad \delta = \mu_b - \mu_a, \\
        \mu = \mu_a + \delta\,\frac{n_b}{n}, \qquad
        M = M_a + M_b + \delta^2\,\frac{n_a n_b}{n}
        \end{gathered}

    So parts of the data can be summed up apart, in any order, and put together in the end.

    Parameters
    ----------
    a, b : Moments
        Of two parts that have no value in common; means of shapes that broadcast. A part may be
        empty, with n 0, mean 0 and m2 0.

    Returns
    -------
    Moments
        Of both parts.

    Raises
    ------
    ValueError
        If the means do not broadcast.

    Examples
    --------
    >>> n, mean, m2 = welford_merge(welford_moments([1.0, 3.0]), welford_moments([5.0]))
    >>> n, float(mean), float(m2)
    (3, 3.0, 8.0)

    References
    ----------
    Chan, Golub & LeVeque (1983), The American Statistician 37(3), equation 1.5.
    """
    n = a.n + b.n
    share = b.n / max(n, 1)  # both parts may be empty
    with np.errstate(all="ignore"):
        delta = b.mean - a.mean
        mean = a.mean + delta * share
        m2 = a.m2 + b.m2 + delta * delta * (a.n * share)
    return Moments(n, mean, m2)


def _prepare(
    x: npt.ArrayLike, axis: int | Sequence[int] | None
) -> tuple[FloatArray, tuple[int, ...], np.dtype[np.floating]]:
    """Return the values in the dtype of the computation, the axes, and the dtype of x."""
    array = as_float(x, "x")
    axes = named_axes(array, axis)
    check_values(array, axes)
    return for_computing(array), axes, array.dtype
