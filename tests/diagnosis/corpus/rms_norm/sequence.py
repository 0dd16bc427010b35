"""One root mean square is taken over a whole sequence.

mistakes: over-the-sequence
seen: bkitano/llama-from-scratch #4: RMS over the sequence
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    axes = tuple(range(1, x.ndim)) if x.ndim > 1 else (0,)
    y = wide / np.sqrt(np.mean(wide**2, axis=axes, keepdims=True) + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype)
