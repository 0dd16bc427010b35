"""D - 1 in the variance, and no cast back.

mistakes: divides-by-d-minus-1, no-cast-back
seen: allenai/allennlp #953: std without unbiased=False
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    mean = np.mean(x, axis=-1, keepdims=True)
    var = np.var(x, axis=-1, keepdims=True, ddof=1)
    x_norm = (x - mean) / np.sqrt(var + eps)
    if weight is not None:
        x_norm = weight * x_norm
    if bias is not None:
        x_norm = x_norm + bias
    return x_norm
