"""No check, and eps beside the deviation.

mistakes: shapes-not-checked, eps-outside-root
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    v = np.asarray(x, dtype=np.float64)
    gamma = np.dot(condition.astype(np.float64), weight_map)
    beta = np.dot(condition.astype(np.float64), bias_map)
    while gamma.ndim < v.ndim:
        gamma = np.expand_dims(gamma, -2)
        beta = np.expand_dims(beta, -2)
    mu = np.mean(v, -1, keepdims=True)
    sd = np.std(v, -1, keepdims=True)
    return (gamma * (v - mu) / (sd + eps) + beta).astype(x.dtype)
