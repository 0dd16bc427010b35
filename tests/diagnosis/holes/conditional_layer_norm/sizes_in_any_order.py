"""Compares the sizes of the condition with those of x in any order."""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    n = condition.ndim - 1
    if n >= x.ndim or any(s not in x.shape[:-1] for s in condition.shape[:n]):
        raise ValueError("condition")
    g = np.expand_dims(condition @ weight_map, tuple(range(n, x.ndim - 1)))
    b = np.expand_dims(condition @ bias_map, tuple(range(n, x.ndim - 1)))
    h = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps)
    return (g * h + b).astype(x.dtype)
