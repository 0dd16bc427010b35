"""eps is outside the root.

mistakes: eps-outside-root
seen: allenai/OLMo #281: x / (rms + eps) from the L2 norm
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
        rms = torch.sqrt(h.square().mean(dims, keepdim=True))
        return self.weight * (h / (rms + self.eps)).to(x.dtype)
