"""As Llama has it: cast back, then the weight, whose dtype decides.

mistakes: cast-before-weight, no-cast-back
seen: huggingface/transformers #30236: dtype of LlamaRMSNorm
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    normed = wide / np.sqrt(np.mean(wide**2, axis=-1, keepdims=True) + eps)
    normed = normed.astype(x.dtype)
    return normed if weight is None else weight * normed
