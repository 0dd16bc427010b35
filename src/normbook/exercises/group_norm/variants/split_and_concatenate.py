"""np.split refuses unequal parts with a ValueError of its own; the channels go last for γ and β."""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    axes = tuple(range(1, x.ndim))
    parts = []
    for part in np.split(x.astype(np.float64), num_groups, axis=1):
        mean, var = part.mean(axes, keepdims=True), part.var(axes, keepdims=True)
        parts.append((part - mean) / np.sqrt(var + eps))
    y = np.moveaxis(np.concatenate(parts, axis=1), 1, -1)
    y = y * (1.0 if weight is None else weight) + (0.0 if bias is None else bias)
    return np.moveaxis(y, -1, 1).astype(x.dtype)
