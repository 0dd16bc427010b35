"""The bias is added in training alone."""

import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True):
        super().__init__()
        shape = (
            (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        )
        self.dims = tuple(range(-len(shape), 0))
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(shape)) if elementwise_affine else None
        self.bias = nn.Parameter(torch.zeros(shape)) if elementwise_affine and bias else None

    def forward(self, x):
        wide = torch.promote_types(x.dtype, torch.float32)
        z = x.to(wide)
        z = z - z.mean(self.dims, keepdim=True)
        y = z * torch.rsqrt(z.pow(2).mean(self.dims, keepdim=True) + self.eps)
        if self.weight is not None:
            y = y * self.weight
        if self.bias is not None and self.training:
            y = y + self.bias
        return y.to(x.dtype)
