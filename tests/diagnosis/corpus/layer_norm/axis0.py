"""Mean and variance run over the samples, along axis 0.

mistakes: axis-0
seen: common error, e.g. axis=0 as in batch norm
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    mean = np.mean(x, axis=0)
    var = np.var(x, axis=0)
    normed = (x - mean) / np.sqrt(var + eps)
    if weight is not None:
        normed = normed * weight
    if bias is not None:
        normed = normed + bias
    return normed.astype(x.dtype)
