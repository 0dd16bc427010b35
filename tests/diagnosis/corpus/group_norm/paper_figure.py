"""Images only, and nothing is cast back.

mistakes: four-axes-only, no-cast-back
seen: the paper's figure 3 in TensorFlow, ported
"""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    N, C, H, W = x.shape
    G = num_groups
    if C % G:
        raise ValueError("C must be a multiple of G")
    x = np.reshape(x, [N, G, C // G, H, W])
    mean = np.mean(x, axis=(2, 3, 4), keepdims=True)
    var = np.var(x, axis=(2, 3, 4), keepdims=True)
    x = (x - mean) / np.sqrt(var + eps)
    x = np.reshape(x, [N, C, H, W])
    if weight is not None:
        x = x * weight.reshape(1, C, 1, 1)
    if bias is not None:
        x = x + bias.reshape(1, C, 1, 1)
    return x
