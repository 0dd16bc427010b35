"""Your function accepts any shapes that hold the right number of values: `(3, 5)` passes for `(5,
3)`, as both hold 15, and `(5,)` cuts across rows of 3. Compare the shapes themselves:
`x.shape[-len(normalized_shape):]` with `normalized_shape`, and likewise for weight and bias."""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    size = int(np.prod(normalized_shape))
    if x.size % size != 0:
        raise ValueError(f"x has shape {x.shape}; expected it to end in {normalized_shape}.")
    for name, parameter in (("weight", weight), ("bias", bias)):
        if parameter is not None and parameter.size != size:
            raise ValueError(f"{name} has shape {parameter.shape}; expected {normalized_shape}.")
    samples = x.reshape(-1, size)
    centred = samples - samples.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight.reshape(size)
    if bias is not None:
        y = y + bias.reshape(size)
    return y.reshape(x.shape).astype(x.dtype, copy=False)
