"""The variance is E[x^2] - E[x]^2, which a large mean spoils.

mistakes: one-pass-variance
seen: pytorch/pytorch #51102: LayerNorm and a large mean
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    mean = np.mean(x, axis=-1, keepdims=True)
    mean_sq = np.mean(x * x, axis=-1, keepdims=True)
    rstd = 1.0 / np.sqrt(np.maximum(mean_sq - mean * mean, 0) + eps)
    out = (x - mean) * rstd
    if weight is not None:
        out = out * weight
    if bias is not None:
        out = out + bias
    return out.astype(x.dtype)
