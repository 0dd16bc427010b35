"""Calls are counted in a buffer, and squares are taken in the dtype of x."""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        if isinstance(normalized_shape, int):
            normalized_shape = (normalized_shape,)
        self.shape = tuple(normalized_shape)
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(self.shape, dtype=torch.float32))
        self.register_buffer("calls", torch.zeros(1))

    def forward(self, x):
        dims = tuple(range(-len(self.shape), 0))
        self.calls += 1
        r = torch.rsqrt(x.pow(2).mean(dims, keepdim=True) + self.eps)
        return self.weight * (x * r).to(x.dtype)
