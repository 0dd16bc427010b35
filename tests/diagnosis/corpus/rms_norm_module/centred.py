"""The mean is subtracted.

mistakes: mean-subtracted
seen: common error, e.g. LayerNorm's habit
"""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(normalized_shape))

    def forward(self, x):
        dims = tuple(range(-self.weight.dim(), 0))
        h = x.float()
        h = h - h.mean(dims, keepdim=True)
        h = h * torch.rsqrt(h.pow(2).mean(dims, keepdim=True) + self.eps)
        return h.to(x.dtype) * self.weight
