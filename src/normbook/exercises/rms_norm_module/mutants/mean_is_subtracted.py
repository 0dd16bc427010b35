"""You subtract the mean first, and so divide x − μ by its standard deviation. That is LayerNorm
without a bias. RMSNorm leaves the mean where it is."""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(normalized_shape))
        self.eps = eps

    def forward(self, x):
        dims = tuple(range(-self.weight.ndim, 0))
        wide = x.to(torch.float32)
        wide = wide - wide.mean(dims, keepdim=True)
        mean_square = wide.square().mean(dims, keepdim=True)
        x_hat = wide / torch.sqrt(mean_square + self.eps)
        return self.weight * x_hat.to(x.dtype)
