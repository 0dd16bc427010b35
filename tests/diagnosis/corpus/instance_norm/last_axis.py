"""The statistics run over the last axis alone.

mistakes: last-axis-only
seen: common error, e.g. axis=-1 out of habit
"""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    y = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    shape = (1, -1) + (1,) * (x.ndim - 2)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype)
