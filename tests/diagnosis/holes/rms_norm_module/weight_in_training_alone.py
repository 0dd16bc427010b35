"""The weight is applied in training alone."""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.shape = (
            (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        )
        self.weight = nn.Parameter(torch.ones(self.shape))
        self.eps = eps

    def forward(self, x):
        f = x.float().reshape(*x.shape[: x.dim() - len(self.shape)], -1)
        f = f * torch.rsqrt(f.pow(2).mean(-1, keepdim=True) + self.eps)
        return f.reshape(x.shape).to(x.dtype) * (self.weight if self.training else 1)
