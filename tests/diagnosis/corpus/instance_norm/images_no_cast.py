"""Images only, and nothing is cast back.

mistakes: images-only, no-cast-back
seen: keras-team/keras-contrib #126: Instance Normalization not implemented right
"""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    N, C, H, W = x.shape
    mean = x.mean(axis=(2, 3)).reshape(N, C, 1, 1)
    var = x.var(axis=(2, 3)).reshape(N, C, 1, 1)
    y = (x - mean) / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight.reshape(1, C, 1, 1)
    if bias is not None:
        y = y + bias.reshape(1, C, 1, 1)
    return y
