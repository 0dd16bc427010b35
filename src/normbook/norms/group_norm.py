"""Group normalization: each group of channels of each sample by its own mean and variance."""

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
    check_num_groups,
    check_values,
)
from normbook.norms._normalize import normalize, normalize_backward


class GroupNormCache(NamedTuple):
    """What the backward pass needs, and the statistics; arrays have the computation's dtype."""

    x_hat: FloatArray
    """(N, C, \\*spatial): normalized, before the affine step."""
    mean: FloatArray
    """(N, G, 1, 1, ...): one a sample and group; the axes are N, G, C / G, \\*spatial."""
    var: FloatArray
    """(N, G, 1, 1, ...): the biased variance, in the units of x squared."""
    rstd: FloatArray
    """(N, G, 1, 1, ...): 1 / sqrt(var + eps), in the units of 1 / x."""
    weight: FloatArray | None
    """(C,): a copy of the scale, in its own dtype."""
    bias: FloatArray | None
    """(C,): a copy of the shift, in its own dtype."""


def group_norm(
    x: npt.ArrayLike,
    num_groups: int,
    weight: npt.ArrayLike | None = None,
    bias: npt.ArrayLike | None = None,
    eps: float = 1e-5,
) -> FloatArray:
    r"""Normalize groups of neighbouring channels of each sample, then scale and shift.

    .. math::

        y_{nc} = \gamma_c \frac{x_{nc} - \mu_{ng}}{\sqrt{\sigma_{ng}^2 + \varepsilon}} + \beta_c,
        \qquad g = \lfloor c\,G / C \rfloor

    Mean and variance run over the C / G channels of group g and all spatial axes. A constant group
    gives the bias.

    Parameters
    ----------
    x : array_like of float or int, shape (N, C, \*spatial)
        Any number of spatial axes, none included.
    num_groups : int
        G, which divides C.
    weight, bias : array_like of float or int, shape (C,), optional
        Scale and shift of each channel, not of each group; 1 and 0 where they are None. They are
        converted to the dtype of the computation.
    eps : float
        Added to the variance, inside the root; in the units of x squared.

    Returns
    -------
    ndarray, shape and dtype of x
        Computed in float32 if x is float16, else in the dtype of x. Integers count as float64.

    Raises
    ------
    TypeError
        If an array is not of float16, float32, float64 or integers, or ``num_groups`` no integer.
    ValueError
        If x has fewer than 2 axes, or no channel or position to average over, ``num_groups`` does
        not divide C, a parameter has another shape than (C,), or eps is negative or not finite.

    Examples
    --------
    >>> group_norm([[0.0, 2.0, 10.0, 50.0]], num_groups=2).round(3)
    array([[-1.,  1., -1.,  1.]])

    References
    ----------
    Wu & He (2018), arXiv:1803.08494, equations 1, 2, 6 and 7.
    """
    return group_norm_forward(x, num_groups, weight, bias, eps)[0]


def group_norm_forward(
    x: npt.ArrayLike,
    num_groups: int,
    weight: npt.ArrayLike | None = None,
    bias: npt.ArrayLike | None = None,
    eps: float = 1e-5,
) -> tuple[FloatArray, GroupNormCache]:
    """Return :func:`group_norm` of the same arguments, and the cache for its backward pass.

    Returns
    -------
    y : ndarray, shape and dtype of x
    cache : GroupNormCache

    Raises
    ------
    TypeError, ValueError
        As :func:`group_norm` does.

    Examples
    --------
    >>> y, cache = group_norm_forward([[0.0, 2.0, 10.0, 50.0]], num_groups=2)
    >>> cache.mean.shape, cache.mean.ravel()
    ((1, 2, 1), array([ 1., 30.]))
    """
    x = as_float(x, "x")
    channel_axes(x, min_ndim=2)
    check_values(x, tuple(range(1, x.ndim)))
    samples, channels, *spatial = x.shape
    groups = check_num_groups(num_groups, channels)
    weight = as_parameter(weight, "weight", (channels,), CHANNELS)
    bias = as_parameter(bias, "bias", (channels,), CHANNELS)
    eps = check_eps(eps)
    grouped = x.reshape(samples, groups, channels // groups, *spatial)
    axes, shared = tuple(range(2, grouped.ndim)), (0, *range(3, grouped.ndim))
    scale, shift = broadcastable(weight, grouped, shared), broadcastable(bias, grouped, shared)
    y, (x_hat, mean, var, rstd) = normalize(grouped, axes, eps, scale, shift)
    cache = GroupNormCache(x_hat.reshape(x.shape), mean, var, rstd, weight, bias)
    return y.reshape(x.shape), cache


def group_norm_backward(dy: npt.ArrayLike, cache: GroupNormCache) -> Gradients:
    r"""Return the gradients of the loss, given its gradient with respect to y.

    .. math::

        \begin{gathered}
        \frac{\partial L}{\partial\gamma_c} = \sum dy\,\hat x, \qquad
        \frac{\partial L}{\partial\beta_c} = \sum dy, \\
        \frac{\partial L}{\partial x} = \frac{1}{\sqrt{\sigma^2 + \varepsilon}} \Big(
        g - \overline{g} - \hat x\,\overline{g \hat x} \Big), \quad g = \gamma\,dy
        \end{gathered}

    The sums run over every axis but the channels; the means, written with a bar, over a group.

    Parameters
    ----------
    dy : array_like of float or int, shape of y
        Gradient of the loss with respect to y.
    cache : GroupNormCache
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
    >>> y, cache = group_norm_forward([[1.0, 5.0, 0.0, 9.0]], num_groups=2, bias=[0.0] * 4)
    >>> group_norm_backward([[1.0, 2.0, 3.0, 4.0]], cache).dbias
    array([1., 2., 3., 4.])

    References
    ----------
    The derivative of Wu & He (2018), arXiv:1803.08494, equations 1, 2, 6 and 7.
    """
    check_cache(cache, GroupNormCache, "group_norm_forward")
    dy, dtype = as_gradient(dy, cache.x_hat)
    samples, channels, *spatial = dy.shape
    groups = cache.rstd.shape[1]
    grouped = dy.reshape(samples, groups, channels // groups, *spatial)
    axes, shared = tuple(range(2, grouped.ndim)), (0, *range(3, grouped.ndim))
    scale = broadcastable(cache.weight, grouped, shared)
    x_hat = cache.x_hat.reshape(grouped.shape)
    dx, dweight, dbias = normalize_backward(grouped, x_hat, cache.rstd, scale, axes, shared, dtype)
    return Gradients(
        dx.reshape(dy.shape),
        like_parameter(dweight, cache.weight),
        like_parameter(dbias, cache.bias),
    )
