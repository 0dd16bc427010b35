"""Your module computes with `normalized_shape` as with an int, so that `RMSNorm((3,))` fails, and a
tuple of two sizes has no place. Turn an int into a tuple of one size, and take the mean over as
many axes as it has."""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(normalized_shape))
        self.eps = eps
        self.size = normalized_shape

    def forward(self, x):
        dims = tuple(range(-self.weight.ndim, 0))
        wide = x.to(torch.float32)
        mean_square = wide.square().sum(-1, keepdim=True) / self.size
        x_hat = wide / torch.sqrt(mean_square + self.eps)
        return self.weight * x_hat.to(x.dtype)
