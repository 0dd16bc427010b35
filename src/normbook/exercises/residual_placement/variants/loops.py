"""Row by row, number by number."""

import math

import numpy as np


def normalize(row, eps):
    mean = math.fsum(row) / len(row)
    rstd = 1 / math.sqrt(math.fsum((v - mean) ** 2 for v in row) / len(row) + eps)
    return [(v - mean) * rstd for v in row]


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    if placement not in ("pre", "post", "sandwich", "olmo2", "deepnorm"):
        raise ValueError(placement)
    out = np.zeros(x.shape, dtype=x.dtype)
    for index in np.ndindex(x.shape[:-1]):
        row = [float(v) for v in x[index]]
        inner = normalize(row, eps) if placement in ("pre", "sandwich") else row
        step = [sum(v * w[i, j] for i, v in enumerate(inner)) for j in range(len(row))]
        if placement in ("sandwich", "olmo2"):
            step = normalize(step, eps)
        keep = alpha if placement == "deepnorm" else 1.0
        y = [keep * v + s for v, s in zip(row, step)]
        out[index] = normalize(y, eps) if placement in ("post", "deepnorm") else y
    return out
