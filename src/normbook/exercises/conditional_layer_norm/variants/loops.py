"""Row by row, each with the condition that its index names."""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    n = condition.ndim - 1
    if n >= x.ndim or any(have != want for have, want in zip(condition.shape[:n], x.shape)):
        raise ValueError("no condition for each row")
    out = np.empty_like(x)
    for index in np.ndindex(x.shape[:-1]):
        row = x[index].astype(np.float64)
        c = condition[index[:n]]
        x_hat = (row - row.mean()) / np.sqrt(row.var() + eps)
        for d in range(len(row)):
            out[*index, d] = np.dot(c, weight_map[:, d]) * x_hat[d] + np.dot(c, bias_map[:, d])
    return out
