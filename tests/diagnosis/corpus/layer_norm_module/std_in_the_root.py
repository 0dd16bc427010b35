"""The root of std and eps, and a bias where nothing is asked to learn.

mistakes: root-of-the-deviation, bias-without-affine
seen: a student of the third trial, 2026
"""

import torch
from torch import nn


class LayerNorm(nn.Module):
    """Normalize the trailing axes of x, then scale and shift."""

    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True):
        super().__init__()
        if isinstance(normalized_shape, int):
            normalized_shape = (normalized_shape,)
        self.shape = tuple(normalized_shape)
        self.dims = tuple(range(-len(self.shape), 0))
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(self.shape)) if elementwise_affine else None
        self.bias = nn.Parameter(torch.zeros(self.shape)) if bias else None

    def forward(self, x):
        mean = x.mean(dim=self.dims, keepdim=True)
        var = x.std(dim=self.dims, keepdim=True, unbiased=False)
        y = (x - mean) / torch.sqrt(var + self.eps)
        if self.weight is not None:
            y = y * self.weight
        if self.bias is not None:
            y = y + self.bias
        return y.to(x.dtype)
