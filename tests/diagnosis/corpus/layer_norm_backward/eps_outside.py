"""eps is added to the deviation, outside the root.

mistakes: eps-outside-root
seen: codertimo/BERT-pytorch #30
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    std = x.std(axis=-1, keepdims=True) + eps
    xhat = (x - mean) / std
    g = dy if weight is None else dy * weight
    dx = (g - g.mean(-1, keepdims=True) - xhat * (g * xhat).mean(-1, keepdims=True)) / std
    axes = tuple(range(x.ndim - 1))
    dw, db = np.sum(dy * xhat, axis=axes), np.sum(dy, axis=axes)
    return dx.astype(x.dtype), dw.astype(x.dtype), db.astype(x.dtype)
