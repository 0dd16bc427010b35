"""The geometry: a projection matrix, then a scaling."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    d = normalized_shape
    projection = np.eye(d) - np.full((d, d), 1 / d)
    centred = np.einsum("ij,...j->...i", projection, x.astype(np.float64))
    square = np.einsum("...i,...i->...", centred, centred)[..., None]
    y = centred * np.power(square / d + eps, -0.5)
    y = y if weight is None else np.einsum("...i,i->...i", y, weight)
    return (y if bias is None else y + bias).astype(x.dtype)
