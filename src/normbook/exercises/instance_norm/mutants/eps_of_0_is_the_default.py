"""You take an ε of 0 for none given, as `eps or 1e-5` does, and it becomes 1e-5. The default stands
in the signature; use the argument as it comes."""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    eps = eps or 1e-5
    axes = tuple(range(2, x.ndim))
    shape = (-1,) + (1,) * (x.ndim - 2)
    centred = x - x.mean(axis=axes, keepdims=True)
    var = np.mean(centred**2, axis=axes, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype, copy=False)
