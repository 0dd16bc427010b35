"""Means over the samples instead of sums, and dx does not go through the weight.

mistakes: mean-over-samples, weight-forgotten-in-dx
seen: wjbKimberly/cs231n_spring_2017_assignment #7: dgamma, sum or mean
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    d = x.shape[-1]
    rows, grads = x.reshape(-1, d), dy.reshape(-1, d)
    centred = rows - rows.mean(1, keepdims=True)
    rstd = 1 / np.sqrt((centred**2).mean(1, keepdims=True) + eps)
    xhat = centred * rstd
    dx = rstd * (
        grads - grads.mean(1, keepdims=True) - xhat * (grads * xhat).mean(1, keepdims=True)
    )
    dweight, dbias = (grads * xhat).mean(0), grads.mean(0)
    return dx.reshape(x.shape).astype(x.dtype), dweight.astype(x.dtype), dbias.astype(x.dtype)
