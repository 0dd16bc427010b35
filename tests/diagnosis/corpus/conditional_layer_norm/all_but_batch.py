"""The statistics are those of a whole sequence.

mistakes: whole-sequence
seen: common error, e.g. every axis but that of the batch
"""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    leading = condition.shape[:-1]
    if x.shape[: x.ndim - 1][: len(leading)] != leading:
        raise ValueError("leading axes of condition and x differ")
    axes = tuple(range(1, x.ndim))
    mu = x.mean(axis=axes, keepdims=True)
    var = x.var(axis=axes, keepdims=True)
    scale, shift = condition @ weight_map, condition @ bias_map
    for _ in range(x.ndim - condition.ndim):
        scale, shift = scale[..., None, :], shift[..., None, :]
    return (scale * (x - mu) / np.sqrt(var + eps) + shift).astype(x.dtype)
