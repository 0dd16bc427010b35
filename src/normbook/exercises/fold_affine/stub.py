import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    """Return the linear layer's weight and bias with the norm's folded in."""
    raise NotImplementedError("Not written yet: replace this line.")
