"""The sums over the features are divided by the number of rows.

mistakes: divides-by-rows
seen: course notes after CS231n, whose N and D change places
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    N = x.shape[0]
    mu = np.mean(x, axis=-1, keepdims=True)
    xmu = x - mu
    var = np.sum(xmu**2, axis=-1, keepdims=True) / N
    xhat = xmu / np.sqrt(var + eps)
    if weight is not None:
        xhat = weight * xhat
    if bias is not None:
        xhat = xhat + bias
    return xhat.astype(x.dtype)
