"""ε is left out, one mean square is all rows', and no weight is refused."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    rms = np.sqrt(np.mean(x**2))
    return weight * x / rms
