"""In float64 with keepdims, and cast back at the end."""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    wide = x.astype(np.float64)
    axes = tuple(axis for axis in range(x.ndim) if axis != 1)
    mean, var = np.expand_dims(running_mean, axes), np.expand_dims(running_var, axes)
    new_mean, new_var = running_mean.copy(), running_var.copy()
    if training:
        mean, var = wide.mean(axes, keepdims=True), wide.var(axes, keepdims=True)
        new_mean[:] = new_mean + momentum * (mean.ravel() - new_mean)
        new_var[:] = new_var + momentum * (wide.var(axes, ddof=1) - new_var)
    scale = np.expand_dims(np.ones(x.shape[1]) if weight is None else weight, axes)
    shift = np.expand_dims(np.zeros(x.shape[1]) if bias is None else bias, axes)
    return ((wide - mean) / np.sqrt(var + eps) * scale + shift).astype(x.dtype), new_mean, new_var
