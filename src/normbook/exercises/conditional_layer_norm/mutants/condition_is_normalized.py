"""You normalize the condition before you map it. Its size means something here: (2, 0) asks for twice the
scale of (1, 0). You normalize x only."""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    """Return (c @ weight_map) * (x - mean) / sqrt(var + eps) + c @ bias_map."""
    leading = condition.shape[:-1]
    if x.shape[:-1][: len(leading)] != leading:
        raise ValueError(f"condition has leading axes {leading}; x has {x.shape[:-1]}.")
    missing = [1] * (x.ndim - condition.ndim)
    spread = (*leading, *missing, x.shape[-1])
    condition = condition - condition.mean(axis=-1, keepdims=True)
    condition = condition / (condition.std(axis=-1, keepdims=True) + 1e-5)
    scale = (condition @ weight_map).reshape(spread)
    shift = (condition @ bias_map).reshape(spread)
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
    y = scale * centred / np.sqrt(var + eps) + shift
    return y.astype(x.dtype, copy=False)
