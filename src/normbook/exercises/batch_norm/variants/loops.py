"""Channel by channel, number by number, in Python's own arithmetic."""

import math
import statistics

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    y = np.empty(x.shape, dtype=x.dtype)
    means, variances = [], []
    for c in range(x.shape[1]):
        mean, var = float(running_mean[c]), float(running_var[c])
        means.append(mean)
        variances.append(var)
        if training:
            values = [float(value) for value in x[:, c].flat]
            mean, var = statistics.fmean(values), statistics.pvariance(values)
            means[c] += momentum * (mean - means[c])
            variances[c] += momentum * (statistics.variance(values) - variances[c])
        gamma = 1.0 if weight is None else float(weight[c])
        beta = 0.0 if bias is None else float(bias[c])
        for index in np.ndindex(x[:, c].shape):
            place = (index[0], c, *index[1:])
            y[place] = gamma * (float(x[place]) - mean) / math.sqrt(var + eps) + beta
    return [
        y,
        np.array(means, dtype=running_mean.dtype),
        np.array(variances, dtype=running_var.dtype),
    ]
