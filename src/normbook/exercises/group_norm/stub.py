import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    """Return weight * (x - mean) / sqrt(var + eps) + bias."""
    raise NotImplementedError("Not written yet: replace this line.")
