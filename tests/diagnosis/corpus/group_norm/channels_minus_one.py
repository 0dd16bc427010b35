"""Divides by the channels of a group less one.

mistakes: divides-by-channels-minus-1
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    width, left = divmod(x.shape[1], num_groups)
    if left:
        raise ValueError(f"{num_groups} groups do not fit {x.shape[1]} channels")
    wide = np.moveaxis(x.astype(np.float64), 1, 0)  # (C, N, ...)
    gamma = np.ones(len(wide)) if weight is None else np.asarray(weight, float)
    beta = np.zeros(len(wide)) if bias is None else np.asarray(bias, float)
    pieces = []
    for start in range(0, len(wide), width):
        group = wide[start : start + width]
        axes = (0, *range(2, group.ndim))
        mid = group - group[:1].reshape(1, group.shape[1], -1)[:, :, 0].reshape(
            1, -1, *[1] * (group.ndim - 2)
        )
        mid = mid - mid.mean(axis=axes, keepdims=True)
        power = np.square(mid).sum(axis=axes, keepdims=True) / (width - 1 or 1)
        for k, channel in enumerate(mid * (power + eps) ** -0.5):
            pieces.append(gamma[start + k] * channel + beta[start + k])
    return np.stack(pieces, axis=1).astype(x.dtype)
