"""axis=1 for the features, and no cast back.

mistakes: axis-1, no-cast-back
seen: example-a.com/answer/47606695: how to standardize a matrix row-wise
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    mu = x.mean(axis=1, keepdims=True)
    sigma2 = x.var(axis=1, keepdims=True)
    out = (x - mu) / np.sqrt(sigma2 + eps)
    if weight is not None:
        out = out * weight
    if bias is not None:
        out = out + bias
    return out
