"""Each sample as one row, in float64, and back."""

import math

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    if x.ndim < len(normalized_shape) or any(
        have != want for have, want in zip(x.shape[::-1], normalized_shape[::-1])
    ):
        raise ValueError(f"{x.shape} does not end in {normalized_shape}")
    weight = np.ones(normalized_shape) if weight is None else weight
    bias = np.zeros(normalized_shape) if bias is None else bias
    if not weight.shape == bias.shape == normalized_shape:
        raise ValueError(f"weight {weight.shape}, bias {bias.shape}")
    rows = x.astype(np.float64).reshape(-1, math.prod(normalized_shape))
    rows = (rows - rows.mean(1, keepdims=True)) / np.sqrt(rows.var(1, keepdims=True) + eps)
    return (rows * weight.ravel() + bias.ravel()).reshape(x.shape).astype(x.dtype)
