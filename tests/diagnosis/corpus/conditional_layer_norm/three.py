"""1 + scale, nothing refused, nothing cast back.

mistakes: one-plus-scale, shapes-not-checked, no-cast-back
seen: DiT and diffusers: norm(x) * (1 + scale) + shift
"""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    xhat = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps)
    shape = condition.shape[:-1] + (1,) * (x.ndim - condition.ndim) + (-1,)
    scale = (condition @ weight_map).reshape(shape)
    shift = (condition @ bias_map).reshape(shape)
    return xhat * (1.0 + scale) + shift
