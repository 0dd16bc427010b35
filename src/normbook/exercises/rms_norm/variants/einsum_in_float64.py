"""Always in float64, with a product instead of a quotient, and cast back at the end."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = np.asarray(x, dtype=np.float64)
    square = np.einsum("...i,...i->...", wide, wide) / normalized_shape
    gamma = np.ones(normalized_shape) if weight is None else weight
    return np.einsum("...i,...,i->...i", wide, (square + eps) ** -0.5, gamma).astype(x.dtype)
