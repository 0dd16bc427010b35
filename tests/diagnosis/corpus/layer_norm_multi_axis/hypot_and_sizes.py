"""np.hypot with eps, and parameters checked by size.

mistakes: eps-squared, parameters-checked-by-size
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def sample_size(s):
    return int(np.prod(s))


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    want = tuple(normalized_shape)
    lead = x.ndim - len(want)
    if lead < 0 or x.shape[lead:] != want:
        raise ValueError(f"{x.shape} does not end in {want}")
    for what, p in {"weight": weight, "bias": bias}.items():
        if not (p is None or np.size(p) == sample_size(want)):
            raise ValueError(f"{what} is {np.shape(p)}, not {want}")
    y = np.empty_like(x)
    for where in np.ndindex(*x.shape[:lead]):
        sample = np.array(x[where], dtype=np.float64)
        sample -= sample.flat[0]
        sample -= np.average(sample)
        norm = np.linalg.norm(sample.ravel()) / np.sqrt(sample.size)
        sample /= np.hypot(norm, eps)
        if weight is not None:
            np.multiply(sample, weight.reshape(want), out=sample)
        if bias is not None:
            np.add(sample, bias.reshape(want), out=sample)
        y[where] = sample
    return y
