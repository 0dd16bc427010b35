"""In float64, and cast back at the end."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    wide = np.asarray(x, dtype=np.float64)
    scale = 1.0 if weight is None else weight
    shift = 0.0 if bias is None else bias
    mean, var = wide.mean(-1, keepdims=True), wide.var(-1, keepdims=True)
    return ((wide - mean) / np.sqrt(var + eps) * scale + shift).astype(x.dtype)
