"""The path through the mean is left out, in stages as for cs231n.

mistakes: gradient-of-mean-missing
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    # staged, as for batchnorm in cs231n
    D = x.shape[-1]
    X = x.astype(np.float64)
    dout = dy.astype(np.float64)
    gamma = np.ones(D) if weight is None else weight.astype(np.float64)

    mu = X.mean(-1, keepdims=True)
    xmu = X - mu
    var = (xmu**2).mean(-1, keepdims=True)
    ivar = 1.0 / np.sqrt(var + eps)
    xhat = xmu * ivar

    dbeta = dout.reshape(-1, D).sum(axis=0)
    dgamma = (dout * xhat).reshape(-1, D).sum(axis=0)

    dxhat = dout * gamma
    dvar = np.sum(dxhat * xmu, axis=-1, keepdims=True) * -0.5 * ivar**3
    dxmu = dxhat * ivar + dvar * 2 * xmu / D
    dx = dxmu

    return dx.astype(x.dtype), dgamma.astype(x.dtype), dbeta.astype(x.dtype)
