"""Refuses an x of one axis."""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(normalized_shape))
        self.eps = eps

    def forward(self, x):
        if x.ndim == 1:
            raise ValueError("give x two axes")
        dims = tuple(range(-self.weight.ndim, 0))
        wide = x.to(torch.float32)
        mean_square = wide.square().mean(dims, keepdim=True)  # (..., 1), one 1 an axis
        x_hat = wide / torch.sqrt(mean_square + self.eps)
        return self.weight * x_hat.to(x.dtype)
