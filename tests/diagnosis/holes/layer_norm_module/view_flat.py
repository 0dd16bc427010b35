"""view() of an x that is not contiguous raises.

mistakes: view-of-non-contiguous
seen: common error, e.g. view of a transposed tensor
witness: LayerNorm((2, 3))(torch.arange(6.0).reshape(3, 2).T)
"""

import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True):
        super().__init__()
        self.shape = (
            (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        )
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(self.shape)) if elementwise_affine else None
        self.bias = nn.Parameter(torch.zeros(self.shape)) if elementwise_affine and bias else None

    def forward(self, x):
        lead = x.shape[: x.dim() - len(self.shape)]
        flat = x.view(*lead, -1)
        mean = flat.mean(-1, keepdim=True)
        var = flat.var(-1, keepdim=True, unbiased=False)
        y = ((flat - mean) / torch.sqrt(var + self.eps)).view(x.shape)
        if self.weight is not None:
            y = y * self.weight
        if self.bias is not None:
            y = y + self.bias
        return y.to(x.dtype)
