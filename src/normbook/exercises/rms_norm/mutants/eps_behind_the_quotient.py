"""You add ε to the quotient: `/` comes before `+`, so that `x / np.sqrt(mean_square) + eps` divides
by the root mean square without ε, and shifts every result by ε. It belongs under the root:
`np.sqrt(mean_square + eps)`."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)  # the squares overflow in float16
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)  # (..., 1)
    y = wide / np.sqrt(mean_square) + eps
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
