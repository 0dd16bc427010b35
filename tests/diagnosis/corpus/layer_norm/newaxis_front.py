"""The new axis is put in front of the means instead of behind.

mistakes: new-axis-in-front
seen: common error, e.g. mean[None, :] for mean[:, None]
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    mean = x.mean(axis=-1)[None, ...]
    std = np.sqrt(x.var(axis=-1) + eps)[None, ...]
    y = (x - mean) / std
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
