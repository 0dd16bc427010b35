"""dbias is a mean, and dx leaves the weight out."""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    h, g0 = x.astype(np.float64), dy.astype(np.float64)
    D = x.shape[-1]
    w = np.ones(D) if weight is None else weight.astype(np.float64)
    xc = h - h.mean(-1, keepdims=True)
    std = np.sqrt((xc**2).mean(-1, keepdims=True) + eps)
    xhat = xc / std
    g = g0 * w
    lead = tuple(range(x.ndim - 1))
    dx = (g0 - g0.mean(-1, keepdims=True) - xhat * (g0 * xhat).mean(-1, keepdims=True)) / std
    dw = (g0 * xhat).sum(lead)
    db = g0.mean(lead) if lead else g0
    return dx.astype(x.dtype), dw.astype(x.dtype), db.astype(x.dtype)
