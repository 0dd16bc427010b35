"""You make y with `zeros_like(x)`, and write into `y.reshape(…)`. Where x is a view with axes
exchanged, y has its order in memory, and `reshape` copies: y stays 0. Write into y itself, or
reshape what you return."""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    leading = condition.shape[:-1]
    if x.shape[:-1][: len(leading)] != leading:
        raise ValueError(f"condition has leading axes {leading}; x has {x.shape[:-1]}.")
    missing = [1] * (x.ndim - condition.ndim)
    spread = (*leading, *missing, x.shape[-1])
    scale = (condition @ weight_map).reshape(spread)
    shift = (condition @ bias_map).reshape(spread)
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
    y = scale * centred / np.sqrt(var + eps) + shift
    out = np.zeros_like(x)
    out.reshape(-1, x.shape[-1])[...] = y.reshape(-1, x.shape[-1])
    return out
