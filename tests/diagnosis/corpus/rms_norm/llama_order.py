"""The result is cast back before the weight multiplies, as Llama does.

mistakes: cast-before-weight
seen: huggingface/transformers #30236: dtype of LlamaRMSNorm
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    y = (wide / np.sqrt(np.mean(wide**2, axis=-1, keepdims=True) + eps)).astype(x.dtype)
    if weight is not None:
        y = (y * weight).astype(x.dtype)
    return y
