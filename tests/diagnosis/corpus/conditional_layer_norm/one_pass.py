"""The variance is E[x^2] - E[x]^2, as in the repository of the issue.

mistakes: one-pass-variance
seen: camlab-ethz/poseidon #6: E[x^2] - E[x]^2 in a layer norm
"""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    lead = condition.shape[:-1]
    if x.shape[: len(lead)] != lead or len(lead) >= x.ndim:
        raise ValueError("condition does not fit x")
    shape = lead + (1,) * (x.ndim - condition.ndim) + (x.shape[-1],)
    gamma = (condition @ weight_map).reshape(shape)
    beta = (condition @ bias_map).reshape(shape)
    mean = x.mean(-1, keepdims=True)
    var = np.maximum((x**2).mean(-1, keepdims=True) - mean**2, 0)
    return (gamma * (x - mean) / np.sqrt(var + eps) + beta).astype(x.dtype)
