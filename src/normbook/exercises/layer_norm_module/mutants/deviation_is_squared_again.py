"""You take the standard deviation, and square it for the root with ε. The number is right, but its
slope is not: at a deviation of 0, that of a constant row, the root has none, and `x.grad` is NaN.
Take the variance as it is."""

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
        dims = tuple(range(-len(self.normalized_shape), 0))
        centred = x - x.mean(dims, keepdim=True)
        var = centred.square().mean(dims, keepdim=True)
        y = centred / torch.sqrt(torch.sqrt(var) ** 2 + self.eps)
        if self.weight is not None:
            y = y * self.weight
        if self.bias is not None:
            y = y + self.bias
        return y.to(x.dtype)
