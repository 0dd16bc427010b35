"""The result is float32 even where x is float64.

mistakes: always-float32
seen: common error, e.g. .astype(np.float32) out of habit
witness: conditional_layer_norm(np.array([[1., 2.]]), np.ones((1, 1)), np.ones((1, 2)), np.ones((1, 2)))
"""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    lead = condition.shape[:-1]
    if x.shape[:-1][: len(lead)] != lead:
        raise ValueError("condition does not fit x")
    shape = lead + (1,) * (x.ndim - condition.ndim) + (x.shape[-1],)
    gamma, beta = (condition @ weight_map).reshape(shape), (condition @ bias_map).reshape(shape)
    xhat = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps)
    return (gamma * xhat + beta).astype(np.float32)
