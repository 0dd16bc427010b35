"""eps outside the root, and squares in float16.

mistakes: eps-outside-root, squares-in-float16
seen: allenai/OLMo #281: x / (rms + eps) from the L2 norm
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    norm = np.linalg.norm(x, axis=-1, keepdims=True)
    rms = norm * normalized_shape**-0.5
    y = x / (rms.astype(x.dtype) + eps)
    if weight is not None:
        y = weight * y
    return y.astype(x.dtype)
