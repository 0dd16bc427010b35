"""weight and bias are buffers, and D - 1.

mistakes: parameters-do-not-learn, divides-by-d-minus-1
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
            del self.weight
            self.register_buffer("weight", torch.ones(self.normalized_shape))
            if bias:
                del self.bias
                self.register_buffer("bias", torch.zeros(self.normalized_shape))

    def forward(self, x):
        h = x.float() if x.dtype in (torch.float16, torch.bfloat16) else x
        mean = h.mean(dim=self.dims, keepdim=True)
        var = h.var(dim=self.dims, keepdim=True)
        h = (h - mean) / torch.sqrt(var + self.eps)
        if self.weight is not None:
            h = h * self.weight
        if self.bias is not None:
            h = h + self.bias
        return h.to(x.dtype)
