"""You compute the mean square under `no_grad`, or detach it. The result is right, but the gradient
of x treats the root as a constant, and it depends on x. Leave it in the graph."""

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
        x_hat = wide / torch.sqrt(mean_square.detach() + self.eps)
        return self.weight * x_hat.to(x.dtype)
