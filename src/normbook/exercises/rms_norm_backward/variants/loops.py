"""Number by number, in Python's own arithmetic."""

import math

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    d = x.shape[-1]
    dx, dweight = np.empty(x.shape, dtype=x.dtype), [0.0] * d
    for index in np.ndindex(x.shape[:-1]):
        row = [float(value) for value in x[index]]
        root = math.sqrt(sum(value * value for value in row) / d + eps)
        g = [float(dy[index][i]) * (1 if weight is None else weight[i]) for i in range(d)]
        along = sum(a * b for a, b in zip(g, row)) / (d * root)
        for i in range(d):
            dx[*index, i] = (g[i] - along * row[i] / root) / root
            dweight[i] += dy[index][i] * row[i] / root
    return dx, np.array(dweight, dtype=x.dtype)
