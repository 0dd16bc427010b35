"""You scale the rows of W. A row belongs to an output; γ belongs to the features, and feature i
meets column i of every row."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    scaled = linear_weight * weight[:, None]
    shift = linear_weight @ bias  # (out,)
    if linear_bias is not None:
        shift = shift + linear_bias
    return scaled, shift
