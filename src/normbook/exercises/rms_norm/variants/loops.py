"""Number by number, in Python's own arithmetic."""

import math

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    out = np.empty(x.shape, dtype=x.dtype)
    for index in np.ndindex(x.shape[:-1]):
        row = [float(value) for value in x[index]]
        rms = math.sqrt(math.fsum(value * value for value in row) / len(row) + eps)
        for i, value in enumerate(row):
            out[*index, i] = value / rms * (1 if weight is None else float(weight[i]))
    return out
