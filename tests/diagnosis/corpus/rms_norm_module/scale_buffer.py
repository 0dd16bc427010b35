"""eps is a buffer, and so is in state_dict.

mistakes: extra-in-state-dict
seen: kyegomez/zeta and lucidrains: a scale kept with the module
"""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.register_buffer("eps", torch.tensor(eps))
        self.weight = nn.Parameter(torch.ones(normalized_shape))

    def forward(self, x):
        dims = tuple(range(-self.weight.dim(), 0))
        h = x.float()
        h = h * torch.rsqrt(h.pow(2).mean(dims, keepdim=True) + self.eps)
        return h.to(x.dtype) * self.weight
