"""You add the bias before you multiply by the weight, (x̂ + β)γ. The order is γx̂ + β: β reaches
the output as it is."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if bias is not None:
        y = y + bias
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
