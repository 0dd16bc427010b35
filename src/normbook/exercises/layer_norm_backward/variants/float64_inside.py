"""In float64, and cast back at the end."""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    wide, gradient = np.asarray(x, dtype=np.float64), np.asarray(dy, dtype=np.float64)
    root = np.sqrt(wide.var(-1, keepdims=True) + eps)
    x_hat = (wide - wide.mean(-1, keepdims=True)) / root
    g = gradient * (1.0 if weight is None else weight)
    dx = (g - g.mean(-1, keepdims=True) - x_hat * (g * x_hat).mean(-1, keepdims=True)) / root
    rows = (gradient * x_hat).reshape(-1, x.shape[-1])
    dbias = gradient.reshape(-1, x.shape[-1]).sum(axis=0)
    return dx.astype(x.dtype), rows.sum(axis=0).astype(x.dtype), dbias.astype(x.dtype)
