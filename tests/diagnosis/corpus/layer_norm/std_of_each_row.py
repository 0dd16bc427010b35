"""std with ddof=1, plus eps.

mistakes: divides-by-d-minus-1, eps-outside-root
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    a_2 = np.ones(normalized_shape) if weight is None else weight
    b_2 = np.zeros(normalized_shape) if bias is None else bias
    xd = x.astype(np.float64)
    mean = xd.mean(-1, keepdims=True)
    std = xd.std(-1, ddof=1, keepdims=True)
    return (a_2 * (xd - mean) / (std + eps) + b_2).astype(x.dtype)
