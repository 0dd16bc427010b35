"""Nothing is refused.

mistakes: shapes-not-checked
seen: common error, e.g. broadcasting trusted
"""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    gamma = condition @ weight_map
    beta = condition @ bias_map
    while gamma.ndim < x.ndim:
        gamma = np.expand_dims(gamma, -2)
        beta = np.expand_dims(beta, -2)
    mean = x.mean(-1, keepdims=True)
    xhat = (x - mean) / np.sqrt(x.var(-1, keepdims=True) + eps)
    return (gamma * xhat + beta).astype(x.dtype)
