"""eps is added to the deviation, outside the root.

mistakes: eps-outside-root
seen: codertimo/BERT-pytorch #30
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    mu = np.mean(x, axis=-1, keepdims=True)
    sigma = np.std(x, axis=-1, keepdims=True)
    y = (x - mu) / (sigma + eps)
    if weight is not None:
        y *= weight.astype(x.dtype)
    if bias is not None:
        y += bias.astype(x.dtype)
    return y
