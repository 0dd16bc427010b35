"""Output by output, feature by feature."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    scaled = np.empty_like(linear_weight)
    shift = np.zeros(len(linear_weight))
    for o, row in enumerate(linear_weight):
        for i, value in enumerate(row):
            scaled[o, i] = value * weight[i]
            shift[o] += value * bias[i]
        shift[o] += 0.0 if linear_bias is None else linear_bias[o]
    return scaled, shift
