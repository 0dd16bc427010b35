"""Refuses an x of one axis."""

import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True):
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else normalized_shape
        self.normalized_shape = tuple(shape)
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(shape)) if elementwise_affine else None
        self.bias = nn.Parameter(torch.zeros(shape)) if elementwise_affine and bias else None

    def forward(self, x):
        if x.ndim == 1:
            raise ValueError("give x two axes")
        dims = tuple(range(-len(self.normalized_shape), 0))
        centred = x - x.mean(dims, keepdim=True)
        var = centred.square().mean(dims, keepdim=True)  # (..., 1), one 1 an axis
        y = centred / torch.sqrt(var + self.eps)
        if self.weight is not None:
            y = y * self.weight
        if self.bias is not None:
            y = y + self.bias
        return y.to(x.dtype)
