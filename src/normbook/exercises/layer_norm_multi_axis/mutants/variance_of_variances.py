"""You take the variance of variances: along one axis, and then along the next of what came out. A
mean can be taken in such steps, but a variance cannot. Square the distance of every value from the
one mean, and average over all the axes at once."""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    """Return weight * (x - mean) / sqrt(var + eps) + bias, sample by sample."""
    if x.shape[-len(normalized_shape) :] != normalized_shape:
        raise ValueError(f"x has shape {x.shape}; expected it to end in {normalized_shape}.")
    for name, parameter in (("weight", weight), ("bias", bias)):
        if parameter is not None and parameter.shape != normalized_shape:
            raise ValueError(f"{name} has shape {parameter.shape}; expected {normalized_shape}.")
    axes = tuple(range(-len(normalized_shape), 0))
    centred = x - x.mean(axis=axes, keepdims=True)
    var = x
    for axis in axes:
        var = var.var(axis=axis, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
