"""You check the shapes with `assert`. Its `AssertionError` is for what cannot happen, and under
`python -O` it is not there. Raise a `ValueError` that says what came and what you expect."""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    """Return weight * (x - mean) / sqrt(var + eps) + bias, sample by sample."""
    assert x.shape[-len(normalized_shape) :] == normalized_shape
    assert weight is None or weight.shape == normalized_shape
    assert bias is None or bias.shape == normalized_shape
    axes = tuple(range(-len(normalized_shape), 0))
    centred = x - x.mean(axis=axes, keepdims=True)
    var = np.mean(centred**2, axis=axes, keepdims=True)  # (..., 1, 1)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
