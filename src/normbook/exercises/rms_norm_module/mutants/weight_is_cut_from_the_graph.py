"""Your weight is an `nn.Parameter` and is applied, but gets no gradient, so that it never learns.
You use `.data` or `detach` on it in `forward`: use it as it is."""

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
        x_hat = wide / torch.sqrt(mean_square + self.eps)
        return self.weight.data * x_hat.to(x.dtype)
