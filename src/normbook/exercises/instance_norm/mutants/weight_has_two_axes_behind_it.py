"""You give weight and bias the shape (C, 1, 1), which is right beside images alone: beside (N, C,
T) their first axis meets the samples, not the channels. Add as many axes of size 1 as x has axes
behind its channels."""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    axes = tuple(range(2, x.ndim))
    shape = (-1, 1, 1)
    centred = x - x.mean(axis=axes, keepdims=True)
    var = np.mean(centred**2, axis=axes, keepdims=True)  # (N, C, 1, ...)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype, copy=False)
