"""The default weight is float64, and the result with it.

mistakes: no-cast-back
seen: common error, e.g. np.ones(C) and np.zeros(C) as defaults
"""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    C = x.shape[1]
    gamma = np.ones(C) if weight is None else weight
    beta = np.zeros(C) if bias is None else bias
    axes = tuple(range(2, x.ndim))
    mean = x.mean(axis=axes, keepdims=True)
    var = x.var(axis=axes, keepdims=True)
    x_hat = (x - mean) / np.sqrt(var + eps)
    shape = [1, C] + [1] * len(axes)
    return gamma.reshape(shape) * x_hat + beta.reshape(shape)
