"""The samples are rows of one matrix when the weight comes.

mistakes: weight-on-flat-samples
seen: common error: the reshape back comes last
"""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    shape = tuple(normalized_shape)
    for given in (x.shape[-len(shape) :], getattr(weight, "shape", shape)):
        if given != shape:
            raise ValueError(given)
    if bias is not None and bias.shape != shape:
        raise ValueError(bias.shape)
    size = 1
    for each in shape:
        size *= each
    flat = np.reshape(x, (-1, size))
    mu, var = flat.mean(1)[:, None], flat.var(1)[:, None]
    out = (flat - mu) / np.sqrt(var + eps)
    out = out if weight is None else weight * out
    out = out if bias is None else out + bias
    return np.reshape(out, x.shape).astype(x.dtype)
