"""You compare the last size of x only, and then cut its values into samples of as many as
`normalized_shape` has. An x of `(2, 5, 3)` then passes as one sample of `(10, 3)`. Compare as many
of its last sizes as `normalized_shape` has."""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    """Return weight * (x - mean) / sqrt(var + eps) + bias, sample by sample."""
    if x.ndim < len(normalized_shape) or x.shape[-1] != normalized_shape[-1]:
        raise ValueError(f"x has shape {x.shape}; expected it to end in {normalized_shape}.")
    for name, parameter in (("weight", weight), ("bias", bias)):
        if parameter is not None and parameter.shape != normalized_shape:
            raise ValueError(f"{name} has shape {parameter.shape}; expected {normalized_shape}.")
    samples = x.reshape(-1, int(np.prod(normalized_shape)))
    centred = samples - samples.mean(axis=1, keepdims=True)
    var = np.mean(centred**2, axis=1, keepdims=True)  # (number of samples, 1)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight.ravel()
    if bias is not None:
        y = y + bias.ravel()
    return y.reshape(x.shape).astype(x.dtype, copy=False)
