"""Both maps side by side in one product, split after; the condition repeated to x's axes."""

import numpy as np


def conditional_layer_norm(x, condition, weight_map, bias_map, eps=1e-5):
    n = condition.ndim - 1
    if condition.ndim > x.ndim or condition.shape[:n] != x.shape[:n]:
        raise ValueError(f"{condition.shape} for {x.shape}")
    while condition.ndim < x.ndim:
        condition = np.repeat(condition[..., None, :], x.shape[condition.ndim - 1], axis=-2)
    scale, shift = np.split(condition @ np.hstack([weight_map, bias_map]), 2, axis=-1)
    wide = x.astype(np.float64)
    x_hat = (wide - wide.mean(-1, keepdims=True)) / np.sqrt(wide.var(-1, keepdims=True) + eps)
    return (x_hat * scale + shift).astype(x.dtype)
