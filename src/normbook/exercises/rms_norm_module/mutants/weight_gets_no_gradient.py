"""Your weight is applied, but gets no gradient, so that it is never learned. It is a buffer, or
frozen. Make it an `nn.Parameter`, which learns unless it is told otherwise."""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.register_buffer("weight", torch.ones(normalized_shape))
        self.eps = eps

    def forward(self, x):
        dims = tuple(range(-self.weight.ndim, 0))
        wide = x.to(torch.float32)
        mean_square = wide.square().mean(dims, keepdim=True)
        x_hat = wide / torch.sqrt(mean_square + self.eps)
        return self.weight * x_hat.to(x.dtype)
