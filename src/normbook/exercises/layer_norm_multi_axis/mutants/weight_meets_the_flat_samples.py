"""You multiply by `weight` and add `bias` while each sample is one flat row. They have
`normalized_shape`, which NumPy can line up with the row where that is a single axis, and hardly
anywhere else. Give the result the shape of x first, or flatten both as well."""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    if x.shape[-len(normalized_shape) :] != normalized_shape:
        raise ValueError(f"x has shape {x.shape}; expected it to end in {normalized_shape}.")
    for name, parameter in (("weight", weight), ("bias", bias)):
        if parameter is not None and parameter.shape != normalized_shape:
            raise ValueError(f"{name} has shape {parameter.shape}; expected {normalized_shape}.")
    axes = tuple(range(-len(normalized_shape), 0))
    centred = x - x.mean(axis=axes, keepdims=True)
    var = np.mean(centred**2, axis=axes, keepdims=True)
    y = (centred / np.sqrt(var + eps)).reshape(-1, int(np.prod(normalized_shape)))
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.reshape(x.shape).astype(x.dtype, copy=False)
