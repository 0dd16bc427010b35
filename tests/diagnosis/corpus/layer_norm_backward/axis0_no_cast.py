"""Sums over axis 0 alone, and nothing is cast back.

mistakes: sum-over-axis-0-only, no-cast-back
seen: flagos-ai/FlagGems #5392: layer_norm_backward assumes two axes
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    mu = x.mean(-1, keepdims=True)
    istd = 1.0 / np.sqrt(x.var(-1, keepdims=True) + eps)
    xn = (x - mu) * istd
    dgamma = (dy * xn).sum(0)
    dbeta = dy.sum(0)
    dxn = dy if weight is None else dy * weight
    dx = istd * (dxn - dxn.mean(-1, keepdims=True) - xn * (dxn * xn).mean(-1, keepdims=True))
    return dx, dgamma, dbeta
