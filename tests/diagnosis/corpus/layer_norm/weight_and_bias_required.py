"""None for the weight or the bias is not thought of.

mistakes: none-not-handled
seen: candle-org/MindAct #2134: layer_norm with bias=None
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    y = weight * (x - mean) / np.sqrt(var + eps) + bias
    return y.astype(x.dtype)
