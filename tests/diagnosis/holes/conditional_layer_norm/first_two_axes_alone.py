"""Compares the first two leading axes alone."""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    if (
        condition.ndim >= x.ndim + 1
        or condition.shape[:-1][:2] != x.shape[: min(2, condition.ndim - 1)]
    ):
        raise ValueError("batch sizes differ")
    g, b = condition @ weight_map, condition @ bias_map
    for _ in range(x.ndim - condition.ndim):
        g, b = np.expand_dims(g, -2), np.expand_dims(b, -2)
    m, v = x.mean(-1)[..., None], x.var(-1)[..., None]
    return (g * ((x - m) / np.sqrt(v + eps)) + b).astype(x.dtype)
