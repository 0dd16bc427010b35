"""You count the axes from the end and stop one too soon: `range(-1, -k, -1)` leaves out −k. All of the
last k axes belong to a sample: `range(-k, 0)`."""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    if x.shape[-len(normalized_shape) :] != normalized_shape:
        raise ValueError(f"x has shape {x.shape}; expected it to end in {normalized_shape}.")
    for name, parameter in (("weight", weight), ("bias", bias)):
        if parameter is not None and parameter.shape != normalized_shape:
            raise ValueError(f"{name} has shape {parameter.shape}; expected {normalized_shape}.")
    axes = tuple(range(-1, -len(normalized_shape), -1))
    centred = x - x.mean(axis=axes, keepdims=True)
    var = np.mean(centred**2, axis=axes, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
