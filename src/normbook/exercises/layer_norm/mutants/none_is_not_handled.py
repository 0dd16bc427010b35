"""Your function needs a weight and a bias: it computes with them even where they are None, which is
an error. Ask first whether each `is not None`."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = centred / np.sqrt(var + eps)
    y = y * weight
    y = y + bias
    return y.astype(x.dtype, copy=False)
