"""Batch normalization: each channel by its mean and variance over the batch."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from normbook.norms._affine import Gradients, broadcastable, like_parameter
from normbook.norms._checks import (
    CHANNELS,
    FloatArray,
    FloatDType,
    as_float,
    as_gradient,
    as_parameter,
    as_required,
    channel_axes,
    check_cache,
    check_eps,
    check_momentum,
    for_computing,
)
from normbook.norms._normalize import (
    Normalized,
    normalize,
    normalize_backward,
    quiet,
)
from normbook.norms._sums import sum_over


class BatchNormCache(NamedTuple):
    """What the backward pass needs, and the statistics; arrays have the computation's dtype."""

    x_hat: FloatArray
    """Shape of x: normalized, before the affine step."""
    mean: FloatArray
    """(1, C, 1, ...): of the batch in training, else the running one."""
    var: FloatArray
    """(1, C, 1, ...): the biased variance of the batch in training, else the running one."""
    rstd: FloatArray
    """(1, C, 1, ...): 1 / sqrt(var + eps), in the units of 1 / x."""
    weight: FloatArray | None
    """(C,): a copy of the scale, in its own dtype."""
    bias: FloatArray | None
    """(C,): a copy of the shift, in its own dtype."""
    running_mean: FloatArray | None
    """(C,): after this batch, in its own dtype; None if none came in."""
    running_var: FloatArray | None
    """(C,): after this batch, in its own dtype; None if none came in.

    In training it has moved towards the unbiased variance of the batch; in evaluation it is the
    one that came in.
    """
    training: bool
    """Whether mean and var came from x, so that the gradient runs through them."""


class BatchNormOutput(NamedTuple):
    """The result of :func:`batch_norm`."""

    y: FloatArray
    """Shape and dtype of x."""
    running_mean: FloatArray | None
    """(C,): a new array, in the dtype of the old one; None if none came in."""
    running_var: FloatArray | None
    """(C,): a new array, in the dtype of the old one; None if none came in.

    In training it has moved towards the unbiased variance of the batch; in evaluation it is a copy
    of the one that came in.
    """


def batch_norm(
    x: npt.ArrayLike,
    running_mean: npt.ArrayLike | None,
    running_var: npt.ArrayLike | None,
    weight: npt.ArrayLike | None = None,
    bias: npt.ArrayLike | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> BatchNormOutput:
    r"""Normalize each channel over the batch and all trailing axes, then scale and shift.

    .. math::

        y = \gamma_c \frac{x - \mu_c}{\sqrt{\sigma_c^2 + \varepsilon}} + \beta_c, \qquad
        r \leftarrow (1 - m)\,r + m\,s

    In training, the mean and the biased variance are those of the batch, and the running
    statistics r move towards the batch's mean and *unbiased* variance s by the momentum m.
    Otherwise the running statistics take their place, and are returned as they were. So they are
    for an empty batch in training. In training, a constant channel gives its bias; otherwise a
    running variance of 0 with an eps of 0 gives infinities, and NaN where x is the running mean.

    Parameters
    ----------
    x : array_like of float or int, shape (N, C, \*trailing)
        Any number of trailing axes, none included.
    running_mean, running_var : array_like of float or int, shape (C,), or None
        Never changed in place: the new ones are returned. In training both may be None: they do
        not enter y, and None is returned.
    weight, bias : array_like of float or int, shape (C,), optional
        Scale and shift of each channel; 1 and 0 where they are None. They are converted to the
        dtype of the computation.
    training : bool
        Whether to use the statistics of this batch.
    momentum : float
        m, the weight of this batch in the running statistics, from 0 to 1.
    eps : float
        Added to the variance, inside the root; in the units of x squared.

    Returns
    -------
    BatchNormOutput
        ``y``, shape and dtype of x; ``running_mean`` and ``running_var``, shape (C,). Computed in
        float32 if x is float16, else in the dtype of x. Integers count as float64.

    Raises
    ------
    TypeError
        If an array is not of float16, float32, float64 or integers.
    ValueError
        If x has fewer than 2 axes, another array has not the shape (C,), one running statistic is
        None, or both outside of training, a running variance is negative, momentum is outside of 0
        to 1, eps is negative or not finite, or a channel has a single value in training: it has no
        unbiased variance.

    Examples
    --------
    >>> y, running_mean, running_var = batch_norm(
    ...     [[0.0], [2.0], [4.0]], running_mean=[0.0], running_var=[1.0], training=True
    ... )
    >>> y.round(3).ravel(), running_mean, running_var  # the unbiased variance is 4
    (array([-1.225,  0.   ,  1.225]), array([0.2]), array([1.3]))

    References
    ----------
    Ioffe & Szegedy (2015), arXiv:1502.03167, algorithms 1 and 2.
    """
    y, cache = batch_norm_forward(
        x, running_mean, running_var, weight, bias, training, momentum, eps
    )
    return BatchNormOutput(y, cache.running_mean, cache.running_var)


def batch_norm_forward(
    x: npt.ArrayLike,
    running_mean: npt.ArrayLike | None,
    running_var: npt.ArrayLike | None,
    weight: npt.ArrayLike | None = None,
    bias: npt.ArrayLike | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> tuple[FloatArray, BatchNormCache]:
    """Return :func:`batch_norm` of the same arguments, and the cache for its backward pass.

    Returns
    -------
    y : ndarray, shape and dtype of x
    cache : BatchNormCache
        Holds the new running statistics too.

    Raises
    ------
    TypeError, ValueError
        As :func:`batch_norm` does.

    Examples
    --------
    >>> y, cache = batch_norm_forward([[0.0], [2.0], [4.0]], [0.0], [1.0], training=True)
    >>> cache.mean.ravel(), cache.running_mean
    (array([2.]), array([0.2]))
    """
    x = as_float(x, "x")
    axes = channel_axes(x, min_ndim=2)
    channels = x.shape[1:2]
    running = _as_running(running_mean, running_var, channels, training)
    weight = as_parameter(weight, "weight", channels, CHANNELS)
    bias = as_parameter(bias, "bias", channels, CHANNELS)
    momentum = check_momentum(momentum)
    eps = check_eps(eps)
    scale, shift = broadcastable(weight, x, axes), broadcastable(bias, x, axes)
    training = training and x.size > 0
    if training:
        size = x.size // x.shape[1]
        _check_size(size)
        y, (x_hat, mean, var, rstd) = normalize(x, axes, eps, scale, shift)
        if running:
            running = _update(*running, mean.reshape(-1), var.reshape(-1), momentum, size)
    else:
        # An empty batch in training may have no running statistics.
        used = running or (np.zeros(channels), np.ones(channels))
        y, (x_hat, mean, var, rstd) = _normalize_by(used[0], used[1], x, axes, eps, scale, shift)
    new_mean, new_var = running or (None, None)
    return y, BatchNormCache(x_hat, mean, var, rstd, weight, bias, new_mean, new_var, training)


def batch_norm_backward(dy: npt.ArrayLike, cache: BatchNormCache) -> Gradients:
    r"""Return the gradients of the loss, given its gradient with respect to y.

    .. math::

        \begin{gathered}
        \frac{\partial L}{\partial\gamma_c} = \sum dy\,\hat x, \qquad
        \frac{\partial L}{\partial\beta_c} = \sum dy, \\
        \frac{\partial L}{\partial x} = \frac{1}{\sqrt{\sigma^2 + \varepsilon}} \Big(
        g - \overline{g} - \hat x\,\overline{g \hat x} \Big), \quad g = \gamma\,dy
        \end{gathered}

    Sums and means, written with a bar, run over every axis but the channels. With running
    statistics, which do not depend on x, both means are absent.

    Parameters
    ----------
    dy : array_like of float or int, shape of y
        Gradient of the loss with respect to y.
    cache : BatchNormCache
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
    >>> y, cache = batch_norm_forward([[0.0], [2.0]], [0.0], [1.0], training=True, eps=3.0)
    >>> batch_norm_backward([[1.0], [0.0]], cache).dx  # with running statistics: 0.5 and 0
    array([[ 0.1875],
           [-0.1875]])

    References
    ----------
    Ioffe & Szegedy (2015), arXiv:1502.03167, section 3, the unnumbered chain rule.
    """
    check_cache(cache, BatchNormCache, "batch_norm_forward")
    dy, dtype = as_gradient(dy, cache.x_hat)
    axes = channel_axes(dy, min_ndim=2)
    backward = normalize_backward if cache.training else _backward_by
    scale = broadcastable(cache.weight, dy, axes)
    dx, dweight, dbias = backward(dy, cache.x_hat, cache.rstd, scale, axes, axes, dtype)
    return Gradients(dx, like_parameter(dweight, cache.weight), like_parameter(dbias, cache.bias))


def _as_running(
    mean: npt.ArrayLike | None,
    var: npt.ArrayLike | None,
    channels: tuple[int, ...],
    training: bool,
) -> tuple[FloatArray, FloatArray] | None:
    """Return copies of the running statistics, or None where training goes without them."""
    if mean is not None and var is not None:
        means = as_required(mean, "running_mean", channels, CHANNELS)
        variances = as_required(var, "running_var", channels, CHANNELS)
        if (variances < 0).any():
            raise ValueError(
                f"running_var has {variances.min()}, which no variance is; expected 0 or more. Are "
                "running_mean and running_var the other way round?"
            )
        return means, variances
    if mean is var and training:
        return None
    name = "running_mean" if mean is None else "running_var"
    raise ValueError(
        f"{name} is None; expected shape {channels}. Pass both running statistics; in training, "
        "which does not normalize by them, both may be None."
    )


def _check_size(size: int) -> None:
    """Raise if a channel has a single value in training, as PyTorch does."""
    if size == 1:
        raise ValueError(
            "each channel has a single value in training, so it has no unbiased variance; expected "
            "2 or more. Use a larger batch, or training=False."
        )


@quiet
def _update(
    running_mean: FloatArray,
    running_var: FloatArray,
    mean: FloatArray,
    var: FloatArray,
    momentum: float,
    size: int,
) -> tuple[FloatArray, FloatArray]:
    """Return the running statistics after a batch with ``size`` values a channel."""
    new_mean = (1 - momentum) * running_mean + momentum * mean
    new_var = (1 - momentum) * running_var + momentum * (var * (size / (size - 1)))
    return new_mean.astype(running_mean.dtype), new_var.astype(running_var.dtype)


@quiet
def _normalize_by(
    running_mean: FloatArray,
    running_var: FloatArray,
    x: FloatArray,
    axes: tuple[int, ...],
    eps: float,
    weight: FloatArray | None,
    bias: FloatArray | None,
) -> tuple[FloatArray, Normalized]:
    """Do as :func:`normalize`, with the running statistics in place of those of x."""
    dtype, x = x.dtype, for_computing(x)
    mean, var = np.expand_dims(running_mean, axes), np.expand_dims(running_var, axes)
    # In float64: the running variance may have a wider range than x.
    rstd = (1 / np.sqrt(var.astype(np.float64) + eps)).astype(x.dtype)
    mean = mean.astype(x.dtype)
    x_hat = (x - mean) * rstd
    y = x_hat * (1 if weight is None else weight) + (0 if bias is None else bias)
    return y.astype(dtype, copy=False), Normalized(x_hat, mean, var.astype(x.dtype), rstd)


@quiet
def _backward_by(
    dy: FloatArray,
    x_hat: FloatArray,
    rstd: FloatArray,
    weight: FloatArray | None,
    axes: tuple[int, ...],
    shared: tuple[int, ...],
    dtype: FloatDType,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Do as :func:`normalize_backward`, where the statistics do not depend on x."""
    dx = dy * rstd if weight is None else dy * weight * rstd
    return dx.astype(dtype, copy=False), sum_over(axes, dy, x_hat), sum_over(axes, dy)
