"""eps is added to the root mean square, outside the root.

mistakes: eps-outside-root
seen: allenai/OLMo #281: x / (rms + eps) from the L2 norm
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    rms = np.sqrt(np.mean(wide**2, axis=-1, keepdims=True))
    y = wide / (rms + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype)
