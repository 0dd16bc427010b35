"""x - mean in one of the places of x_hat.

mistakes: batch-norm-centred-once
seen: a student's attempt
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
    y = alpha * x + branch
    centred = y - y.mean(axis=-1, keepdims=True)
    return centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + eps)


def group_norm(x, num_groups, weight, bias, eps):
    groups = x.reshape(len(x), num_groups, -1)
    mean = groups.mean(axis=-1, keepdims=True)
    centred = groups - mean
    var = np.mean(centred**2, axis=-1, keepdims=True)
    x_hat = (centred / np.sqrt(var + eps)).reshape(x.shape)
    return weight[:, None] * x_hat + bias[:, None]


def batch_norm_dx(dy, x, weight, eps):
    centred = x - x.mean(axis=0)
    var = np.mean(centred**2, axis=0)
    rstd = 1 / np.sqrt(var + eps)
    x_hat = centred * rstd
    g = dy * weight
    return rstd * (g - g.mean(axis=0) - centred * (g * x_hat).mean(axis=0))


def spot_the_bug(name, *arguments):
    """Call the function of that name."""
    functions = (layer_norm, rms_norm, deep_norm, group_norm, batch_norm_dx)
    return {function.__name__: function for function in functions}[name](*arguments)
