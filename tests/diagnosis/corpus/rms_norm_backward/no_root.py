"""The mean square where its root belongs.

mistakes: root-forgotten
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    D = x.shape[-1]
    gamma = np.ones(D) if weight is None else weight
    up, xx = np.float64(dy), np.float64(x)
    rms = (np.sum(xx * xx, axis=-1) / D + eps)[..., None]
    g = gamma * up
    drms = -np.sum(g * xx, axis=-1)[..., None] / rms**2
    dx = g / rms + drms * xx / (D * rms)
    dgamma = np.einsum("nd,nd->d", up.reshape(-1, D), (xx / rms).reshape(-1, D))
    return dx.astype(x.dtype), dgamma.astype(x.dtype)
