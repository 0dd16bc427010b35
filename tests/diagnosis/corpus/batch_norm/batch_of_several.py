"""Statistics of a batch wherever it has two samples, and momentum the wrong way.

mistakes: momentum-reversed, evaluation-uses-batch, evaluation-updates-running
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    def c(v):
        return np.asarray(v, dtype=np.float64).reshape((1, -1) + (1,) * (x.ndim - 2))

    h = x.astype(np.float64)
    rm, rv = running_mean.copy(), running_var.copy()
    if training or len(x) > 1:
        dims = (0,) + tuple(range(2, x.ndim))
        mean = h.mean(dims)
        var = h.var(dims)
        rm = (momentum * rm + (1 - momentum) * mean).astype(rm.dtype)
        rv = (momentum * rv + (1 - momentum) * var).astype(rv.dtype)
    else:
        mean, var = rm, rv
    out = (h - c(mean)) / np.sqrt(c(var) + eps)
    if weight is not None:
        out = out * c(weight)
    if bias is not None:
        out = out + c(bias)
    return out.astype(x.dtype), rm, rv
