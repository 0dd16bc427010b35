"""You compare the leading axes of the condition with the last ones of x before D, and let NumPy
line scale and shift up in the same way. Count both from the first axis: put axes of size 1
before D, for those that the condition lacks."""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    leading = condition.shape[:-1]
    last = x.ndim - 1 - len(leading)
    if last < 0 or x.shape[last:-1] != leading:
        raise ValueError(f"condition has leading axes {leading}; x has {x.shape[:-1]}.")
    scale, shift = condition @ weight_map, condition @ bias_map
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = scale * centred / np.sqrt(var + eps) + shift
    return y.astype(x.dtype, copy=False)
