"""Compares the last size and counts axes, then reshapes.

mistakes: last-size-only-checked
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    if x.ndim < len(normalized_shape) or x.shape[-1] != normalized_shape[-1]:
        raise ValueError("last axis does not match")
    if weight is not None and weight.shape != normalized_shape:
        raise ValueError("weight")
    if bias is not None and bias.shape != normalized_shape:
        raise ValueError("bias")
    n = int(np.prod(normalized_shape))
    samples = x.reshape(-1, n).astype(np.float64)
    samples = samples - samples.mean(axis=1, keepdims=True)
    samples = samples / np.sqrt((samples**2).mean(axis=1, keepdims=True) + eps)
    if weight is not None:
        samples = samples * weight.reshape(-1)
    if bias is not None:
        samples = samples + bias.reshape(-1)
    return samples.reshape(x.shape).astype(x.dtype)
