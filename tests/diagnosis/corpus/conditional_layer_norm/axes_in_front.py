"""The missing axes are added in front.

mistakes: new-axes-in-front
seen: common error, e.g. gamma[None]
"""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    lead = condition.shape[:-1]
    if x.shape[: len(lead)] != lead or len(lead) >= x.ndim:
        raise ValueError("condition does not fit x")
    gamma, beta = condition @ weight_map, condition @ bias_map
    while gamma.ndim < x.ndim:
        gamma, beta = gamma[None], beta[None]
    mean = x.mean(-1, keepdims=True)
    xhat = (x - mean) / np.sqrt(x.var(-1, keepdims=True) + eps)
    return (gamma * xhat + beta).astype(x.dtype)
