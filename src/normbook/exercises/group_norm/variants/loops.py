"""Group by group, in Python's own arithmetic."""

import math

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    size, left_over = divmod(x.shape[1], num_groups)
    if left_over:
        raise ValueError("the groups must be equal")
    out = np.empty_like(x)
    for n in range(x.shape[0]):
        for g in range(num_groups):
            channels = range(g * size, g * size + size)
            values = [float(v) for c in channels for v in np.ravel(x[n, c])]
            mean = math.fsum(values) / len(values)
            var = math.fsum((v - mean) ** 2 for v in values) / len(values)
            for c in channels:
                scale = 1.0 if weight is None else float(weight[c])
                shift = 0.0 if bias is None else float(bias[c])
                out[n, c] = scale * (x[n, c] - mean) / math.sqrt(var + eps) + shift
    return out
