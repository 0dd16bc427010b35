import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    """Normalize each channel of each sample, then scale and shift."""
    raise NotImplementedError("Not written yet: replace this line.")
