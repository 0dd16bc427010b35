"""The root of the standard deviation and eps.

mistakes: root-of-the-deviation
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
    ex = (1,) * (x.ndim - condition.ndim)
    gamma = gamma.reshape(lead + ex + gamma.shape[-1:])
    beta = beta.reshape(lead + ex + beta.shape[-1:])
    mu = xf.mean(-1, keepdims=True)
    xhat = (xf - mu) / np.sqrt(xf.std(-1, keepdims=True) + eps)
    return (gamma * xhat + beta).astype(x.dtype)
