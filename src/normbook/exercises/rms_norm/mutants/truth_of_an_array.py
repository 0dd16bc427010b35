"""You ask an array whether it is true, as `if weight:` and `weight or 1` do. NumPy refuses that for
more than one number, with a ValueError. Ask `weight is not None`."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = wide / np.sqrt(mean_square + eps)
    if weight:
        y = y * weight
    return y.astype(x.dtype, copy=False)
