"""You leave the dtype of the result to NumPy, once the weight is multiplied: a float64 weight makes
float32 into float64, and a float32 one float16 into float32. The result has the dtype of x,
whatever the weight's: cast last, with `y.astype(x.dtype)`."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = wide / np.sqrt(mean_square + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype if weight is None else np.result_type(x, weight))
