"""Welford's update along each group; then one scale and one shift for each channel."""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    n, c = x.shape[:2]
    if c % num_groups != 0:
        raise ValueError(f"expected a divisor of {c}, got {num_groups}")
    values = np.asarray(x, dtype=np.float64).reshape(n * num_groups, -1)
    mean, m2 = np.zeros(len(values)), np.zeros(len(values))
    for count, column in enumerate(values.T, start=1):
        delta = column - mean
        mean += delta / count
        m2 += delta * (column - mean)
    rstd = 1 / np.sqrt(m2 / values.shape[1] + eps)
    each = c // num_groups
    mean, rstd = (np.repeat(a.reshape(n, -1), each, axis=1) for a in (mean, rstd))
    scale = rstd if weight is None else rstd * weight
    shift = -mean * scale if bias is None else bias - mean * scale
    shape = (n, c) + (1,) * (x.ndim - 2)
    return (x.astype(np.float64) * scale.reshape(shape) + shift.reshape(shape)).astype(x.dtype)
