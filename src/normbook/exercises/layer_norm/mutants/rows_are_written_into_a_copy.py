"""You make y with `zeros_like(x)`, and write into `y.reshape(…)`. Where x is a view with axes
exchanged, y has its order in memory, and `reshape` copies: y stays 0. Write into y itself, or
reshape what you return."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    out = np.zeros_like(x)
    out.reshape(-1, normalized_shape)[...] = y.reshape(-1, normalized_shape)
    return out
