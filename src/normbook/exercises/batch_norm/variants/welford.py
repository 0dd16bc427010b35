"""One pass over the values of all channels at once, with Welford's update."""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    last = np.moveaxis(x, 1, -1)  # (N, ..., C): statistics then broadcast by themselves
    mean, var = running_mean, running_var
    if training:
        mean, m2 = np.zeros(x.shape[1]), np.zeros(x.shape[1])
        for n, values in enumerate(last.reshape(-1, x.shape[1]), start=1):
            delta = values - mean
            mean = mean + delta / n
            m2 = m2 + delta * (values - mean)
        var = m2 / n
        shares = (1 - momentum, momentum)
        new_mean = np.average([running_mean, mean], axis=0, weights=shares)
        new_var = np.average([running_var, m2 / (n - 1)], axis=0, weights=shares)
        running_mean = new_mean.astype(running_mean.dtype)
        running_var = new_var.astype(running_var.dtype)
    y = (last - mean) / np.sqrt(var + eps)
    y = y if weight is None else y * weight
    y = y if bias is None else y + bias
    return np.moveaxis(y, -1, 1).astype(x.dtype), running_mean, running_var
