"""float64 is computed in float32, and the cast comes before the weight.

mistakes: cast-before-weight, float64-computed-in-float32
seen: huggingface/transformers #30236: dtype of LlamaRMSNorm
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    dtype = x.dtype
    h = x.astype(np.float32)
    variance = np.mean(h**2, axis=-1, keepdims=True)
    h = (h / np.sqrt(variance + eps)).astype(dtype)
    if weight is None:
        return h
    return (weight * h).astype(dtype)
