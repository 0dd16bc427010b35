"""The last axis is lost, and GroupNorm is left in one pass.

mistakes: rms-norm-no-keepdims, group-norm-one-pass
seen: a student's attempt, said anew
"""

import numpy as np


def layer_norm(x, weight, bias, eps):
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    return weight * (x - mean) / np.sqrt(var + eps) + bias


def rms_norm(x, weight, eps):
    return x / np.sqrt(np.mean(x**2, -1) + eps) * weight


def deep_norm(x, branch, alpha, eps):
    y = alpha * x + branch
    centred = y - y.mean(axis=-1, keepdims=True)
    return centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + eps)


def group_norm(x, num_groups, weight, bias, eps):
    groups = x.reshape(len(x), num_groups, -1)
    mean = groups.mean(axis=-1, keepdims=True)
    var = np.mean(groups**2, axis=-1, keepdims=True) - mean**2
    x_hat = ((groups - mean) / np.sqrt(var + eps)).reshape(x.shape)
    return weight[:, None] * x_hat + bias[:, None]


def batch_norm_dx(dy, x, weight, eps):
    mean = x.mean(axis=0)
    rstd = 1 / np.sqrt(x.var(axis=0) + eps)
    x_hat = (x - mean) * rstd
    dx_hat = dy * weight
    return rstd * (dx_hat - dx_hat.mean(axis=0) - x_hat * (dx_hat * x_hat).mean(axis=0))


def spot_the_bug(name, *arguments):
    """Call the function of that name."""
    functions = (layer_norm, rms_norm, deep_norm, group_norm, batch_norm_dx)
    return {function.__name__: function for function in functions}[name](*arguments)
