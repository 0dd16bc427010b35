"""You add `linear_bias` without asking whether there is one. An array and None have no sum: Python
raises a TypeError. Where it is None, b' is W β alone."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    scaled = linear_weight * weight
    shift = linear_weight @ bias
    shift = shift + linear_bias
    return scaled, shift
