"""The last axis only, and no cast back.

mistakes: last-axis-only, no-cast-back
seen: pytorch/pytorch #1959, a LayerNorm in the comments
"""

import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(normalized_shape)) if elementwise_affine else None
        self.bias = (
            nn.Parameter(torch.zeros(normalized_shape)) if elementwise_affine and bias else None
        )

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        centred = x - mean
        out = centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + self.eps)
        if self.weight is not None:
            out = self.weight * out
        if self.bias is not None:
            out = out + self.bias
        return out
