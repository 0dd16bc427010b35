"""The scale is left to broadcast: with three axes it does not stand beside the samples.

mistakes: condition-not-spread
seen: huggingface/diffusers #7460: chunk of AdaLayerNorm on the wrong axis
"""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    lead = condition.shape[:-1]
    if x.shape[: len(lead)] != lead or len(lead) >= x.ndim:
        raise ValueError("condition does not fit x")
    gamma = condition @ weight_map
    beta = condition @ bias_map
    mean = x.mean(-1, keepdims=True)
    xhat = (x - mean) / np.sqrt(x.var(-1, keepdims=True) + eps)
    return (gamma * xhat + beta).astype(x.dtype)
