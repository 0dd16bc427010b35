"""No derivative at all: nudge each x by an imaginary 1e-30, and read the imaginary part."""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    def normalize(row):
        return row / np.sqrt(np.mean(row**2, axis=-1, keepdims=True) + eps)

    g = dy if weight is None else dy * weight
    dx = np.empty(x.shape, dtype=x.dtype)
    for i in range(x.shape[-1]):
        nudged = x.astype(np.complex128)
        nudged[..., i] += 1e-30j
        dx[..., i] = np.sum(g * normalize(nudged), axis=-1).imag / 1e-30
    dweight = dy * normalize(x.astype(np.float64))
    while dweight.ndim > 1:
        dweight = dweight.sum(axis=0)
    return dx, dweight.astype(x.dtype)
