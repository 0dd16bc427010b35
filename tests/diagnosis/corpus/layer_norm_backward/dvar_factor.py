"""The 2 from the derivative of the square is missing.

mistakes: factor-2-of-square-missing
seen: common error, e.g. CS231n's backward step by step, a sign or a factor lost
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    D = x.shape[-1]
    xmu = x - x.mean(axis=-1, keepdims=True)
    var = (xmu**2).mean(axis=-1, keepdims=True)
    ivar = 1 / np.sqrt(var + eps)
    dxhat = dy if weight is None else dy * weight
    divar = np.sum(dxhat * xmu, axis=-1, keepdims=True)
    dvar = -0.5 * ivar**3 * divar
    dxmu = dxhat * ivar + dvar * xmu / D
    dx = dxmu - dxmu.mean(axis=-1, keepdims=True)
    axes = tuple(range(x.ndim - 1))
    dweight = (dy * xmu * ivar).sum(axis=axes)
    dbias = dy.sum(axis=axes)
    return dx.astype(x.dtype), dweight.astype(x.dtype), dbias.astype(x.dtype)
