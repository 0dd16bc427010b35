"""D - 1 in the deviation, and eps outside the root.

mistakes: divides-by-d-minus-1, eps-outside-root
seen: harvardnlp/annotated-transformer #119, #122: std(-1) + eps
"""

import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True):
        super().__init__()
        if isinstance(normalized_shape, int):
            normalized_shape = (normalized_shape,)
        self.dims = tuple(range(-len(normalized_shape), 0))
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(normalized_shape)) if elementwise_affine else None
        self.bias = (
            nn.Parameter(torch.zeros(normalized_shape)) if elementwise_affine and bias else None
        )

    def forward(self, x):
        mean = x.mean(self.dims, keepdim=True)
        std = x.std(self.dims, keepdim=True)
        y = (x - mean) / (std + self.eps)
        if self.weight is not None:
            y = self.weight * y
        if self.bias is not None:
            y = y + self.bias
        return y.to(x.dtype)
