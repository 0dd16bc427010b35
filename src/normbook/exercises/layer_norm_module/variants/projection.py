"""The geometry: flattened samples, a projection matrix, then a scaling to length √D."""

import math

import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True):
        super().__init__()
        shape = normalized_shape if isinstance(normalized_shape, tuple) else (normalized_shape,)
        self.d, self.eps = math.prod(shape), eps
        self.weight = nn.Parameter(torch.full(shape, 1.0)) if elementwise_affine else None
        self.bias = nn.Parameter(torch.full(shape, 0.0)) if elementwise_affine and bias else None

    def forward(self, x):
        rows = x.reshape(-1, self.d).double()
        projection = torch.eye(self.d, dtype=rows.dtype) - 1 / self.d
        centred = torch.einsum("ij,nj->ni", projection, rows)
        square = torch.einsum("ni,ni->n", centred, centred)
        y = torch.einsum("ni,n->ni", centred, (square / self.d + self.eps).pow(-0.5))
        y = y.reshape(x.shape).to(x.dtype)
        if self.weight is not None:
            y = self.weight * y
        if self.bias is not None:
            y = self.bias + y
        return y.to(x.dtype)
