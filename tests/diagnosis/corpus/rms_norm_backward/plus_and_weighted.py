"""A plus for the minus, and the weight in dweight.

mistakes: wrong-sign, dweight-times-weight
seen: a student of the third trial, 2026
"""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    D = x.shape[-1]
    xd, dyd = x.astype(float), dy.astype(float)
    w = np.ones(D) if weight is None else weight.astype(float)
    r = np.sqrt((xd**2).mean(-1, keepdims=True) + eps)
    xhat = xd / r
    g = dyd * w
    dx = (g + xhat * (g * xhat).mean(-1, keepdims=True)) / r
    dw = (dyd * w * xhat).reshape(-1, D).sum(0)
    return dx.astype(x.dtype), dw.astype(x.dtype)
