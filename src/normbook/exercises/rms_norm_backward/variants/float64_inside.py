"""In float64, and cast back at the end."""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    wide, gradient = np.asarray(x, dtype=np.float64), np.asarray(dy, dtype=np.float64)
    root = np.sqrt(np.square(wide).mean(-1, keepdims=True) + eps)
    g = gradient * (1.0 if weight is None else weight)
    dx = g / root - wide * (g * wide).mean(-1, keepdims=True) / root**3
    dweight = (gradient * wide / root).reshape(-1, x.shape[-1]).sum(axis=0)
    return dx.astype(x.dtype), dweight.astype(x.dtype)
