"""γ as a diagonal matrix, in float64."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    w = np.asarray(linear_weight, dtype=np.float64)
    b = 0.0 if linear_bias is None else linear_bias
    return w @ np.diag(weight), np.einsum("oi,i->o", w, bias) + b
