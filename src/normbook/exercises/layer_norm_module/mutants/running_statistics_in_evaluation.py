"""You keep running averages of the statistics, and use them after `eval()`. BatchNorm does that;
LayerNorm takes the statistics of the very x it is given, in training and in evaluation alike."""

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
        self.register_buffer("running_mean", torch.zeros(()), persistent=False)
        self.register_buffer("running_var", torch.ones(()), persistent=False)

    def forward(self, x):
        dims = tuple(range(-len(self.normalized_shape), 0))
        mean = x.mean(dims, keepdim=True)
        var = (x - mean).square().mean(dims, keepdim=True)
        if self.training:
            with torch.no_grad():
                self.running_mean.lerp_(mean.mean(), 0.1)
                self.running_var.lerp_(var.mean(), 0.1)
        else:
            mean, var = self.running_mean, self.running_var
        y = (x - mean) / torch.sqrt(var + self.eps)
        if self.weight is not None:
            y = y * self.weight
        if self.bias is not None:
            y = y + self.bias
        return y.to(x.dtype)
