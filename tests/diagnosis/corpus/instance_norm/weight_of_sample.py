"""The weight of the sample, the bias of the channel.

mistakes: only-weight-by-sample
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    result = np.empty(x.shape, x.dtype)
    for i, j in np.ndindex(*x.shape[:2]):
        picture = x[i, j].ravel().astype(np.float64)
        picture -= picture[0]
        picture -= picture.sum() / picture.size
        energy = picture @ picture / picture.size
        scale = (1.0 if weight is None else float(weight[i])) / np.sqrt(energy + eps)
        shift = 0.0 if bias is None else float(bias[j])
        result[i, j] = (scale * picture + shift).reshape(x.shape[2:])
    return result
