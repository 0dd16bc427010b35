"""Your module adds a small number of its own, such as 1e-8, whatever `eps` it is built with. Keep
the argument as `self.eps`, and use that in `forward`."""

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
        x_hat = wide / torch.sqrt(mean_square + 1e-8)
        return self.weight * x_hat.to(x.dtype)
