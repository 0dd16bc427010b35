"""You leave all of `linear_bias` out where a single 0 is in it, as a question with `.all()` does.
Ask `linear_bias is not None`, and nothing else."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    scaled = linear_weight * weight  # (out, D)
    shift = linear_weight @ bias  # (out,)
    if linear_bias is not None and linear_bias.all():
        shift = shift + linear_bias
    return scaled, shift
