"""The variance is detached, and half comes out as float.

mistakes: variance-detached, no-cast-back
seen: a student of the book, who knew none of the tests
"""

import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True):
        super().__init__()
        if isinstance(normalized_shape, int):
            normalized_shape = (normalized_shape,)
        self.normalized_shape = tuple(normalized_shape)
        self.dims = tuple(range(-len(self.normalized_shape), 0))
        self.eps = eps
        self.weight = None
        self.bias = None
        if elementwise_affine:
            self.weight = nn.Parameter(torch.ones(self.normalized_shape))
            if bias:
                self.bias = nn.Parameter(torch.zeros(self.normalized_shape))

    def forward(self, x):
        h = x.float() if x.dtype in (torch.float16, torch.bfloat16) else x
        mean = h.mean(dim=self.dims, keepdim=True)
        var = h.var(dim=self.dims, correction=0, keepdim=True).detach()
        h = (h - mean) / torch.sqrt(var + self.eps)
        if self.weight is not None:
            h = h * self.weight
        if self.bias is not None:
            h = h + self.bias
        return h
