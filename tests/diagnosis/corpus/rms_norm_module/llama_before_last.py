"""The last axis only, and the weight multiplies before the cast.

mistakes: last-axis-only, weight-before-cast
seen: google/gemma_pytorch #67: casts in RMSNorm
"""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(normalized_shape))

    def forward(self, x):
        in_dtype = x.dtype
        x = x.to(torch.float32)
        rms = torch.sqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)
        return (self.weight * x / rms).to(in_dtype)
