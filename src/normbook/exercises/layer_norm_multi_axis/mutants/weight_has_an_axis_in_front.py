"""You give `weight` and `bias` an axis in front, so that one sample alone comes out with an axis more.
NumPy lines their shape up with the trailing axes of x by itself: multiply by `weight` as it is."""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    if x.shape[-len(normalized_shape) :] != normalized_shape:
        raise ValueError(f"x has shape {x.shape}; expected it to end in {normalized_shape}.")
    for name, parameter in (("weight", weight), ("bias", bias)):
        if parameter is not None and parameter.shape != normalized_shape:
            raise ValueError(f"{name} has shape {parameter.shape}; expected {normalized_shape}.")
    axes = tuple(range(-len(normalized_shape), 0))
    centred = x - x.mean(axis=axes, keepdims=True)
    var = np.mean(centred**2, axis=axes, keepdims=True)  # (..., 1, 1)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight[None]
    if bias is not None:
        y = y + bias[None]
    return y.astype(x.dtype, copy=False)
