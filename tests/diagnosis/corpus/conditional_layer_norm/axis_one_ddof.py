"""unsqueeze(1) always, and D - 1.

mistakes: one-new-axis-always, divides-by-d-minus-1
seen: DiT and diffusers: norm(x) * (1 + scale) + shift
"""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    lead = condition.shape[:-1]
    if x.shape[: len(lead)] != lead or len(lead) >= x.ndim:
        raise ValueError("condition does not fit x")
    mean, var = x.mean(-1, keepdims=True), x.var(-1, ddof=1, keepdims=True)
    gamma = np.expand_dims(condition @ weight_map, 1)
    beta = np.expand_dims(condition @ bias_map, 1)
    return (gamma * (x - mean) / np.sqrt(var + eps) + beta).astype(x.dtype)
