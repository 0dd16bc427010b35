"""Sample by sample and number by number, in Python's own arithmetic."""

import math

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    leading = x.ndim - len(normalized_shape)
    given = [p.shape for p in (weight, bias) if p is not None]
    if leading < 0 or any(shape != normalized_shape for shape in [x.shape[leading:], *given]):
        raise ValueError("the shapes do not fit")
    out = np.empty_like(x)
    for index in np.ndindex(x.shape[:leading]):
        sample = x[index]
        mean = math.fsum(map(float, sample.flat)) / sample.size
        var = math.fsum((float(value) - mean) ** 2 for value in sample.flat) / sample.size
        for place in np.ndindex(normalized_shape):
            y = (float(sample[place]) - mean) / math.sqrt(var + eps)
            y *= 1 if weight is None else weight[place]
            y += 0 if bias is None else bias[place]
            out[index + place] = y
    return out
