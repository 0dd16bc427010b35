"""No shape is checked, nothing is cast back.

mistakes: shapes-not-checked, no-cast-back
seen: common error, e.g. the formula alone
"""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    axes = tuple(-i - 1 for i in range(len(normalized_shape)))
    if weight is None:
        weight = np.ones(normalized_shape)
    if bias is None:
        bias = np.zeros(normalized_shape)
    mu = np.mean(x, axis=axes, keepdims=True)
    sigma2 = np.mean((x - mu) ** 2, axis=axes, keepdims=True)
    return weight * (x - mu) / np.sqrt(sigma2 + eps) + bias
