"""axis=1 is taken for "the features"; with three axes it is not.

mistakes: axis-1
seen: example-a.com/answer/47606695: how to standardize a matrix row-wise
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    mean = np.mean(x, axis=1, keepdims=True)
    var = np.var(x, axis=1, keepdims=True)
    normed = (x - mean) / np.sqrt(var + eps)
    if weight is not None:
        normed = normed * weight
    if bias is not None:
        normed = normed + bias
    return normed.astype(x.dtype)
