"""Number by number, in Python's own arithmetic."""

import math

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    d = x.shape[-1]
    dx = np.empty(x.shape, dtype=x.dtype)
    dweight, dbias = [0.0] * d, [0.0] * d
    for index in np.ndindex(x.shape[:-1]):
        row = [float(value) for value in x[index]]
        mean = sum(row) / d
        root = math.sqrt(sum((value - mean) ** 2 for value in row) / d + eps)
        x_hat = [(value - mean) / root for value in row]
        g = []
        for i, slope in enumerate(dy[index]):
            dweight[i] += slope * x_hat[i]
            dbias[i] += slope
            g.append(slope * (1 if weight is None else weight[i]))
        for i in range(d):
            through_all = sum(g[j] * ((i == j) - 1 / d - x_hat[i] * x_hat[j] / d) for j in range(d))
            dx[*index, i] = through_all / root
    return dx, np.array(dweight, dtype=x.dtype), np.array(dbias, dtype=x.dtype)
