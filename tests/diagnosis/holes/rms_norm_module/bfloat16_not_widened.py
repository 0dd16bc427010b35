"""bfloat16 is squared in bfloat16."""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        shape = (
            (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        )
        self.weight = nn.Parameter(torch.ones(shape))
        self.eps = eps

    def _norm(self, x):
        dims = tuple(range(-self.weight.dim(), 0))
        return x * torch.rsqrt(x.pow(2).mean(dims, keepdim=True) + self.eps)

    def forward(self, x):
        return self.weight * self._norm(x.float() if x.dtype == torch.float16 else x).type_as(x)
