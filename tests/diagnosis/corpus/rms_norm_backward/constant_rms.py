"""The root mean square is taken for a constant.

mistakes: rms-as-constant
seen: ooples/AiDotNet #695: RmsNormBackward without the gradient of rms
"""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    rms = np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    g = dy if weight is None else dy * weight
    dx = g / rms
    dweight = np.sum(dy * x / rms, axis=tuple(range(x.ndim - 1)))
    return dx.astype(x.dtype), dweight.astype(x.dtype)
