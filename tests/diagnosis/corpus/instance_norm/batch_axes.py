"""The statistics run over the batch too: that is batch norm.

mistakes: batch-included
seen: keras-team/keras-contrib #126: Instance Normalization not implemented right
"""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    axes = (0,) + tuple(range(2, x.ndim))
    y = (x - x.mean(axis=axes, keepdims=True)) / np.sqrt(x.var(axis=axes, keepdims=True) + eps)
    shape = (1, -1) + (1,) * (x.ndim - 2)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype)
