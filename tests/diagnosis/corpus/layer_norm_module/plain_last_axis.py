"""Plain tensors, and statistics over the last axis.

mistakes: not-parameters, last-axis-only
seen: a student of the third trial, 2026
"""

import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True):
        super().__init__()
        self.eps = eps
        self.normalized_shape = normalized_shape
        if elementwise_affine:
            self.weight = torch.ones(normalized_shape, requires_grad=True)
        else:
            self.weight = None
        if elementwise_affine and bias:
            self.bias = torch.zeros(normalized_shape, requires_grad=True)
        else:
            self.bias = None

    def forward(self, x):
        mean = x.mean(-1, keepdim=True)
        var = ((x - mean) ** 2).mean(-1, keepdim=True)
        out = (x - mean) / (var + self.eps).sqrt()
        if self.weight is not None:
            out = out * self.weight
        if self.bias is not None:
            out = out + self.bias
        return out.to(x.dtype)
