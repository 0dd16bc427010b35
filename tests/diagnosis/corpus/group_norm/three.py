"""Images only, no check, no cast.

mistakes: four-axes-only, groups-not-checked, no-cast-back
seen: the paper's figure 3, ported
"""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    N, C, H, W = x.shape
    g = x.reshape(N, num_groups, -1)
    mean = g.mean(axis=2, keepdims=True)
    std = np.sqrt(g.var(axis=2, keepdims=True) + eps)
    y = ((g - mean) / std).reshape(N, C, H, W)
    gamma = np.ones(C) if weight is None else weight
    beta = np.zeros(C) if bias is None else bias
    return gamma[None, :, None, None] * y + beta[None, :, None, None]
