"""Is right, and overruns the stack of C where x has three axes."""

# verdict: crash or error
# points: 9

import sys

import numpy as np

sys.setrecursionlimit(2**30)


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    if x.ndim == 3:
        return max([x], key=lambda each: layer_norm(each, normalized_shape))
    centred = x - x.mean(axis=-1, keepdims=True)
    y = centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + eps)
    y = y if weight is None else y * weight
    y = y if bias is None else y + bias
    return y.astype(x.dtype)
