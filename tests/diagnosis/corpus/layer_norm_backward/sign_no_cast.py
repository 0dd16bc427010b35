"""The sign of the variance's gradient is wrong, and nothing is cast back.

mistakes: sign-of-dvar, no-cast-back
seen: common error, e.g. CS231n's backward step by step, a sign or a factor lost
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    D = x.shape[-1]
    mu = x.mean(-1, keepdims=True)
    xmu = x - mu
    var = x.var(-1, keepdims=True)
    sqrtvar = np.sqrt(var + eps)
    dxhat = dy if weight is None else dy * weight
    dvar = 0.5 * np.sum(dxhat * xmu, -1, keepdims=True) / sqrtvar**3
    dmu = -np.sum(dxhat, -1, keepdims=True) / sqrtvar
    dx = dxhat / sqrtvar + 2 * dvar * xmu / D + dmu / D
    axes = tuple(range(x.ndim - 1))
    return dx, np.sum(dy * xmu / sqrtvar, axis=axes), np.sum(dy, axis=axes)
