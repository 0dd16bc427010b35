"""You compare the first sizes of the parameters only. A weight of `(5, 1)` begins with 5 as `(5, 3)`
does, and is broadcast. Compare the whole shape."""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    """Return weight * (x - mean) / sqrt(var + eps) + bias, sample by sample."""
    if x.shape[-len(normalized_shape) :] != normalized_shape:
        raise ValueError(f"x has shape {x.shape}; expected it to end in {normalized_shape}.")
    for name, parameter in (("weight", weight), ("bias", bias)):
        if parameter is not None and parameter.shape[0] != normalized_shape[0]:
            raise ValueError(f"{name} has shape {parameter.shape}; expected {normalized_shape}.")
    axes = tuple(range(-len(normalized_shape), 0))
    centred = x - x.mean(axis=axes, keepdims=True)
    var = np.mean(centred**2, axis=axes, keepdims=True)  # (..., 1, 1)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
