"""Your function accepts a condition for each feature where the sizes agree, as if x had one more
leading axis. A condition has at most the leading axes `x.shape[:-1]`, each of the size that it has
in x."""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    leading = condition.shape[:-1]
    if x.shape[: len(leading)] != leading:
        raise ValueError(f"condition has leading axes {leading}; x has {x.shape[:-1]}.")
    missing = [1] * (x.ndim - condition.ndim)
    spread = (*leading, *missing, x.shape[-1])
    scale = (condition @ weight_map).reshape(spread)
    shift = (condition @ bias_map).reshape(spread)
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = scale * centred / np.sqrt(var + eps) + shift
    return y.astype(x.dtype, copy=False)
