"""Conditional layer normalization: scale and shift are linear in a condition."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from normbook.norms._checks import (
    FloatArray,
    as_float,
    as_gradient,
    as_required,
    check_cache,
    check_eps,
    check_has_axis,
)
from normbook.norms._normalize import normalize, normalize_backward, quiet


class ConditionalLayerNormCache(NamedTuple):
    """What the backward pass needs, and the statistics; arrays have the computation's dtype."""

    x_hat: FloatArray
    """(..., D): normalized, before scale and shift."""
    mean: FloatArray
    """(..., 1): one a sample."""
    var: FloatArray
    """(..., 1): the biased variance, in the units of x squared."""
    rstd: FloatArray
    """(..., 1): 1 / sqrt(var + eps), in the units of 1 / x."""
    condition: FloatArray
    """(\\*leading, K): a copy, in its own dtype."""
    weight_map: FloatArray
    """(K, D): a copy, in its own dtype."""
    bias_map: FloatArray
    """(K, D): a copy, in its own dtype."""


class ConditionalLayerNormGradients(NamedTuple):
    """The gradients of the loss with respect to the arguments of the norm."""

    dx: FloatArray
    """Shape of x, dtype of dy."""
    dcondition: FloatArray
    """Shape and dtype of the condition."""
    dweight_map: FloatArray
    """Shape and dtype of weight_map."""
    dbias_map: FloatArray
    """Shape and dtype of bias_map."""


def conditional_layer_norm(
    x: npt.ArrayLike,
    condition: npt.ArrayLike,
    weight_map: npt.ArrayLike,
    bias_map: npt.ArrayLike,
    eps: float = 1e-5,
) -> FloatArray:
    r"""Normalize the last axis, then scale and shift by linear functions of a condition c.

    .. math::

        y = \gamma(c) \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} + \beta(c), \qquad
        \gamma(c) = c W_\gamma, \quad \beta(c) = c W_\beta

    For a constant term, give the condition a feature that is always 1.

    Parameters
    ----------
    x : array_like of float or int, shape (..., D)
        Any number of leading axes, none included.
    condition : array_like of float or int, shape (\*leading, K)
        ``leading`` are leading axes of x: (N, K) is one condition a sample, (N, T, K) one a time
        step.
    weight_map, bias_map : array_like of float or int, shape (K, D)
        The linear maps from the condition to scale and shift: plain matrices, with no bias. In
        :class:`normbook.nn.ConditionalLayerNorm` they are ``torch.nn.Linear`` layers, which hold
        the transposed matrix, (D, K), as ``weight``, and a bias besides.
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
        If the shapes do not fit one another, or eps is negative or not finite.

    Examples
    --------
    >>> x = [[0.0, 2.0], [0.0, 2.0]]
    >>> condition = [[1.0, 0.0], [1.0, 3.0]]
    >>> conditional_layer_norm(
    ...     x, condition, weight_map=[[1.0, 1.0], [2.0, 2.0]], bias_map=[[0.0, 0.0], [0.0, 1.0]]
    ... ).round(3)  # scales 1 and 7, shifts 0 and (0, 3)
    array([[-1.,  1.],
           [-7., 10.]])

    References
    ----------
    Chen et al. (2021), AdaSpeech, arXiv:2103.00993.
    """
    return conditional_layer_norm_forward(x, condition, weight_map, bias_map, eps)[0]


def conditional_layer_norm_forward(
    x: npt.ArrayLike,
    condition: npt.ArrayLike,
    weight_map: npt.ArrayLike,
    bias_map: npt.ArrayLike,
    eps: float = 1e-5,
) -> tuple[FloatArray, ConditionalLayerNormCache]:
    """Return :func:`conditional_layer_norm` of the same arguments, and the cache for its backward.

    Returns
    -------
    y : ndarray, shape and dtype of x
    cache : ConditionalLayerNormCache

    Raises
    ------
    TypeError, ValueError
        As :func:`conditional_layer_norm` does.

    Examples
    --------
    >>> one = [[1.0, 1.0]]
    >>> y, cache = conditional_layer_norm_forward([[0.0, 2.0]], [[3.0]], one, one)
    >>> cache.mean
    array([[1.]])
    """
    x = as_float(x, "x")
    condition = as_float(condition, "condition").copy()
    _check_condition(condition, x)
    maps = (condition.shape[-1], x.shape[-1])
    what = "a row for each feature of condition, a column for each of x"
    weight_map = as_required(weight_map, "weight_map", maps, what)
    bias_map = as_required(bias_map, "bias_map", maps, what)
    eps = check_eps(eps)
    scale, shift = (_linear(condition, linear_map, x) for linear_map in (weight_map, bias_map))
    y, (x_hat, mean, var, rstd) = normalize(x, (x.ndim - 1,), eps, scale, shift)
    cache = ConditionalLayerNormCache(x_hat, mean, var, rstd, condition, weight_map, bias_map)
    return y, cache


def conditional_layer_norm_backward(
    dy: npt.ArrayLike, cache: ConditionalLayerNormCache
) -> ConditionalLayerNormGradients:
    r"""Return the gradients of the loss, given its gradient with respect to y.

    .. math::

        \begin{gathered}
        \frac{\partial L}{\partial\gamma} = \sum dy\,\hat x, \qquad
        \frac{\partial L}{\partial W_\gamma} =
        \sum_\text{conditions} c^\top \frac{\partial L}{\partial\gamma}, \\
        \frac{\partial L}{\partial c} = \frac{\partial L}{\partial\gamma} W_\gamma^\top
        + \frac{\partial L}{\partial\beta} W_\beta^\top
        \end{gathered}

    The first sum runs over the samples that share a condition; the shift is as the scale, without
    the factor of the normalized x. The gradient of x is that of :func:`layer_norm_backward`.

    Parameters
    ----------
    dy : array_like of float or int, shape of y
        Gradient of the loss with respect to y.
    cache : ConditionalLayerNormCache
        From the forward call.

    Returns
    -------
    ConditionalLayerNormGradients
        ``dx`` in the shape of x and the dtype of dy; ``dcondition``, ``dweight_map`` and
        ``dbias_map`` in the shape and dtype of their argument.

    Raises
    ------
    TypeError
        If dy is not of float16, float32, float64 or integers, or the cache is of another norm.
    ValueError
        If dy has not the shape of y.

    Examples
    --------
    >>> one = [[1.0, 1.0]]
    >>> y, cache = conditional_layer_norm_forward([[0.0, 2.0]], [[3.0]], one, one)
    >>> conditional_layer_norm_backward([[1.0, 0.0]], cache).dbias_map
    array([[3., 0.]])

    References
    ----------
    The derivative of the formula in :func:`conditional_layer_norm`.
    """
    check_cache(cache, ConditionalLayerNormCache, "conditional_layer_norm_forward")
    dy, dtype = as_gradient(dy, cache.x_hat)
    x_hat, condition, weight_map, bias_map = _for_computing(cache)
    leading = condition.ndim - 1
    shared = tuple(range(leading, dy.ndim - 1))  # the samples that have one condition in common
    scale = _linear(condition, weight_map, dy)
    dx, dscale, dshift = normalize_backward(
        dy, x_hat, cache.rstd, scale, (dy.ndim - 1,), shared, dtype
    )
    per_condition = (*condition.shape[:-1], dy.shape[-1])
    dscale, dshift = dscale.reshape(per_condition), dshift.reshape(per_condition)
    with np.errstate(all="ignore"):
        return ConditionalLayerNormGradients(
            dx,
            (dscale @ weight_map.T + dshift @ bias_map.T).astype(cache.condition.dtype),
            np.tensordot(condition, dscale, (range(leading),) * 2).astype(cache.weight_map.dtype),
            np.tensordot(condition, dshift, (range(leading),) * 2).astype(cache.bias_map.dtype),
        )


@quiet
def _for_computing(cache: ConditionalLayerNormCache) -> tuple[FloatArray, ...]:
    """Return x_hat, and condition and maps in the dtype of x_hat."""
    arrays = (cache.x_hat, cache.condition, cache.weight_map, cache.bias_map)
    return tuple(array.astype(cache.x_hat.dtype, copy=False) for array in arrays)


@quiet
def _linear(condition: FloatArray, linear_map: FloatArray, x: FloatArray) -> FloatArray:
    """Return condition @ linear_map with all axes of x, (*leading, 1, ..., D).

    Its dtype is that of the computation: float32 if x is float16, else that of x.
    """
    dtype = np.result_type(x.dtype, np.float32)
    per_condition: FloatArray = condition.astype(dtype, copy=False) @ linear_map.astype(
        dtype, copy=False
    )
    missing = (1,) * (x.ndim - per_condition.ndim)
    return per_condition.reshape(*condition.shape[:-1], *missing, linear_map.shape[-1])


def _check_condition(condition: FloatArray, x: FloatArray) -> None:
    """Raise unless the condition is (*leading, K) for leading axes of x."""
    check_has_axis(x, "x")
    check_has_axis(condition, "condition")
    *leading, features = condition.shape
    if leading != list(x.shape[:-1])[: len(leading)]:
        ways = [f"one condition, ({features},)"]
        if x.ndim > 1:
            ways = [f"one condition a sample, ({x.shape[0]}, {features})"]
        if x.ndim > 2:
            ways.append(f"one a position, {(*x.shape[:-1], features)}")
        raise ValueError(
            f"condition has shape {condition.shape} but x has shape {x.shape}; expected "
            f"{tuple(leading)} to be leading axes of x. Give {', or '.join(ways)}."
        )
