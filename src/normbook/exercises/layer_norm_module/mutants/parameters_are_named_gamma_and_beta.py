"""You named the parameters `gamma` and `beta`. `state_dict` uses the names of the attributes, so
that a checkpoint with `weight` and `bias` does not load. Name them as PyTorch does."""

import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True):
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else normalized_shape
        self.normalized_shape = tuple(shape)
        self.eps = eps
        self.gamma = nn.Parameter(torch.ones(shape)) if elementwise_affine else None
        self.beta = nn.Parameter(torch.zeros(shape)) if elementwise_affine and bias else None

    def forward(self, x):
        dims = tuple(range(-len(self.normalized_shape), 0))
        centred = x - x.mean(dims, keepdim=True)
        var = centred.square().mean(dims, keepdim=True)
        y = centred / torch.sqrt(var + self.eps)
        if self.gamma is not None:
            y = y * self.gamma
        if self.beta is not None:
            y = y + self.beta
        return y.to(x.dtype)
