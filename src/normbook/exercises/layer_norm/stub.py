import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    """Return weight * (x - mean) / sqrt(var + eps) + bias, by row."""
    raise NotImplementedError("Not written yet: replace this line.")
