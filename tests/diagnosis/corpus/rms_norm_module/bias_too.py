"""There is a bias.

mistakes: has-a-bias
seen: common error, e.g. LayerNorm's bias
"""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(normalized_shape))
        self.bias = nn.Parameter(torch.zeros(normalized_shape))

    def forward(self, x):
        dims = tuple(range(-self.weight.dim(), 0))
        h = x.float()
        h = h * torch.rsqrt(h.pow(2).mean(dims, keepdim=True) + self.eps)
        return h.to(x.dtype) * self.weight + self.bias
