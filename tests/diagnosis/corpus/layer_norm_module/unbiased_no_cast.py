"""D - 1, and y takes the dtype of the parameters.

mistakes: divides-by-d-minus-1, no-cast-back
seen: pytorch/pytorch #84356: LayerNorm by hand, with torch.std
"""

import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True):
        super().__init__()
        shape = (
            (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        )
        self.axes = [-i for i in range(1, len(shape) + 1)]
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(shape)) if elementwise_affine else None
        self.bias = nn.Parameter(torch.zeros(shape)) if elementwise_affine and bias else None

    def forward(self, x):
        var, mean = torch.var_mean(x, self.axes, keepdim=True)
        out = (x - mean) * torch.rsqrt(var + self.eps)
        if self.weight is not None:
            out = out * self.weight
        if self.bias is not None:
            out = out + self.bias
        return out
