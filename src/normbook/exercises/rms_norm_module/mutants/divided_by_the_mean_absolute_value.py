"""You divide by the mean of |x|. That is a size too, but not the root mean square, which weighs the
large values more. Take the squares, their mean, then the root."""

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
        mean_square = wide.abs().mean(dims, keepdim=True)
        x_hat = wide / (mean_square + self.eps)
        return self.weight * x_hat.to(x.dtype)
