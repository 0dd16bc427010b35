"""Your `group_norm` puts every so many-th channel into one group: of four channels in two groups
the first and the third. A group has neighbours, here the first and the second: `x.reshape(N,
num_groups, -1)` cuts them as they lie."""

import numpy as np


def layer_norm(x, weight, bias, eps):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    return weight * centred / np.sqrt(var + eps) + bias


def rms_norm(x, weight, eps):
    mean_square = np.mean(x**2, axis=-1, keepdims=True)
    return weight * x / np.sqrt(mean_square + eps)


def deep_norm(x, branch, alpha, eps):
    y = alpha * x + branch
    centred = y - y.mean(axis=-1, keepdims=True)
    return centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + eps)


def group_norm(x, num_groups, weight, bias, eps):
    apart = x.reshape(len(x), -1, num_groups, x.shape[-1]).swapaxes(1, 2)
    groups = apart.reshape(len(x), num_groups, -1)
    centred = groups - groups.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    x_hat = (centred / np.sqrt(var + eps)).reshape(apart.shape)
    x_hat = x_hat.swapaxes(1, 2).reshape(x.shape)
    return weight[:, None] * x_hat + bias[:, None]


def batch_norm_dx(dy, x, weight, eps):
    x = x.astype(np.float64)
    rstd = 1 / np.sqrt(x.var(axis=0) + eps)
    x_hat = (x - x.mean(axis=0)) * rstd
    g = dy * weight
    return rstd * (g - g.mean(axis=0) - x_hat * np.mean(g * x_hat, axis=0))


def spot_the_bug(name, *arguments):
    functions = (layer_norm, rms_norm, deep_norm, group_norm, batch_norm_dx)
    return {function.__name__: function for function in functions}[name](*arguments)
