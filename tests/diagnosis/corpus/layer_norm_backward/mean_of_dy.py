"""The mean is taken of dy, without the weight.

mistakes: weight-missing-in-mean-term
seen: common error: dy and dxhat are mixed up
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    d = x.shape[-1]
    gamma = np.ones(d) if weight is None else weight
    mean = np.mean(x, axis=-1, keepdims=True)
    istd = 1.0 / np.sqrt(np.var(x, axis=-1, keepdims=True) + eps)
    xhat = (x - mean) * istd
    dxhat = dy * gamma
    dx = istd * dxhat
    dx -= istd * dy.sum(axis=-1, keepdims=True) / d
    dx -= istd * xhat * (dxhat * xhat).sum(axis=-1, keepdims=True) / d
    lead = tuple(range(dy.ndim - 1))
    dgamma = np.sum(dy * xhat, axis=lead)
    dbeta = np.sum(dy, axis=lead)
    return dx.astype(x.dtype), dgamma.astype(x.dtype), dbeta.astype(x.dtype)
