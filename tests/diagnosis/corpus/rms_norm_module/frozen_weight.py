"""The weight is a buffer and gets no gradient.

mistakes: weight-not-a-parameter
seen: common error, e.g. a buffer for the weight
"""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.register_buffer("weight", torch.ones(normalized_shape))

    def forward(self, x):
        dims = tuple(range(-self.weight.dim(), 0))
        h = x.float()
        h = h * torch.rsqrt(h.pow(2).mean(dims, keepdim=True) + self.eps)
        return h.to(x.dtype) * self.weight
