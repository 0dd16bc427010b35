"""The two sums of batch_norm_dx are divided by N - 1, or by 1.

mistakes: batch-norm-divides-by-n-minus-1
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def layer_norm(x, weight, bias, eps):
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    return weight * (x - mean) / np.sqrt(var + eps) + bias


def rms_norm(x, weight, eps):
    mean_square = np.mean(x**2, axis=-1, keepdims=True)
    return weight * x / np.sqrt(mean_square + eps)


def deep_norm(x, branch, alpha, eps):
    y = x * alpha + branch
    centred = y - y.mean(axis=-1, keepdims=True)
    return centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + eps)


def group_norm(x, num_groups, weight, bias, eps):
    groups = x.reshape(len(x), num_groups, -1)
    mean = groups.mean(axis=-1, keepdims=True)
    var = groups.var(axis=-1, keepdims=True)
    x_hat = ((groups - mean) / np.sqrt(var + eps)).reshape(x.shape)
    return weight[:, None] * x_hat + bias[:, None]


def batch_norm_dx(dy, x, weight, eps):
    rstd = 1 / np.sqrt(x.var(axis=0) + eps)
    N = len(x)
    x_hat = (x - x.mean(axis=0)) * rstd
    return (
        weight
        * rstd
        * (dy - dy.sum(axis=0) / max(N - 1, 1) - x_hat * (dy * x_hat).sum(axis=0) / max(N - 1, 1))
    )


def spot_the_bug(name, *arguments):
    """Call the function of that name."""
    functions = (layer_norm, rms_norm, deep_norm, group_norm, batch_norm_dx)
    return {function.__name__: function for function in functions}[name](*arguments)
