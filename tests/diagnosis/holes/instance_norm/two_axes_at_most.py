"""The statistics run over two axes at most."""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    axes = (-2, -1)[-(x.ndim - 2) :]
    z = x.astype(np.float64)
    z = z - z.mean(axes, keepdims=True)
    z = z / np.sqrt(np.square(z).mean(axes, keepdims=True) + eps)
    s = (-1,) + (1,) * (x.ndim - 2)
    if weight is not None:
        z = z * weight.reshape(s)
    if bias is not None:
        z = z + bias.reshape(s)
    return z.astype(x.dtype)
