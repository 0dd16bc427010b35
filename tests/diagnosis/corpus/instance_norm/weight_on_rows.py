"""x is cut into N·C rows, and C weights meet them.

mistakes: weight-on-flat-channels
seen: a student's attempt, said anew
"""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    rows = np.reshape(x, (len(x) * x.shape[1], -1))
    mu = np.mean(rows, axis=-1, keepdims=True)
    rows = (rows - mu) / np.sqrt(np.mean((rows - mu) ** 2, axis=-1, keepdims=True) + eps)
    if weight is not None:
        rows = weight.reshape(-1, 1) * rows
    if bias is not None:
        rows = rows + bias.reshape(-1, 1)
    return np.reshape(rows, x.shape).astype(x.dtype)
