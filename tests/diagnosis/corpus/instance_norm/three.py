"""Layer norm's axes, the weight along the last axis, and no cast back.

mistakes: channels-included, weight-on-last-axis, no-cast-back
seen: geekdaxue.co, BN, LN, IN, GN: which axes each takes
"""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    axes = tuple(range(1, x.ndim))
    mean, var = x.mean(axis=axes, keepdims=True), x.var(axis=axes, keepdims=True)
    y = (x - mean) / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y
