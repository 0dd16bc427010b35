"""Number by number, in Python's own arithmetic."""

import math

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    out = np.empty(x.shape, dtype=x.dtype)
    for index in np.ndindex(x.shape[:-1]):
        row = [float(value) for value in x[index]]
        mean = sum(row) / len(row)
        rstd = 1 / math.sqrt(sum((value - mean) ** 2 for value in row) / len(row) + eps)
        for i, value in enumerate(row):
            y = (value - mean) * rstd
            y *= 1 if weight is None else weight[i]
            y += 0 if bias is None else bias[i]
            out[*index, i] = y
    return out
