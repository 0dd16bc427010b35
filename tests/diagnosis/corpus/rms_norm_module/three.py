"""The last axis, eps outside the root, squares in float16.

mistakes: last-axis-only, eps-outside-root, squares-in-float16
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
        rms = torch.sqrt(torch.mean(x**2, dim=-1, keepdim=True))
        return x / (rms + self.eps) * self.weight
