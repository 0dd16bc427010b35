"""The last axis only, and squares in float16.

mistakes: last-axis-only, squares-in-float16
seen: stanford-cs336/assignment2-systems #2: multiply or divide by rms
"""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(normalized_shape))

    def forward(self, x):
        return self.weight * x * torch.rsqrt((x * x).mean(-1, keepdim=True) + self.eps)
