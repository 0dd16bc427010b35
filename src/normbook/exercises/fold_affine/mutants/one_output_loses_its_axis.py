"""You squeeze what you return, and a layer of one output loses that axis. W' has the shape (out, D)
and b' the shape (out,), where `out` is 1, too."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    scaled = linear_weight * weight  # (out, D)
    shift = linear_weight @ bias  # (out,)
    if linear_bias is not None:
        shift = shift + linear_bias
    return np.squeeze(scaled), np.squeeze(shift)
