"""The root is taken out of the gradient.

mistakes: rms-detached
seen: common error, e.g. .detach() of a statistic
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
        rrms = torch.rsqrt(h.pow(2).mean(dims, keepdim=True) + self.eps).detach()
        return (h * rrms).to(x.dtype) * self.weight
