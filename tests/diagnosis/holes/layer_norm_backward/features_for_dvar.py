"""Takes the number of features for the gradient of the variance, where a rounding hides it."""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    d = x.shape[-1]
    rows, slopes = x.reshape(-1, d), dy.reshape(-1, d)
    centred = rows - rows.mean(axis=1)[:, None]
    root = np.sqrt(np.mean(centred**2, axis=1) + eps)[:, None]
    dx_hat = slopes if weight is None else slopes * weight
    dvar = np.sum(dx_hat * centred, axis=1)[:, None] * -0.5 / root**3
    dmean = -np.sum(dx_hat, axis=1)[:, None] / root - d * 2 * np.mean(centred, axis=1)[:, None]
    dx = dx_hat / root + dvar * 2 * centred / d + dmean / d
    dweight = (slopes * (centred / root)).sum(axis=0)
    return [array.astype(x.dtype) for array in (dx.reshape(x.shape), dweight, slopes.sum(axis=0))]
