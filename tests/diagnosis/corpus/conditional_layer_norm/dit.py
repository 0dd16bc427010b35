"""1 + scale, and nothing is cast back.

mistakes: one-plus-scale, no-cast-back
seen: DiT and diffusers: norm(x) * (1 + scale) + shift
"""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    lead = condition.shape[:-1]
    if x.shape[: len(lead)] != lead or len(lead) >= x.ndim:
        raise ValueError("condition does not fit x")
    scale, shift = condition @ weight_map, condition @ bias_map
    extra = tuple(range(len(lead), x.ndim - 1))
    scale, shift = np.expand_dims(scale, extra), np.expand_dims(shift, extra)
    normed = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps)
    return normed * (1 + scale) + shift
