"""The channels are looked for on the last axis.

mistakes: channels-last
seen: tensorlayer/TensorLayer #963: moments without keepdims, channels first
"""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = tuple(range(x.ndim - 1))
    mean, var = running_mean, running_var
    if training:
        mean, var = x.mean(axis=axes), x.var(axis=axes)
        n = x.size // x.shape[-1]
        running_mean = ((1 - momentum) * running_mean + momentum * mean).astype(running_mean.dtype)
        running_var = ((1 - momentum) * running_var + momentum * var * n / (n - 1)).astype(
            running_var.dtype
        )
    y = (x - mean) / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype), running_mean, running_var
