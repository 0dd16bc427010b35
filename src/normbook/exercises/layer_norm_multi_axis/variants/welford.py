"""One pass over the values of a sample, with Welford's update."""

import math

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    n = len(normalized_shape)
    if x.shape[-n:] != normalized_shape:
        raise ValueError(f"{x.shape} against {normalized_shape}")
    if any(p is not None and p.shape != normalized_shape for p in (weight, bias)):
        raise ValueError("a parameter has not the shape of a sample")
    values = x.reshape(*x.shape[: x.ndim - n], math.prod(normalized_shape)).astype(np.float64)
    mean, m2 = values[..., 0], np.zeros(values.shape[:-1])
    for count in range(1, values.shape[-1]):
        delta = values[..., count] - mean
        mean = mean + delta / (count + 1)
        m2 = m2 + delta**2 * count / (count + 1)
    rstd = 1 / np.sqrt(m2 / values.shape[-1] + eps)
    y = ((values - mean[..., None]) * rstd[..., None]).reshape(x.shape)
    y = y if weight is None else weight * y
    y = y if bias is None else bias + y
    return y.astype(x.dtype)
