"""Your batch_norm_dx divides its two sums by N − 1. They come of the mean and of the biased
variance, which both divide by N, so these are means: divide by N."""

import numpy as np


def layer_norm(x, weight, bias, eps):
    """Biased variance, eps inside the root: see harvardnlp/annotated-transformer #119 and #122."""
    centred = x - x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    return weight * centred / np.sqrt(var + eps) + bias


def rms_norm(x, weight, eps):
    """Over the features of one position, not of a sequence: see bkitano/llama-from-scratch #4."""
    mean_square = np.mean(x**2, axis=-1, keepdims=True)
    return weight * x / np.sqrt(mean_square + eps)


def deep_norm(x, branch, alpha, eps):
    """Alpha weighs x: see labmlai/annotated_deep_learning_paper_implementations #145."""
    y = alpha * x + branch
    centred = y - y.mean(axis=-1, keepdims=True)
    return centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + eps)


def group_norm(x, num_groups, weight, bias, eps):
    """Centred before it is squared: one pass is still in labmlai's GroupNorm."""
    groups = x.reshape(len(x), num_groups, -1)
    centred = groups - groups.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    x_hat = (centred / np.sqrt(var + eps)).reshape(x.shape)
    return weight[:, None] * x_hat + bias[:, None]


def batch_norm_dx(dy, x, weight, eps):
    """Through mean and variance too: course notes take them without gradient."""
    x = x.astype(np.float64)
    rstd = 1 / np.sqrt(x.var(axis=0) + eps)
    x_hat = (x - x.mean(axis=0)) * rstd
    g = dy * weight
    n = len(x) - 1
    return rstd * (g - g.sum(axis=0) / n - x_hat * np.sum(g * x_hat, axis=0) / n)


def spot_the_bug(name, *arguments):
    """Call the function of that name."""
    functions = (layer_norm, rms_norm, deep_norm, group_norm, batch_norm_dx)
    return {function.__name__: function for function in functions}[name](*arguments)
