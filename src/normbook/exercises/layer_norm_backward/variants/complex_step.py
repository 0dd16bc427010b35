"""No derivative at all: nudge each x by an imaginary 1e-100, and read the imaginary part."""

import numpy as np


def normalize(x, eps):
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + eps)


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    g = dy * (np.ones(x.shape[-1]) if weight is None else weight)
    dx = np.empty(x.shape, dtype=x.dtype)
    for i in range(x.shape[-1]):
        nudged = x.astype(np.complex128)
        nudged[..., i] += 1e-100j
        dx[..., i] = np.sum(g * normalize(nudged, eps), axis=-1).imag / 1e-100
    dweight, dbias = dy * normalize(x.astype(np.float64), eps), dy
    while dbias.ndim > 1:
        dweight, dbias = dweight.sum(axis=0), dbias.sum(axis=0)
    return dx, dweight.astype(x.dtype), dbias.astype(x.dtype)
