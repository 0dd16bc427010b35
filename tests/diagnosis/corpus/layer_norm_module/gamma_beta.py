"""The parameters are called gamma and beta.

mistakes: other-names
seen: pytorch/pytorch #1959, a LayerNorm in the comments
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
        self.gamma = nn.Parameter(torch.ones(normalized_shape)) if elementwise_affine else None
        self.beta = (
            nn.Parameter(torch.zeros(normalized_shape)) if elementwise_affine and bias else None
        )

    def forward(self, x):
        mean = x.mean(self.dims, keepdim=True)
        var = x.var(self.dims, keepdim=True, unbiased=False)
        y = (x - mean) / torch.sqrt(var + self.eps)
        if self.gamma is not None:
            y = y * self.gamma
        if self.beta is not None:
            y = y + self.beta
        return y.to(x.dtype)
