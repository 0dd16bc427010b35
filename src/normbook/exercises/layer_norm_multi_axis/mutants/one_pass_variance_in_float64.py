"""Your variance is E[x²] − (E[x])², in float64. That saves rows of float32; but with a mean of 10⁹
both terms are near 10¹⁸ and agree in all the digits that float64 has. Take the mean of the squares
of x − μ."""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    if x.shape[-len(normalized_shape) :] != normalized_shape:
        raise ValueError(f"x has shape {x.shape}; expected it to end in {normalized_shape}.")
    for name, parameter in (("weight", weight), ("bias", bias)):
        if parameter is not None and parameter.shape != normalized_shape:
            raise ValueError(f"{name} has shape {parameter.shape}; expected {normalized_shape}.")
    axes = tuple(range(-len(normalized_shape), 0))
    centred = x - x.mean(axis=axes, keepdims=True)
    wide = x.astype(np.float64)
    var = np.mean(wide**2, axis=axes, keepdims=True) - np.mean(wide, axis=axes, keepdims=True) ** 2
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
