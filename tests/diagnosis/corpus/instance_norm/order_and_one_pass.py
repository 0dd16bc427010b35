"""Shifts before it scales, and one pass.

mistakes: affine-wrong-order, one-pass-variance
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    ax = tuple(range(2, x.ndim))
    m1 = x.mean(axis=ax, keepdims=True)
    m2 = (x * x).mean(axis=ax, keepdims=True)
    out = (x - m1) / np.sqrt(m2 - m1 * m1 + eps)
    per_channel = (1, -1) + (1,) * len(ax)
    if bias is not None:
        out = out + bias.reshape(per_channel)
    if weight is not None:
        out = out * weight.reshape(per_channel)
    return out.astype(x.dtype)
