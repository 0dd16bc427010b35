"""You keep the mean and the variance of the last x in training, and normalize by them after `eval()`.
LayerNorm keeps nothing: it takes those of the very x it is given, in training and in evaluation."""

import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True):
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else normalized_shape
        self.normalized_shape = tuple(shape)
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(shape)) if elementwise_affine else None
        self.bias = nn.Parameter(torch.zeros(shape)) if elementwise_affine and bias else None

    def forward(self, x):
        dims = tuple(range(-len(self.normalized_shape), 0))
        if self.training or not hasattr(self, "kept"):
            self.kept = x.mean(dims, keepdim=True), x.var(dims, correction=0, keepdim=True)
        mean, var = self.kept
        centred = x - mean
        y = centred / torch.sqrt(var + self.eps)
        if self.weight is not None:
            y = y * self.weight
        if self.bias is not None:
            y = y + self.bias
        return y.to(x.dtype)
