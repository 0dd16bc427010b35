"""The weight is rounded to the dtype of x before it multiplies.

mistakes: weight-rounded-first
seen: huggingface/transformers #30236: dtype of LlamaRMSNorm
witness: rms_norm(np.array([[0.001, 1.0]], np.float16), 2, np.array([1e5, 1.0], np.float32))
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    y = wide / np.sqrt(np.mean(wide**2, axis=-1, keepdims=True) + eps)
    if weight is not None:
        y = y * weight.astype(x.dtype)
    return y.astype(x.dtype)
