"""running_var is biased, and the running statistics take another dtype.

mistakes: running-var-biased, running-dtype-lost
seen: CanReader/FastNN #11: running_var from the biased variance
"""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = (0,) + tuple(range(2, x.ndim))
    shape = [1] * x.ndim
    shape[1] = x.shape[1]
    if training:
        mu, sigma2 = x.mean(axis=axes), x.var(axis=axes)
        running_mean = running_mean * (1 - momentum) + mu * momentum
        running_var = running_var * (1 - momentum) + sigma2 * momentum
    else:
        mu, sigma2 = running_mean, running_var
    y = (x - mu.reshape(shape)) / np.sqrt(sigma2.reshape(shape) + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype), running_mean, running_var
