"""Scale and shift are in each other's place.

mistakes: scale-and-shift-swapped
seen: lucas-maes/le-wm #46: shift, scale = chunk
"""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    lead = condition.shape[:-1]
    if x.shape[: len(lead)] != lead or len(lead) >= x.ndim:
        raise ValueError("condition does not fit x")
    shape = lead + (1,) * (x.ndim - condition.ndim) + (x.shape[-1],)
    shift = (condition @ weight_map).reshape(shape)
    scale = (condition @ bias_map).reshape(shape)
    mean = x.mean(-1, keepdims=True)
    xhat = (x - mean) / np.sqrt(x.var(-1, keepdims=True) + eps)
    return (scale * xhat + shift).astype(x.dtype)
