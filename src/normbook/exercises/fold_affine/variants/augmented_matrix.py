"""Both layers as matrices on (x̂, 1), multiplied."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    out, d = linear_weight.shape
    norm = np.zeros((d + 1, d + 1))
    norm[:d, :d] = np.diag(weight)
    norm[:d, d] = bias
    norm[d, d] = 1.0
    linear = np.zeros((out, d + 1))
    linear[:, :d] = linear_weight
    if linear_bias is not None:
        linear[:, d] = linear_bias
    folded = linear @ norm
    return [folded[:, :d], folded[:, d]]
