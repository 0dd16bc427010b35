"""Layer normalization: each sample by the mean and variance of its own features."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy.typing as npt

from normbook.norms._affine import Gradients, broadcastable, like_parameter
from normbook.norms._checks import (
    FloatArray,
    as_float,
    as_gradient,
    as_parameter,
    check_cache,
    check_eps,
    trailing_axes,
)
from normbook.norms._normalize import normalize, normalize_backward


class LayerNormCache(NamedTuple):
    """What the backward pass needs, and the statistics; arrays have the computation's dtype."""

    x_hat: FloatArray
    """Shape of x: normalized, before the affine step."""
    mean: FloatArray
    """(..., 1): one a sample, size 1 along each normalized axis."""
    var: FloatArray
    """(..., 1): the biased variance, in the units of x squared."""
    rstd: FloatArray
    """(..., 1): 1 / sqrt(var + eps), in the units of 1 / x."""
    weight: FloatArray | None
    """(*normalized_shape): a copy of the scale, in its own dtype."""
    bias: FloatArray | None
    """(*normalized_shape): a copy of the shift, in its own dtype."""
    axes: tuple[int, ...]
    """The normalized axes, counted from the front."""


def layer_norm(
    x: npt.ArrayLike,
    normalized_shape: int | Sequence[int],
    weight: npt.ArrayLike | None = None,
    bias: npt.ArrayLike | None = None,
    eps: float = 1e-5,
) -> FloatArray:
    r"""Normalize the trailing axes of each sample, then scale and shift.

    .. math::

        \mu = \frac1D \sum_i x_i, \qquad
        \sigma^2 = \frac1D \sum_i (x_i - \mu)^2, \qquad
        y = \gamma \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} + \beta

    A constant sample gives the bias, for eps = 0 too.

    Parameters
    ----------
    x : array_like of float or int, shape (..., \*normalized_shape)
        Any number of leading axes, none included; D is the product of ``normalized_shape``.
    normalized_shape : int or sequence of int
        Sizes of the trailing axes to normalize.
    weight, bias : array_like of float or int, shape (\*normalized_shape), optional
        Scale and shift; 1 and 0 where they are None. They are converted to the dtype of the
        computation.
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
        If a shape does not fit ``normalized_shape``, or eps is negative or not finite.

    Examples
    --------
    >>> layer_norm([[1.0, 0.0, 0.0, 0.0]], 4).round(4)
    array([[ 1.732 , -0.5773, -0.5773, -0.5773]])

    References
    ----------
    Ba, Kiros & Hinton (2016), arXiv:1607.06450.
    """
    return layer_norm_forward(x, normalized_shape, weight, bias, eps)[0]


def layer_norm_forward(
    x: npt.ArrayLike,
    normalized_shape: int | Sequence[int],
    weight: npt.ArrayLike | None = None,
    bias: npt.ArrayLike | None = None,
    eps: float = 1e-5,
) -> tuple[FloatArray, LayerNormCache]:
    """Return :func:`layer_norm` of the same arguments, and the cache for its backward pass.

    Returns
    -------
    y : ndarray, shape and dtype of x
    cache : LayerNormCache

    Raises
    ------
    TypeError, ValueError
        As :func:`layer_norm` does.

    Examples
    --------
    >>> y, cache = layer_norm_forward([[2.0, 4.0], [1.0, 7.0]], 2)
    >>> cache.mean
    array([[3.],
           [4.]])
    """
    x = as_float(x, "x")
    axes = trailing_axes(x, normalized_shape)
    shape = x.shape[axes[0] :]
    weight = as_parameter(weight, "weight", shape)
    bias = as_parameter(bias, "bias", shape)
    eps = check_eps(eps)
    shared = tuple(range(axes[0]))
    scale, shift = broadcastable(weight, x, shared), broadcastable(bias, x, shared)
    y, (x_hat, mean, var, rstd) = normalize(x, axes, eps, scale, shift)
    return y, LayerNormCache(x_hat, mean, var, rstd, weight, bias, axes)


def layer_norm_backward(dy: npt.ArrayLike, cache: LayerNormCache) -> Gradients:
    r"""Return the gradients of the loss, given its gradient with respect to y.

    .. math::

        \begin{gathered}
        \frac{\partial L}{\partial\gamma} = \sum_\text{samples} dy\,\hat x, \qquad
        \frac{\partial L}{\partial\beta} = \sum_\text{samples} dy, \\
        \frac{\partial L}{\partial x} = \frac{1}{\sqrt{\sigma^2 + \varepsilon}} \Big(
        g - \frac1D \sum_i g_i - \hat x\,\frac1D \sum_i g_i \hat x_i \Big),
        \quad g = \gamma\,dy
        \end{gathered}

    Parameters
    ----------
    dy : array_like of float or int, shape of y
        Gradient of the loss with respect to y.
    cache : LayerNormCache
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
    >>> y, cache = layer_norm_forward([[1.0, 0.0, 0.0, 0.0]], 4, bias=[0.0, 0.0, 0.0, 0.0])
    >>> dx, dweight, dbias = layer_norm_backward([[0.0, 1.0, 0.0, 0.0]], cache)
    >>> dx.round(3) + 0.0
    array([[ 0.  ,  1.54, -0.77, -0.77]])
    >>> dweight is None, dbias
    (True, array([0., 1., 0., 0.]))

    References
    ----------
    The derivative of Ba, Kiros & Hinton (2016), arXiv:1607.06450.
    """
    check_cache(cache, LayerNormCache, "layer_norm_forward")
    dy, dtype = as_gradient(dy, cache.x_hat)
    shared = tuple(range(cache.axes[0]))
    scale = broadcastable(cache.weight, dy, shared)
    dx, dweight, dbias = normalize_backward(
        dy, cache.x_hat, cache.rstd, scale, cache.axes, shared, dtype
    )
    return Gradients(dx, like_parameter(dweight, cache.weight), like_parameter(dbias, cache.bias))
