"""1 is added to the scale, as in adaLN.

mistakes: one-plus-scale
seen: DiT and diffusers: norm(x) * (1 + scale) + shift
"""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    lead = condition.shape[:-1]
    if x.shape[: len(lead)] != lead or len(lead) >= x.ndim:
        raise ValueError("condition does not fit x")
    shape = lead + (1,) * (x.ndim - condition.ndim) + (x.shape[-1],)
    gamma = (condition @ weight_map).reshape(shape)
    beta = (condition @ bias_map).reshape(shape)
    mean = x.mean(-1, keepdims=True)
    xhat = (x - mean) / np.sqrt(x.var(-1, keepdims=True) + eps)
    return ((1 + gamma) * xhat + beta).astype(x.dtype)
