"""You return W β alone, and the linear layer loses the bias that it had. Add `linear_bias` where
there is one."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    scaled = linear_weight * weight  # (out, D)
    shift = linear_weight @ bias  # (out,)
    return scaled, shift
