"""torch.var divides by D - 1 unless told otherwise.

mistakes: divides-by-d-minus-1
seen: allenai/allennlp #953: std without unbiased=False
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
        var = x.var(self.dims, keepdim=True)
        y = (x - mean) / torch.sqrt(var + self.eps)
        if self.weight is not None:
            y = self.weight * y
        if self.bias is not None:
            y = y + self.bias
        return y.to(x.dtype)
