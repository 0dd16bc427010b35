"""view() of an x that is not contiguous raises.

mistakes: view-of-non-contiguous
seen: common error, e.g. x.view(-1, D)
witness: RMSNorm((2, 3))(torch.arange(6.0).reshape(3, 2).T)
"""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(normalized_shape))

    def forward(self, x):
        lead = x.shape[: x.dim() - self.weight.dim()]
        h = x.view(*lead, -1).float()
        h = h * torch.rsqrt(h.pow(2).mean(-1, keepdim=True) + self.eps)
        return h.view(x.shape).to(x.dtype) * self.weight
