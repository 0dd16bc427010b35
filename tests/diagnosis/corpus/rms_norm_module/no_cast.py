"""The normalized x stays in float32.

mistakes: no-cast-back
seen: skyzh/tiny-llm #18: cast to float32 and back in RMSNorm
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
        h = x.to(torch.float32)
        h = h * torch.rsqrt(h.pow(2).mean(dims, keepdim=True) + self.eps)
        return self.weight * h
