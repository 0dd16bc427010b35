"""You limit the quotient to 5, as `np.clip` does. A number that stands out among D comes to up to
√D, and stays so: leave out the limit."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = np.clip(wide / np.sqrt(mean_square + eps), -5, 5)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
