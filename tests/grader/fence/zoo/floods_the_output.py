"""Is right, and writes fifty megabytes to each standard stream."""

# verdict: pass
# points: 10

import os
import sys

import numpy as np

print("x" * 2**20)


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    for _ in range(5):
        print("10 of 10 points\n" * 2**16)
        print("10 of 10 points\n" * 2**16, file=sys.__stderr__)
        for stream in (0, 1, 2):
            os.write(stream, b"10 of 10 points\n" * 2**16)
    centred = x - x.mean(axis=-1, keepdims=True)
    y = centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + eps)
    y = y if weight is None else y * weight
    y = y if bias is None else y + bias
    return y.astype(x.dtype)
