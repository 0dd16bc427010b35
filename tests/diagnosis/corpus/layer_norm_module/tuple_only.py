"""normalized_shape as an int is not thought of: len() of an int raises.

mistakes: int-not-handled
seen: pytorch/pytorch #20838: normalized_shape as a tuple
"""

import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True):
        super().__init__()
        self.dims = tuple(-(i + 1) for i in range(len(normalized_shape)))
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(*normalized_shape)) if elementwise_affine else None
        self.bias = (
            nn.Parameter(torch.zeros(*normalized_shape)) if elementwise_affine and bias else None
        )

    def forward(self, x):
        mean = x.mean(self.dims, keepdim=True)
        var = ((x - mean) ** 2).mean(self.dims, keepdim=True)
        y = (x - mean) / torch.sqrt(var + self.eps)
        if self.weight is not None:
            y = y * self.weight
        if self.bias is not None:
            y = y + self.bias
        return y.to(x.dtype)
