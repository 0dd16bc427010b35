"""You normalize over the first of the axes, and then the result over the next. The second pass
changes what the first has done, and places that differed by column no longer do. Take one mean over
all axes together."""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    if x.shape[-len(normalized_shape) :] != normalized_shape:
        raise ValueError(f"x has shape {x.shape}; expected it to end in {normalized_shape}.")
    for name, parameter in (("weight", weight), ("bias", bias)):
        if parameter is not None and parameter.shape != normalized_shape:
            raise ValueError(f"{name} has shape {parameter.shape}; expected {normalized_shape}.")
    y = x
    for axis in range(-len(normalized_shape), 0):
        centred = y - y.mean(axis=axis, keepdims=True)
        var = np.mean(centred**2, axis=axis, keepdims=True)
        y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
