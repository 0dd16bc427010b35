"""CS231n's answer: momentum reversed, biased, and the running statistics lose their dtype.

mistakes: momentum-reversed, running-var-biased, running-dtype-lost
seen: CS231n assignment 2: running = momentum * running + (1 - momentum) * sample
"""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = (0,) + tuple(range(2, x.ndim))
    shape = (1, -1) + (1,) * (x.ndim - 2)
    gamma = 1.0 if weight is None else weight.reshape(shape)
    beta = 0.0 if bias is None else bias.reshape(shape)
    if training:
        sample_mean, sample_var = np.mean(x, axis=axes), np.var(x, axis=axes)
        x_hat = (x - sample_mean.reshape(shape)) / np.sqrt(sample_var.reshape(shape) + eps)
        running_mean = momentum * running_mean + (1 - momentum) * sample_mean
        running_var = momentum * running_var + (1 - momentum) * sample_var
    else:
        x_hat = (x - running_mean.reshape(shape)) / np.sqrt(running_var.reshape(shape) + eps)
    return (gamma * x_hat + beta).astype(x.dtype), running_mean, running_var
