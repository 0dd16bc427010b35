"""gamma[:, None] always: it serves (N, K) alone.

mistakes: one-new-axis-always
seen: common error, e.g. gamma.unsqueeze(1)
"""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    lead = condition.shape[:-1]
    if x.shape[: len(lead)] != lead or len(lead) >= x.ndim:
        raise ValueError("condition does not fit x")
    gamma = (condition @ weight_map)[:, None]
    beta = (condition @ bias_map)[:, None]
    mean = x.mean(-1, keepdims=True)
    xhat = (x - mean) / np.sqrt(x.var(-1, keepdims=True) + eps)
    return (gamma * xhat + beta).astype(x.dtype)
