"""Gamma and beta are exchanged.

mistakes: weight-and-bias-swapped
seen: keras-team/keras pull 3248: weights in another order give no error, as their shapes are the same
"""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    axes = tuple(range(2, x.ndim))
    mu = x.mean(axis=axes, keepdims=True)
    sigma2 = x.var(axis=axes, keepdims=True)
    y = (x - mu) / np.sqrt(sigma2 + eps)
    per_channel = (1, x.shape[1]) + (1,) * len(axes)
    if bias is not None:
        y *= bias.reshape(per_channel).astype(x.dtype)
    if weight is not None:
        y += weight.reshape(per_channel).astype(x.dtype)
    return y
