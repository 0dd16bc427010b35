"""x is changed, and the variance divides by D - 1.

mistakes: changes-x, divides-by-d-minus-1
seen: LBANN/lbann #2024: unbiased variance in LayerNorm and InstanceNorm
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    x -= np.mean(x, axis=-1, keepdims=True)
    variance = np.sum(x**2, axis=-1, keepdims=True) / (x.shape[-1] - 1)
    out = x / np.sqrt(variance + eps)
    if weight is not None:
        out = out * weight
    if bias is not None:
        out = out + bias
    return out.astype(x.dtype)
