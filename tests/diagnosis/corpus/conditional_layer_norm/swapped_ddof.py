"""The maps are swapped, and D - 1.

mistakes: scale-and-shift-swapped, divides-by-d-minus-1
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    leading = condition.shape[:-1]
    before = x.shape[:-1]
    if leading != before[: len(leading)]:
        raise ValueError(f"condition {condition.shape} does not fit x {x.shape}")
    h = x.astype(np.float64)
    mean = h.mean(axis=-1, keepdims=True)
    var = h.var(axis=-1, ddof=1, keepdims=True)
    x_hat = (h - mean) / np.sqrt(var + eps)
    cond = condition.astype(np.float64)
    gamma = cond @ bias_map.astype(np.float64)
    beta = cond @ weight_map.astype(np.float64)
    shape = leading + (1,) * (len(before) - len(leading)) + (x.shape[-1],)
    y = gamma.reshape(shape) * x_hat + beta.reshape(shape)
    return y.astype(x.dtype)
