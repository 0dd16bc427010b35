"""Your `forward` changes x itself, as `x /= rms` does. The caller still needs x, for the residual
connection, and autograd refuses to change a leaf that wants a gradient. You want a new tensor."""

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
        mean_square = wide.square().mean(dims, keepdim=True)
        x /= torch.sqrt(mean_square + self.eps)
        x_hat = x
        return self.weight * x_hat.to(x.dtype)
