"""Your weight has the last size of `normalized_shape` alone, and is used for every row. Each place
has a weight of its own: you need a parameter of shape `normalized_shape`."""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(torch.empty(normalized_shape).shape[-1]))
        self.ndim = torch.empty(normalized_shape).ndim
        self.eps = eps

    def forward(self, x):
        dims = tuple(range(-self.ndim, 0))
        wide = x.to(torch.float32)
        mean_square = wide.square().mean(dims, keepdim=True)  # (..., 1), one 1 an axis
        x_hat = wide / torch.sqrt(mean_square + self.eps)
        return self.weight * x_hat.to(x.dtype)
