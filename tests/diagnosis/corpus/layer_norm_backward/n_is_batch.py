"""N is the number of rows where the number of features is meant.

mistakes: divides-by-batch-size
seen: CS231n forks: N, D = x.shape and 1 / N left from batchnorm_backward
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    N = x.shape[0]
    mu = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    istd = 1 / np.sqrt(var + eps)
    xhat = (x - mu) * istd
    dxhat = dy * (1 if weight is None else weight)
    total = dxhat.sum(axis=-1, keepdims=True)
    inner = (dxhat * xhat).sum(axis=-1, keepdims=True)
    dx = istd / N * (N * dxhat - total - xhat * inner)
    ax = tuple(range(x.ndim - 1))
    return (
        dx.astype(x.dtype),
        (dy * xhat).sum(axis=ax).astype(x.dtype),
        dy.sum(axis=ax).astype(x.dtype),
    )
