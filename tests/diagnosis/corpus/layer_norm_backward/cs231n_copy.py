"""N is the batch size, and the sums run over axis 0 alone.

mistakes: divides-by-batch-size, sum-over-axis-0-only
seen: CS231n forks: layernorm_backward made from batchnorm_backward
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    N = len(x)
    mu = x.mean(axis=-1, keepdims=True)
    sigma = np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    xhat = (x - mu) / sigma
    dgamma = np.sum(dy * xhat, axis=0)
    dbeta = np.sum(dy, axis=0)
    dxhat = dy if weight is None else dy * weight
    dx = (
        N * dxhat
        - np.sum(dxhat, -1, keepdims=True)
        - xhat * np.sum(dxhat * xhat, -1, keepdims=True)
    )
    dx = dx / (N * sigma)
    return dx.astype(x.dtype), dgamma.astype(x.dtype), dbeta.astype(x.dtype)
