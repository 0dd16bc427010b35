"""Axes and shape of a picture, as in d2l, and the biased variance is stored.

mistakes: running-var-biased, image-axes, image-shape
seen: a student of the book, who knew none of the tests
"""

import numpy as np


# after the function in d2l.ai, 8.5
def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    X = x.astype(np.float64)
    C = x.shape[1]
    shape = (1, C) if X.ndim == 2 else (1, C, 1, 1)
    gamma = np.ones(shape) if weight is None else weight.reshape(shape)
    beta = np.zeros(shape) if bias is None else bias.reshape(shape)
    if not training:
        X_hat = (X - running_mean.reshape(shape)) / np.sqrt(
            running_var.reshape(shape).astype(np.float64) + eps
        )
        moving_mean, moving_var = running_mean, running_var
    else:
        if X.ndim == 2:
            mean = X.mean(axis=0, keepdims=True)
            var = ((X - mean) ** 2).mean(axis=0, keepdims=True)
        else:
            mean = X.mean(axis=(0, 2, 3), keepdims=True)
            var = ((X - mean) ** 2).mean(axis=(0, 2, 3), keepdims=True)
        X_hat = (X - mean) / np.sqrt(var + eps)
        moving_mean = (1.0 - momentum) * running_mean + momentum * mean.reshape(C)
        moving_var = (1.0 - momentum) * running_var + momentum * var.reshape(C)
        moving_mean = moving_mean.astype(running_mean.dtype)
        moving_var = moving_var.astype(running_var.dtype)
    Y = gamma * X_hat + beta
    return Y.astype(x.dtype), moving_mean, moving_var
