"""Value by value."""

import math

import numpy as np


def standardize(values, eps):
    values = [float(value) for value in values]
    mean = math.fsum(values) / len(values)
    rstd = 1 / math.sqrt(math.fsum((v - mean) ** 2 for v in values) / len(values) + eps)
    return [(v - mean) * rstd for v in values], rstd


def layer_norm(x, weight, bias, eps):
    out = np.empty_like(x)
    for index in np.ndindex(x.shape[:-1]):
        values, _ = standardize(x[index], eps)
        out[index] = [w * v + b for v, w, b in zip(values, weight, bias)]
    return out


def rms_norm(x, weight, eps):
    out = np.empty_like(x)
    for n, sequence in enumerate(x):
        for t, row in enumerate(sequence):
            square = sum(float(v) ** 2 for v in row) / len(row)
            out[n, t] = [w * v / math.sqrt(square + eps) for v, w in zip(row, weight)]
    return out


def deep_norm(x, branch, alpha, eps):
    ones, zeros = np.ones(x.shape[-1]), np.zeros(x.shape[-1])
    return layer_norm(x * alpha + branch, ones, zeros, eps)


def group_norm(x, num_groups, weight, bias, eps):
    n, c, t = x.shape
    size = c // num_groups
    out = np.empty_like(x)
    for sample in range(n):
        for first in range(0, c, size):
            values, _ = standardize(x[sample, first : first + size].ravel(), eps)
            out[sample, first : first + size] = np.reshape(values, (size, t))
    return out * weight.reshape(1, -1, 1) + bias.reshape(1, -1, 1)


def batch_norm_dx(dy, x, weight, eps):
    out = np.empty_like(x)
    n = len(x)
    for c in range(x.shape[1]):
        x_hat, rstd = standardize(x[:, c], eps)
        for i in range(n):
            out[i, c] = sum(
                weight[c] * dy[j, c] * rstd * ((i == j) - 1 / n - x_hat[i] * x_hat[j] / n)
                for j in range(n)
            )
    return out


def spot_the_bug(name, *arguments):
    return globals()[name](*arguments)
