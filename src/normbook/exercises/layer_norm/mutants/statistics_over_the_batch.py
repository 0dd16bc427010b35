"""Your statistics run over the first axis: each feature is compared with itself in the other samples.
That is batch normalization. LayerNorm compares a sample's features with each other."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=0, keepdims=True)
    var = np.mean(centred**2, axis=0, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
