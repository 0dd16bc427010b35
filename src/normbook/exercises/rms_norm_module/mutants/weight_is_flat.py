"""Your weight is a row of as many values as `normalized_shape` has in all. You gave it the wrong
shape: a checkpoint holds `normalized_shape` itself, and does not load."""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.shape = torch.empty(normalized_shape).shape
        self.weight = nn.Parameter(torch.ones(self.shape.numel()))
        self.eps = eps

    def forward(self, x):
        dims = tuple(range(-len(self.shape), 0))
        wide = x.to(torch.float32)
        mean_square = wide.square().mean(dims, keepdim=True)
        x_hat = wide / torch.sqrt(mean_square + self.eps)
        return self.weight.reshape(self.shape) * x_hat.to(x.dtype)
