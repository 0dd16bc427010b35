"""Channel by channel and number by number, in Python's own arithmetic."""

import math

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    out = np.empty(x.shape, dtype=x.dtype)
    for n in range(x.shape[0]):
        for c in range(x.shape[1]):
            values = [float(value) for value in x[n, c].flat]
            mean = math.fsum(values) / len(values)
            var = math.fsum((value - mean) ** 2 for value in values) / len(values)
            for index in np.ndindex(x.shape[2:]):
                y = (float(x[n, c][index]) - mean) / math.sqrt(var + eps)
                y *= 1 if weight is None else weight[c]
                y += 0 if bias is None else bias[c]
                out[(n, c, *index)] = y
    return out
