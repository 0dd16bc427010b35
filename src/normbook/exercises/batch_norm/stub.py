import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    """Return y, running_mean, running_var; channels on axis 1."""
    raise NotImplementedError("Not written yet: replace this line.")
