"""x is cast to float32 in one place only, and squared before.

mistakes: squares-in-float16
seen: jingyaogong/minimind #301: squares taken before the cast to float
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
        scale = torch.rsqrt(x.pow(2).mean(dims, keepdim=True) + self.eps)
        return self.weight * (x.float() * scale).type_as(x)
