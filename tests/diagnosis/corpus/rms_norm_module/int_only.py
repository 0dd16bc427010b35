"""normalized_shape as a tuple is not thought of.

mistakes: tuple-not-handled
seen: common error, e.g. dim ** -0.5 of an int
"""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.dim = normalized_shape
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(normalized_shape))

    def forward(self, x):
        h = x.float()
        mean_square = h.pow(2).sum(-1, keepdim=True) / self.dim
        return (h * torch.rsqrt(mean_square + self.eps)).to(x.dtype) * self.weight
