"""The squares are taken before the cast to float32.

mistakes: squares-in-float16
seen: jingyaogong/minimind #301: squares taken before the cast to float
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    work = np.float32 if x.dtype == np.float16 else x.dtype
    mean_square = np.mean((x * x).astype(work), axis=-1, keepdims=True)
    y = x.astype(work) / np.sqrt(mean_square + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype)
