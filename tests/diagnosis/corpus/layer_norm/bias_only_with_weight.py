"""The bias is only added where there is a weight.

mistakes: bias-needs-weight
seen: candle-org/MindAct #2134: layer_norm with bias=None
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    y = (x - mean) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    if weight is not None:
        y = y * weight
        if bias is not None:
            y = y + bias
    return y.astype(x.dtype)
