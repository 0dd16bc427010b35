"""You compare the last leading axis of the condition with its axis of x, and none before it.
`(1, T, K)` then stands for all N sequences of an x of `(N, T, D)`. Compare all of them."""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    leading = condition.shape[:-1]
    if len(leading) >= x.ndim or x.shape[: len(leading)][-1:] != leading[-1:]:
        raise ValueError(f"condition has leading axes {leading}; x has {x.shape[:-1]}.")
    missing = [1] * (x.ndim - condition.ndim)
    spread = (*leading, *missing, x.shape[-1])
    scale = (condition @ weight_map).reshape(spread)
    shift = (condition @ bias_map).reshape(spread)
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
    y = scale * centred / np.sqrt(var + eps) + shift
    return y.astype(x.dtype, copy=False)
