"""Your weight and bias are tensors that want a gradient, but no parameters: a module does not know
of a plain tensor, so that it is not saved, not moved by `to`, and no optimizer sees it. Wrap each
in `nn.Parameter`."""

import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True):
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else normalized_shape
        self.normalized_shape = tuple(shape)
        self.eps = eps
        self.weight = torch.ones(shape, requires_grad=True) if elementwise_affine else None
        self.bias = torch.zeros(shape, requires_grad=True) if elementwise_affine and bias else None

    def forward(self, x):
        dims = tuple(range(-len(self.normalized_shape), 0))
        centred = x - x.mean(dims, keepdim=True)
        var = centred.square().mean(dims, keepdim=True)
        y = centred / torch.sqrt(var + self.eps)
        if self.weight is not None:
            y = y * self.weight
        if self.bias is not None:
            y = y + self.bias
        return y.to(x.dtype)
