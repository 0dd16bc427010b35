"""eps outside the root, and no cast back to the dtype of x.

mistakes: eps-outside-root, no-cast-back
seen: codertimo/BERT-pytorch #30
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    result = (x - x.mean(axis=-1, keepdims=True)) / (x.std(axis=-1, keepdims=True) + eps)
    if weight is not None:
        result = result * weight
    if bias is not None:
        result = result + bias
    return result
