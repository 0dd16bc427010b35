"""Weight times bias in an augmented matrix, and minus b.

mistakes: bias-through-folded-weight, linear-bias-subtracted
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    out, d = linear_weight.shape
    outer = np.zeros((out, d + 1), linear_weight.dtype)
    outer[:, :d] = linear_weight
    if linear_bias is None:
        outer[:, d] = 0
    else:
        outer[:, d] = -linear_bias
    inner = np.zeros((d + 1, d + 1), linear_weight.dtype)
    inner[np.arange(d), np.arange(d)] = weight
    inner[:d, d] = bias * weight
    inner[d, d] = 1
    both = np.einsum("ij,jk->ik", outer, inner)
    return both[:, :-1].copy(), both[:, -1].copy()
