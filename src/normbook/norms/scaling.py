"""Scaling of data: to the unit interval, and to mean 0 and variance 1."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from normbook.norms._checks import FloatArray, as_float, check_values, for_computing, named_axes
from normbook.norms._normalize import normalize


def min_max_scale(x: npt.ArrayLike, axis: int | Sequence[int] | None = None) -> FloatArray:
    r"""Map the smallest value to 0 and the largest to 1, linearly.

    .. math::

        y = \frac{x - \min x}{\max x - \min x}

    Constant values give 0: they are their own minimum.

    Parameters
    ----------
    x : array_like of float or int, any shape with at least one axis
        The data, in any unit.
    axis : int or sequence of int, optional
        Axes that share a minimum and a maximum; all of them where it is None.

    Returns
    -------
    ndarray, shape and dtype of x
        From 0 to 1, without a unit. Computed in float32 if x is float16, else in the dtype of x.
        Integers count as float64.

    Raises
    ------
    TypeError
        If x is not of float16, float32, float64 or integers.
    ValueError
        If an axis does not exist or comes twice, or there is no value to scale by.

    Examples
    --------
    >>> min_max_scale([22.0, 5.0, 6.0, 8.0, 10.0, 19.0, 2.0])
    array([1.  , 0.15, 0.2 , 0.3 , 0.4 , 0.85, 0.  ])
    """
    x = as_float(x, "x")
    axes = named_axes(x, axis)
    check_values(x, axes)
    values = for_computing(x)
    low = values.min(axis=axes, keepdims=True)
    high = values.max(axis=axes, keepdims=True)
    with np.errstate(all="ignore"):
        # The range may overflow where both ends do not; half of it cannot.
        factor = np.where(np.isinf(high - low), 0.5, 1).astype(values.dtype)
        y: FloatArray = values * factor - low * factor
        span = high * factor - low * factor
        np.divide(y, span, out=y, where=span != 0)
    return y.astype(x.dtype, copy=False)


def standardize(x: npt.ArrayLike, axis: int | Sequence[int] | None = None) -> FloatArray:
    r"""Shift to mean 0 and scale to variance 1: the z-score.

    .. math::

        y = \frac{x - \mu}{\sigma}, \qquad \sigma^2 = \frac1n \sum_i (x_i - \mu)^2

    With eps = 0, it is the normalized x of every norm of this package but RMSNorm; of batch norm,
    in training. Constant values give 0.

    Parameters
    ----------
    x : array_like of float or int, any shape with at least one axis
        The data, in any unit.
    axis : int or sequence of int, optional
        Axes that share a mean and a variance; all of them where it is None.

    Returns
    -------
    ndarray, shape and dtype of x
        In units of the (biased) standard deviation. Computed in float32 if x is float16, else in
        the dtype of x. Integers count as float64.

    Raises
    ------
    TypeError
        If x is not of float16, float32, float64 or integers.
    ValueError
        If an axis does not exist or comes twice, or there is no value to scale by.

    Examples
    --------
    >>> standardize([22.0, 5.0, 6.0, 8.0, 10.0, 19.0, 2.0]).round(4)
    array([ 1.6973, -0.7659, -0.621 , -0.3312, -0.0414,  1.2626, -1.2005])
    """
    x = as_float(x, "x")
    axes = named_axes(x, axis)
    return normalize(x, axes, eps=0.0)[0]
