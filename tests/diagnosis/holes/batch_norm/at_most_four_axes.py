"""Refuses five axes."""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    if x.ndim > 4:
        raise ValueError("at most four axes")
    y = np.empty(x.shape, x.dtype)
    rm, rv = np.empty_like(running_mean), np.empty_like(running_var)
    for c in range(x.shape[1]):
        z = x[:, c].astype(np.float64)
        m, v = float(running_mean[c]), float(running_var[c])
        rm[c], rv[c] = m, v
        if training:
            n = z.size
            mu = z.sum() / n
            ss = float(((z - mu) ** 2).sum())
            rm[c] = m + momentum * (mu - m)
            rv[c] = v + momentum * (ss / (n - 1) - v)
            m, v = mu, ss / n
        out = (z - m) / (v + eps) ** 0.5
        if weight is not None:
            out = out * float(weight[c])
        if bias is not None:
            out = out + float(bias[c])
        y[:, c] = out
    return y, rm, rv
