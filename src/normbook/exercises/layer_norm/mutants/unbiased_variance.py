"""Your variance divides by D − 1. That is the estimate of a population's variance from a sample;
LayerNorm describes these D numbers themselves, and divides by D. `x.std(ddof=1)`, and `std` in
PyTorch, divide by D − 1."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.var(centred, axis=-1, keepdims=True, ddof=1)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
