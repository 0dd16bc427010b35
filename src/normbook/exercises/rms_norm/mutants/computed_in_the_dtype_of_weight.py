"""You compute in the dtype of `weight`: where x is float64 and the weight float32, x loses half
of its digits, and squares above 3e38 are infinite. Compute in the dtype of x, and float16 in
float32."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x if weight is None else weight, np.float32))
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = wide / np.sqrt(mean_square + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
