"""The part along x̂ is taken of dy, without the weight.

mistakes: weight-missing-in-variance-term
seen: a student's attempt, said anew
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    d = x.shape[-1]
    gamma = np.ones(d) if weight is None else weight
    mean = np.mean(x, axis=-1, keepdims=True)
    istd = 1.0 / np.sqrt(np.var(x, axis=-1, keepdims=True) + eps)
    xhat = (x - mean) * istd
    dxhat = dy * gamma
    c1 = np.mean(dxhat, axis=-1, keepdims=True)
    c2 = np.mean(xhat * dy, axis=-1, keepdims=True)
    dx = (dxhat - c1 - xhat * c2) * istd
    lead = tuple(range(dy.ndim - 1))
    dgamma = np.sum(dy * xhat, axis=lead)
    dbeta = np.sum(dy, axis=lead)
    return dx.astype(x.dtype), dgamma.astype(x.dtype), dbeta.astype(x.dtype)
