"""Left to broadcast, and nothing refused.

mistakes: condition-not-spread, shapes-not-checked
seen: huggingface/diffusers #7460: chunk of AdaLayerNorm on the wrong axis
"""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    y = (condition @ weight_map) * (x - mean) / np.sqrt(var + eps) + condition @ bias_map
    return y.astype(x.dtype)
