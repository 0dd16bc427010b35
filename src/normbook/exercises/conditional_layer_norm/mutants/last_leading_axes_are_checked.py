"""You compare the leading axes of the condition with the last of those of x, as broadcasting lines
them up. `(N, K)` is then refused unless T is N. They are the first axes of x: `x.shape[:
len(leading)]`."""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    """Return (c @ weight_map) * (x - mean) / sqrt(var + eps) + c @ bias_map."""
    leading = condition.shape[:-1]
    last = x.ndim - 1 - len(leading)
    if last < 0 or x.shape[last:-1] != leading:
        raise ValueError(f"condition has leading axes {leading}; x has {x.shape[:-1]}.")
    missing = [1] * (x.ndim - condition.ndim)
    spread = (*leading, *missing, x.shape[-1])
    scale = (condition @ weight_map).reshape(spread)
    shift = (condition @ bias_map).reshape(spread)
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
    y = scale * centred / np.sqrt(var + eps) + shift
    return y.astype(x.dtype, copy=False)
