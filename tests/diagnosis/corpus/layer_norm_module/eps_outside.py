"""eps is outside the root.

mistakes: eps-outside-root
seen: codertimo/BERT-pytorch #30
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
        centred = x - x.mean(self.dims, keepdim=True)
        y = centred / (torch.sqrt(centred.pow(2).mean(self.dims, keepdim=True)) + self.eps)
        if self.weight is not None:
            y = self.weight * y
        if self.bias is not None:
            y = y + self.bias
        return y.to(x.dtype)
