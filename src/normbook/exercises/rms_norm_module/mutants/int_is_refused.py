"""Your module always takes `normalized_shape` for a tuple, so `RMSNorm(3)` fails: an int has no
length. Turn an int into a tuple of one size first, or ask the weight for its `ndim`."""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(normalized_shape))
        self.dims = tuple(range(-len(normalized_shape), 0))
        self.eps = eps

    def forward(self, x):
        wide = x.to(torch.float32)
        mean_square = wide.square().mean(self.dims, keepdim=True)
        x_hat = wide / torch.sqrt(mean_square + self.eps)
        return self.weight * x_hat.to(x.dtype)
