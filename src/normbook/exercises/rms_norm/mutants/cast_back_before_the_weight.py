"""You cast the quotient back to the dtype of x, and multiply by the weight after. That is Llama's
order, and it rounds twice; here the weight is applied in float32, and the cast comes last."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = (wide / np.sqrt(mean_square + eps)).astype(x.dtype)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
