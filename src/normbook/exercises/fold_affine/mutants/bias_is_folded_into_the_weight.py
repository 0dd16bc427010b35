"""You add β to the columns of W. A column is multiplied by x̂, and β is not: what does not depend
on x̂ belongs to b'."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    scaled = linear_weight * weight + bias
    shift = linear_weight @ bias  # (out,)
    if linear_bias is not None:
        shift = shift + linear_bias
    return scaled, shift
