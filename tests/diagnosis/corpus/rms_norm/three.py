"""The L2 norm, eps outside the root, and no cast back.

mistakes: sum-not-mean, eps-outside-root, no-cast-back
seen: allenai/OLMo #281: x / (rms + eps) from the L2 norm
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    y = wide / (np.linalg.norm(wide, axis=-1, keepdims=True) + eps)
    return y if weight is None else y * weight
