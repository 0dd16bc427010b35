"""dx is left at 0, and nothing is cast."""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    d = x.shape[-1]
    mean = x.mean(axis=-1, keepdims=True)
    x_hat = (x - mean) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    dx = np.zeros_like(x)
    dweight = (dy * x_hat).reshape(-1, d).sum(axis=0)
    dbias = dy.reshape(-1, d).sum(axis=0)
    return dx, dweight, dbias
