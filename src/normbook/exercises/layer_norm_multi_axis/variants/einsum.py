"""Means as sums of products with ones; the axes counted from the front."""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    ones = np.ones(normalized_shape)
    for parameter in (weight, bias):
        if parameter is not None and np.shape(parameter) != ones.shape:
            raise ValueError(np.shape(parameter))
    if x.ndim < ones.ndim or x.shape[x.ndim - ones.ndim :] != ones.shape:
        raise ValueError(x.shape)
    axes = list(range(x.ndim))
    leading, trailing = axes[: x.ndim - ones.ndim], axes[x.ndim - ones.ndim :]

    def mean(values):
        total = np.einsum(values, axes, ones, trailing, leading) / ones.size
        return np.expand_dims(total, tuple(trailing))

    centred = x - mean(x)
    y = centred * np.power(mean(np.square(centred)) + eps, -0.5)
    y = y * (1 if weight is None else weight) + (0 if bias is None else bias)
    return np.asarray(y, dtype=x.dtype)
