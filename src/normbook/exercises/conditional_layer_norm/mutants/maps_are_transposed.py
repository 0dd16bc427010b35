"""You multiply by the transpose of the maps, as `nn.Linear` does with its weight. Here they have
the shape `(K, D)`, so that `condition @ weight_map` is c W; with K = D the wrong one goes through
without an error."""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    leading = condition.shape[:-1]
    if x.shape[:-1][: len(leading)] != leading:
        raise ValueError(f"condition has leading axes {leading}; x has {x.shape[:-1]}.")
    missing = [1] * (x.ndim - condition.ndim)
    spread = (*leading, *missing, x.shape[-1])
    scale = (condition @ weight_map.T).reshape(spread)
    shift = (condition @ bias_map.T).reshape(spread)
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = scale * centred / np.sqrt(var + eps) + shift
    return y.astype(x.dtype, copy=False)
