import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    """Return each channel of each sample normalized, then scaled and shifted."""
    raise NotImplementedError("Not written yet: replace this line.")
