"""The squares are taken in the dtype of x.

mistakes: squares-in-float16
seen: pytorch/pytorch #133085: RMSNorm overflows in float16
"""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        if isinstance(normalized_shape, int):
            normalized_shape = (normalized_shape,)
        self.dims = tuple(range(-len(normalized_shape), 0))
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(normalized_shape))

    def forward(self, x):
        rms = torch.rsqrt(x.pow(2).mean(self.dims, keepdim=True) + self.eps)
        return self.weight * (x * rms)
