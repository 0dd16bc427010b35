"""Everything is computed in float32, float64 too.

mistakes: always-float32
seen: pytorch/pytorch #66707: layer_norm in float32, taken too far
"""

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
        h = x.float()
        h = h - h.mean(self.dims, keepdim=True)
        h = h * torch.rsqrt(h.pow(2).mean(self.dims, keepdim=True) + self.eps)
        if self.weight is not None:
            h = h * self.weight
        if self.bias is not None:
            h = h + self.bias
        return h.to(x.dtype)
