"""The condition's scale meets the axes before the features as it comes.

mistakes: condition-not-spread
seen: a student of the third trial, 2026
"""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    lead = condition.shape[:-1]
    if len(lead) > x.ndim - 1 or x.shape[: len(lead)] != lead:
        raise ValueError("condition does not fit")
    xf = x.astype(np.float64)
    gamma = condition.astype(np.float64) @ weight_map
    beta = condition.astype(np.float64) @ bias_map
    mu = xf.mean(-1, keepdims=True)
    xhat = (xf - mu) / np.sqrt(xf.var(-1, keepdims=True) + eps)
    return (gamma * xhat + beta).astype(x.dtype)
