"""x is divided in place.

mistakes: changes-x
seen: common error, e.g. x /= rms
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    if x.dtype == np.float16:
        work = x.astype(np.float32)
    else:
        work = x
    work /= np.sqrt(np.mean(work**2, axis=-1, keepdims=True) + eps)
    if weight is not None:
        return (work * weight).astype(x.dtype)
    return work.astype(x.dtype)
