"""A plain LayerNorm for each condition, with the weight and bias that it asks for; Welford inside."""

import numpy as np


def layer_norm(x, weight, bias, eps):
    mean, m2 = np.zeros(x.shape[:-1]), np.zeros(x.shape[:-1])
    for n, i in enumerate(range(x.shape[-1]), start=1):
        delta = x[..., i] - mean
        mean = mean + delta / n
        m2 = m2 + delta * (x[..., i] - mean)
    rstd = 1 / np.sqrt(m2 / x.shape[-1] + eps)
    return (x - mean[..., None]) * rstd[..., None] * weight + bias


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    leading = condition.shape[:-1]
    if len(leading) >= x.ndim or x.shape[: len(leading)] != leading:
        raise ValueError(leading)
    y = np.zeros(x.shape, x.dtype)
    for index in np.ndindex(leading):
        c = condition[index]
        y[index] = layer_norm(x[index], weight_map.T @ c, bias_map.T @ c, eps)
    return y
