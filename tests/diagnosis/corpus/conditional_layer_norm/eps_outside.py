"""eps is outside the root.

mistakes: eps-outside-root
seen: harvardnlp/annotated-transformer #119, #122: std(-1) + eps
"""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    lead = condition.shape[:-1]
    if x.shape[: len(lead)] != lead or len(lead) >= x.ndim:
        raise ValueError("condition does not fit x")
    shape = lead + (1,) * (x.ndim - condition.ndim) + (x.shape[-1],)
    gamma = (condition @ weight_map).reshape(shape)
    beta = (condition @ bias_map).reshape(shape)
    xhat = (x - x.mean(-1, keepdims=True)) / (x.std(-1, keepdims=True) + eps)
    return (gamma * xhat + beta).astype(x.dtype)
