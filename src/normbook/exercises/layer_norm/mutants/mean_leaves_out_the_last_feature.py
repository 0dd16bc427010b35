"""Your mean leaves out the last feature: its sum has D − 1 numbers, and is divided by D. A loop over all of
them runs over `range(D)`. A constant row shows it: its x̂ is not 0."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x[..., :-1].sum(axis=-1, keepdims=True) / x.shape[-1]
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
