"""Your weight is float64, so that y is float64 for a float32 x. You have to leave the dtype to
PyTorch: `torch.ones(normalized_shape)` is float32."""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(normalized_shape, dtype=torch.float64))
        self.eps = eps

    def forward(self, x):
        dims = tuple(range(-self.weight.ndim, 0))
        wide = x.to(torch.float32)
        mean_square = wide.square().mean(dims, keepdim=True)  # (..., 1), one 1 an axis
        x_hat = wide / torch.sqrt(mean_square + self.eps)
        return self.weight * x_hat.to(x.dtype)
