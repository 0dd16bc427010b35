"""The stub's own lines, each changed as little as possible; the gradient one step at a time."""

import numpy as np


def layer_norm(x, weight, bias, eps):
    mean = x.mean(axis=-1, keepdims=True)
    std = np.sqrt(x.std(axis=-1, keepdims=True) ** 2 + eps)
    return weight * (x - mean) / std + bias


def rms_norm(x, weight, eps):
    mean_square = np.mean(x**2, axis=(2,), keepdims=True)
    return weight * x / np.sqrt(mean_square + eps)


def deep_norm(x, branch, alpha, eps):
    y = x + branch / alpha
    centred = y - y.mean(axis=-1, keepdims=True)
    return centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + eps / alpha**2)


def group_norm(x, num_groups, weight, bias, eps):
    groups = x.reshape(len(x), num_groups, -1)
    mean = groups.mean(axis=-1, keepdims=True)
    var = np.mean((groups - mean) ** 2, axis=-1, keepdims=True)
    x_hat = ((groups - mean) / np.sqrt(var + eps)).reshape(x.shape)
    return weight[:, None] * x_hat + bias[:, None]


def batch_norm_dx(dy, x, weight, eps):
    n = len(x)
    centred = x - x.mean(axis=0)
    var = np.mean(centred**2, axis=0)
    rstd = (var + eps) ** -0.5
    dx_hat = dy * weight
    drstd = np.sum(dx_hat * centred, axis=0)
    dvar = drstd * -0.5 * (var + eps) ** -1.5
    dcentred = dx_hat * rstd + dvar * 2 * centred / n
    return dcentred - dcentred.sum(axis=0) / n


def spot_the_bug(name, *arguments):
    if name == "layer_norm":
        return layer_norm(*arguments)
    if name == "rms_norm":
        return rms_norm(*arguments)
    if name == "deep_norm":
        return deep_norm(*arguments)
    if name == "group_norm":
        return group_norm(*arguments)
    return batch_norm_dx(*arguments)
