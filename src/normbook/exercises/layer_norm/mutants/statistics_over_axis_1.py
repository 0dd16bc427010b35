"""Your statistics run over axis 1. In (N, D) that is the features; in (N, T, D) it is time, and in
(D,) there is none. The features are the last axis: `axis=-1`."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=1, keepdims=True)
    var = np.mean(centred**2, axis=1, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
