"""Your function refuses a condition that has some of the leading axes of x, more than one but not
all, such as (N, H, K) beside an x of (N, H, T, D). Any number of them is right, counted from the
first."""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    leading = condition.shape[:-1]
    allowed = (0, 1, x.ndim - 1)
    if len(leading) not in allowed or x.shape[:-1][: len(leading)] != leading:
        raise ValueError("the condition does not fit x")
    missing = [1] * (x.ndim - condition.ndim)
    spread = (*leading, *missing, x.shape[-1])
    scale = (condition @ weight_map).reshape(spread)
    shift = (condition @ bias_map).reshape(spread)
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = scale * centred / np.sqrt(var + eps) + shift
    return y.astype(x.dtype, copy=False)
