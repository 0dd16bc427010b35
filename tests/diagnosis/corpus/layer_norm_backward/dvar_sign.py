"""The gradient of the variance has the wrong sign.

mistakes: sign-of-dvar
seen: common error, e.g. CS231n's backward step by step, a sign or a factor lost
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    D = x.shape[-1]
    mu = x.mean(-1, keepdims=True)
    xmu = x - mu
    var = (xmu**2).mean(-1, keepdims=True)
    std = np.sqrt(var + eps)
    dxhat = dy if weight is None else dy * weight
    dvar = np.sum(dxhat * xmu * 0.5 * (var + eps) ** -1.5, axis=-1, keepdims=True)
    dmu = -np.sum(dxhat / std, axis=-1, keepdims=True)
    dx = dxhat / std + dvar * 2 * xmu / D + dmu / D
    axes = tuple(range(x.ndim - 1))
    dweight = np.sum(dy * xmu / std, axis=axes)
    dbias = np.sum(dy, axis=axes)
    return dx.astype(x.dtype), dweight.astype(x.dtype), dbias.astype(x.dtype)
