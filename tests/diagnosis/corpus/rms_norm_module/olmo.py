"""eps outside the root, and norms in the dtype of x.

mistakes: eps-outside-root, squares-in-float16
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
        rms = x.pow(2).mean(dims, keepdim=True).sqrt()
        return self.weight * (x / (rms + self.eps))
