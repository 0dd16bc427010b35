"""D - 1, eps outside the root, and a result that is float64.

mistakes: divides-by-d-minus-1, eps-outside-root, no-cast-back
seen: pytorch/pytorch #1959, a LayerNorm in the comments
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    gamma = weight if weight is not None else np.ones(normalized_shape)
    beta = bias if bias is not None else np.zeros(normalized_shape)
    mean = x.mean(-1, keepdims=True)
    std = x.std(-1, keepdims=True, ddof=1)
    return gamma * (x - mean) / (std + eps) + beta
