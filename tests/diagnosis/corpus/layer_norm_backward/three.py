"""The statistics are constants, means instead of sums, and nothing is cast back.

mistakes: statistics-as-constants, mean-over-samples, no-cast-back
seen: wjbKimberly/cs231n_spring_2017_assignment #7: dgamma, sum or mean
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    std = np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    xhat = (x - x.mean(axis=-1, keepdims=True)) / std
    axes = tuple(range(x.ndim - 1))
    dx = dy / std if weight is None else dy * weight / std
    return dx, (dy * xhat).mean(axis=axes), dy.mean(axis=axes)
