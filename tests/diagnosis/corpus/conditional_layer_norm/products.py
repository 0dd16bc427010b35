"""Compares products of sizes.

mistakes: products-of-sizes-compared
seen: a student of the book, who knew none of the tests
"""

import math

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    *lead, k = condition.shape
    *axes, d = x.shape
    if math.prod(lead) != math.prod(axes[: len(lead)]):
        raise ValueError(f"a condition of {tuple(lead)} for an x of {tuple(axes)}")
    groups = math.prod(lead)
    each = math.prod(axes[len(lead) :])
    both = np.concatenate([weight_map, bias_map], axis=1).astype(np.float64)
    affine = condition.astype(np.float64).reshape(groups, k) @ both
    y = np.empty((groups, each, d))
    for block, source, (g, b) in zip(y, x.reshape(groups, each, d), affine.reshape(groups, 2, d)):
        z = source.astype(np.float64).T
        z = z - z[0]
        z = z - z.mean(axis=0)
        block[:] = (z / np.sqrt(np.square(z).mean(axis=0) + eps)).T * g + b
    return y.reshape(x.shape).astype(x.dtype)
