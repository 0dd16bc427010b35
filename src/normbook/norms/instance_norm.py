"""Instance normalization: each channel of each sample by its own mean and variance."""

from __future__ import annotations

from typing import NamedTuple

import numpy.typing as npt

from normbook.norms._affine import Gradients, broadcastable, like_parameter
from normbook.norms._checks import (
    CHANNELS,
    FloatArray,
    as_float,
    as_gradient,
    as_parameter,
    channel_axes,
    check_cache,
    check_eps,
)
from normbook.norms._normalize import normalize, normalize_backward


class InstanceNormCache(NamedTuple):
    """What the backward pass needs, and the statistics; arrays have the computation's dtype."""

    x_hat: FloatArray
    """(N, C, \\*spatial): normalized, before the affine step."""
    mean: FloatArray
    """(N, C, 1, ...): one a sample and channel."""
    var: FloatArray
    """(N, C, 1, ...): the biased variance, in the units of x squared."""
    rstd: FloatArray
    """(N, C, 1, ...): 1 / sqrt(var + eps), in the units of 1 / x."""
    weight: FloatArray | None
    """(C,): a copy of the scale, in its own dtype."""
    bias: FloatArray | None
    """(C,): a copy of the shift, in its own dtype."""


def instance_norm(
    x: npt.ArrayLike,
    weight: npt.ArrayLike | None = None,
    bias: npt.ArrayLike | None = None,
    eps: float = 1e-5,
) -> FloatArray:
    r"""Normalize each channel of each sample over its spatial axes, then scale and shift.

    .. math::

        y_{nc} = \gamma_c \frac{x_{nc} - \mu_{nc}}{\sqrt{\sigma_{nc}^2 + \varepsilon}} + \beta_c

    It is :func:`group_norm` with one channel a group. A constant channel gives its bias, and so
    does one of a single value.

    Parameters
    ----------
    x : array_like of float or int, shape (N, C, \*spatial)
        One spatial axis or more.
    weight, bias : array_like of float or int, shape (C,), optional
        Scale and shift of each channel; 1 and 0 where they are None. They are converted to the
        dtype of the computation.
    eps : float
        Added to the variance, inside the root; in the units of x squared.

    Returns
    -------
    ndarray, shape and dtype of x
        Computed in float32 if x is float16, else in the dtype of x. Integers count as float64.

    Raises
    ------
    TypeError
        If an array is not of float16, float32, float64 or integers.
    ValueError
        If x has fewer than 3 axes or a spatial axis of size 0, a parameter has another shape than
        (C,), or eps is negative or not finite.

    Examples
    --------
    >>> instance_norm([[[0.0, 2.0], [10.0, 50.0]]]).round(3)  # two channels
    array([[[-1.,  1.],
            [-1.,  1.]]])

    References
    ----------
    Ulyanov, Vedaldi & Lempitsky (2016), arXiv:1607.08022.
    """
    return instance_norm_forward(x, weight, bias, eps)[0]


def instance_norm_forward(
    x: npt.ArrayLike,
    weight: npt.ArrayLike | None = None,
    bias: npt.ArrayLike | None = None,
    eps: float = 1e-5,
) -> tuple[FloatArray, InstanceNormCache]:
    """Return :func:`instance_norm` of the same arguments, and the cache for its backward pass.

    Returns
    -------
    y : ndarray, shape and dtype of x
    cache : InstanceNormCache

    Raises
    ------
    TypeError, ValueError
        As :func:`instance_norm` does.

    Examples
    --------
    >>> y, cache = instance_norm_forward([[[0.0, 2.0], [10.0, 50.0]]])
    >>> cache.mean.shape
    (1, 2, 1)
    """
    x = as_float(x, "x")
    shared = channel_axes(x, min_ndim=3)
    weight = as_parameter(weight, "weight", x.shape[1:2], CHANNELS)
    bias = as_parameter(bias, "bias", x.shape[1:2], CHANNELS)
    eps = check_eps(eps)
    spatial = tuple(range(2, x.ndim))
    scale, shift = broadcastable(weight, x, shared), broadcastable(bias, x, shared)
    y, (x_hat, mean, var, rstd) = normalize(x, spatial, eps, scale, shift)
    return y, InstanceNormCache(x_hat, mean, var, rstd, weight, bias)


def instance_norm_backward(dy: npt.ArrayLike, cache: InstanceNormCache) -> Gradients:
    r"""Return the gradients of the loss, given its gradient with respect to y.

    .. math::

        \begin{gathered}
        \frac{\partial L}{\partial\gamma_c} = \sum dy\,\hat x, \qquad
        \frac{\partial L}{\partial\beta_c} = \sum dy, \\
        \frac{\partial L}{\partial x} = \frac{1}{\sqrt{\sigma^2 + \varepsilon}} \Big(
        g - \overline{g} - \hat x\,\overline{g \hat x} \Big), \quad g = \gamma\,dy
        \end{gathered}

    The sums run over every axis but the channels; the means, written with a bar, over the spatial
    axes.

    Parameters
    ----------
    dy : array_like of float or int, shape of y
        Gradient of the loss with respect to y.
    cache : InstanceNormCache
        From the forward call.

    Returns
    -------
    Gradients
        ``dx`` in the shape of x and the dtype of dy; ``dweight`` and ``dbias`` in the shape and
        dtype of their parameter, None where there is none.

    Raises
    ------
    TypeError
        If dy is not of float16, float32, float64 or integers, or the cache is of another norm.
    ValueError
        If dy has not the shape of y.

    Examples
    --------
    >>> y, cache = instance_norm_forward([[[1.0, 2.0, 6.0]]], bias=[0.0])
    >>> instance_norm_backward([[[1.0, 0.0, 0.0]]], cache).dbias
    array([1.])

    References
    ----------
    The derivative of Ulyanov, Vedaldi & Lempitsky (2016), arXiv:1607.08022.
    """
    check_cache(cache, InstanceNormCache, "instance_norm_forward")
    dy, dtype = as_gradient(dy, cache.x_hat)
    spatial = tuple(range(2, dy.ndim))
    shared = (0, *spatial)
    scale = broadcastable(cache.weight, dy, shared)
    dx, dweight, dbias = normalize_backward(
        dy, cache.x_hat, cache.rstd, scale, spatial, shared, dtype
    )
    return Gradients(dx, like_parameter(dweight, cache.weight), like_parameter(dbias, cache.bias))
