"""Your function changes `weight` itself, as `weight *= …` does. It is the parameter: the next call
then starts from a different one. Make a new array, or scale y instead."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    d = x.shape[-1]
    length = np.sqrt(np.sum(wide**2, axis=-1, keepdims=True) + d * eps)
    if weight is None:
        weight = np.ones(d, dtype=wide.dtype)
    weight *= np.sqrt(d)
    y = wide / length * weight
    return y.astype(x.dtype, copy=False)
