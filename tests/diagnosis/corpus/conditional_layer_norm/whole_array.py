"""The statistics are those of the whole array.

mistakes: whole-array
seen: common error, e.g. x.mean() and x.var() without an axis
"""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    lead = condition.shape[:-1]
    if len(lead) >= x.ndim or x.shape[: len(lead)] != lead:
        raise ValueError("condition does not fit x")
    x_hat = (x - x.mean()) / np.sqrt(x.var() + eps)
    shape = lead + (1,) * (x.ndim - 1 - len(lead)) + (x.shape[-1],)
    gamma = (condition @ weight_map).reshape(shape)
    beta = (condition @ bias_map).reshape(shape)
    return (gamma * x_hat + beta).astype(x.dtype)
