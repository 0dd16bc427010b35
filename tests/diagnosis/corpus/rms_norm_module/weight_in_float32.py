"""The weight is multiplied in float32, and the cast comes last.

mistakes: weight-before-cast
seen: a student of the book, who knew none of the tests
"""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        if isinstance(normalized_shape, int):
            normalized_shape = (normalized_shape,)
        self.dims = tuple(-i - 1 for i in range(len(normalized_shape)))
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(normalized_shape))

    def forward(self, x):
        h = x.float()
        ms = h.pow(2).mean(dim=self.dims, keepdim=True)
        h = h * torch.rsqrt(ms + self.eps)
        return (self.weight * h).to(x.dtype)
