"""RMS normalization: layer normalization without the mean and without the shift."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy.typing as npt

from normbook.norms._affine import broadcastable, like_parameter
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


class RMSNormCache(NamedTuple):
    """What the backward pass needs; arrays have the dtype of the computation."""

    x_hat: FloatArray
    """Shape of x: divided by its root mean square, before the scale."""
    rrms: FloatArray
    """(..., 1): 1 / sqrt(mean(x²) + eps), in the units of 1 / x."""
    weight: FloatArray | None
    """(*normalized_shape): a copy of the scale, in its own dtype."""
    axes: tuple[int, ...]
    """The normalized axes, counted from the front."""


class RMSNormGradients(NamedTuple):
    """The gradients of the loss with respect to the arguments of :func:`rms_norm`."""

    dx: FloatArray
    """Shape of x, dtype of dy."""
    dweight: FloatArray | None
    """Shape and dtype of weight; None where there is none."""


def rms_norm(
    x: npt.ArrayLike,
    normalized_shape: int | Sequence[int],
    weight: npt.ArrayLike | None = None,
    eps: float = 1e-6,
) -> FloatArray:
    r"""Divide the trailing axes of each sample by their root mean square, then scale.

    .. math::

        y = \gamma \frac{x}{\sqrt{\frac1D \sum_i x_i^2 + \varepsilon}}

    A sample of zeros gives zeros, for eps = 0 too.

    Parameters
    ----------
    x : array_like of float or int, shape (..., \*normalized_shape)
        Any number of leading axes, none included; D is the product of ``normalized_shape``.
    normalized_shape : int or sequence of int
        Sizes of the trailing axes to normalize.
    weight : array_like of float or int, shape (\*normalized_shape), optional
        Scale; 1 where it is None. It is converted to the dtype of the computation, and y is cast
        back after the scale; see :class:`normbook.nn.RMSNorm` for the orders that models use.
    eps : float
        Added to the mean square, inside the root; in the units of x squared. That of
        ``torch.nn.RMSNorm`` is None by default: ``torch.finfo(x.dtype).eps``, 1.2e-7 in float32.

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
    >>> rms_norm([[3.0, 4.0]], 2, eps=0.0).round(4)
    array([[0.8485, 1.1314]])

    References
    ----------
    Zhang & Sennrich (2019), arXiv:1910.07467, equation 4, which has no epsilon.
    """
    return rms_norm_forward(x, normalized_shape, weight, eps)[0]


def rms_norm_forward(
    x: npt.ArrayLike,
    normalized_shape: int | Sequence[int],
    weight: npt.ArrayLike | None = None,
    eps: float = 1e-6,
) -> tuple[FloatArray, RMSNormCache]:
    """Return :func:`rms_norm` of the same arguments, and the cache for its backward pass.

    Returns
    -------
    y : ndarray, shape and dtype of x
    cache : RMSNormCache

    Raises
    ------
    TypeError, ValueError
        As :func:`rms_norm` does.

    Examples
    --------
    >>> y, cache = rms_norm_forward([[3.0, 4.0], [6.0, 8.0]], 2, eps=0.0)
    >>> cache.rrms.round(4)
    array([[0.2828],
           [0.1414]])
    """
    x = as_float(x, "x")
    axes = trailing_axes(x, normalized_shape)
    weight = as_parameter(weight, "weight", x.shape[axes[0] :])
    eps = check_eps(eps)
    scale = broadcastable(weight, x, shared=tuple(range(axes[0])))
    y, (x_hat, _, _, rrms) = normalize(x, axes, eps, scale, center=False)
    return y, RMSNormCache(x_hat, rrms, weight, axes)


def rms_norm_backward(dy: npt.ArrayLike, cache: RMSNormCache) -> RMSNormGradients:
    r"""Return the gradients of the loss, given its gradient with respect to y.

    .. math::

        \frac{\partial L}{\partial\gamma} = \sum_\text{samples} dy\,\hat x, \qquad
        \frac{\partial L}{\partial x} = \frac{1}{\text{RMS}} \Big(
        g - \hat x\,\frac1D \sum_i g_i \hat x_i \Big), \quad g = \gamma\,dy

    Parameters
    ----------
    dy : array_like of float or int, shape of y
        Gradient of the loss with respect to y.
    cache : RMSNormCache
        From the forward call.

    Returns
    -------
    RMSNormGradients
        ``dx`` in the shape of x and the dtype of dy; ``dweight`` in the shape and dtype of the
        weight, None where there is none.

    Raises
    ------
    TypeError
        If dy is not of float16, float32, float64 or integers, or the cache is of another norm.
    ValueError
        If dy has not the shape of y.

    Examples
    --------
    >>> y, cache = rms_norm_forward([[3.0, 4.0]], 2, eps=0.0)
    >>> rms_norm_backward([[1.0, 0.0]], cache).dx.round(3)  # orthogonal to x
    array([[ 0.181, -0.136]])

    References
    ----------
    The derivative of Zhang & Sennrich (2019), arXiv:1910.07467, equation 4.
    """
    check_cache(cache, RMSNormCache, "rms_norm_forward")
    dy, dtype = as_gradient(dy, cache.x_hat)
    shared = tuple(range(cache.axes[0]))
    scale = broadcastable(cache.weight, dy, shared)
    dx, dweight, _ = normalize_backward(
        dy, cache.x_hat, cache.rrms, scale, cache.axes, shared, dtype, center=False
    )
    return RMSNormGradients(dx, like_parameter(dweight, cache.weight))
