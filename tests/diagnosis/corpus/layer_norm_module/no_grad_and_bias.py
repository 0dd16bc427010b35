"""Statistics under no_grad, and a bias where there is no weight.

mistakes: statistics-detached, bias-without-affine
seen: a student of the book, who knew none of the tests
"""

import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True):
        super().__init__()
        shape = (
            (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        )
        self.axes = [-i for i in range(1, len(shape) + 1)]
        self.eps = eps
        self.weight = None
        self.bias = None
        if elementwise_affine:
            self.weight = nn.Parameter(torch.ones(shape))
        if bias:
            self.bias = nn.Parameter(torch.zeros(shape))

    def forward(self, x):
        with torch.no_grad():
            mu = x.mean(dim=self.axes, keepdim=True)
            var = ((x - mu) ** 2).mean(dim=self.axes, keepdim=True)
            rstd = torch.rsqrt(var + self.eps)
        out = (x - mu) * rstd
        if self.weight is not None:
            out = out * self.weight
        if self.bias is not None:
            out = out + self.bias
        return out.type_as(x)
