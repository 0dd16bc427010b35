"""What comes through the variance is not divided by D.

mistakes: variance-term-is-a-sum
seen: common error: of 2 (x - mu) / N the N is lost
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    d = x.shape[-1]
    gamma = np.ones(d) if weight is None else weight
    mean = np.mean(x, axis=-1, keepdims=True)
    istd = 1.0 / np.sqrt(np.var(x, axis=-1, keepdims=True) + eps)
    xhat = (x - mean) * istd
    dxhat = dy * gamma
    dvar = np.sum(dxhat * (x - mean), axis=-1, keepdims=True) * -0.5 * istd**3
    dmu = -istd * np.sum(dxhat, axis=-1, keepdims=True)
    dx = dxhat * istd + dvar * 2 * (x - mean) + dmu / d
    lead = tuple(range(dy.ndim - 1))
    dgamma = np.sum(dy * xhat, axis=lead)
    dbeta = np.sum(dy, axis=lead)
    return dx.astype(x.dtype), dgamma.astype(x.dtype), dbeta.astype(x.dtype)
