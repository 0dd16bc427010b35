"""Divided by the L2 norm, not the RMS.

mistakes: sum-not-mean
seen: kyegomez/zeta #180: RMSNorm scales by dim ** -0.5, axis -2
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
        total = h.square().sum(dims, keepdim=True)
        return self.weight * (h / torch.sqrt(total + self.eps)).to(x.dtype)
