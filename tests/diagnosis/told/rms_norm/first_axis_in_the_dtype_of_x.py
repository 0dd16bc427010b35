"""The mean square of each column in the dtype of x, and an array is asked whether it is None."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    rms = np.sqrt(np.mean(x**2, axis=0) + eps)
    y = x / rms
    if weight != None:  # noqa: E711 - as a student writes it
        y = y * weight
    return y
