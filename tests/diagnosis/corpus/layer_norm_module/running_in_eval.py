"""It keeps running statistics, and uses them in eval().

mistakes: eval-differs
seen: common error, e.g. batch norm's running statistics
"""

import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True):
        super().__init__()
        shape = (
            (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        )
        self.dims = tuple(range(-len(shape), 0))
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(shape)) if elementwise_affine else None
        self.bias = nn.Parameter(torch.zeros(shape)) if elementwise_affine and bias else None
        self.mean, self.var = 0.0, 1.0

    def forward(self, x):
        if self.training:
            mean = x.mean(self.dims, keepdim=True)
            var = x.var(self.dims, keepdim=True, unbiased=False)
            self.mean = 0.9 * self.mean + 0.1 * mean.mean().item()
            self.var = 0.9 * self.var + 0.1 * var.mean().item()
        else:
            mean, var = self.mean, self.var + 0 * x
        y = (x - mean) / torch.sqrt(var + self.eps)
        if self.weight is not None:
            y = y * self.weight
        if self.bias is not None:
            y = y + self.bias
        return y.to(x.dtype)
