import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    """Return the gradients (dx, dweight, dbias), given dy."""
    raise NotImplementedError("Not written yet: replace this line.")
