"""x.float(), and einsum.

mistakes: always-float32
seen: a student of the book, who knew none of the tests
"""

import math

import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True):
        super().__init__()
        try:
            shape = tuple(normalized_shape)
        except TypeError:
            shape = (normalized_shape,)
        self.ndims, self.count, self.eps = len(shape), math.prod(shape), eps
        for name, fill, there in (("weight", 1.0, True), ("bias", 0.0, bias)):
            value = nn.Parameter(torch.full(shape, fill)) if elementwise_affine and there else None
            self.register_parameter(name, value)

    def forward(self, x):
        flat = x.flatten(start_dim=x.dim() - self.ndims)
        flat = flat.float()
        flat = flat - flat[..., :1].detach()
        flat = flat - flat.sum(-1, keepdim=True) / self.count
        power = torch.einsum("...i,...i->...", flat, flat) / self.count
        out = torch.einsum("...i,...->...i", flat, (power + self.eps) ** -0.5)
        if self.weight is not None:
            out = out * self.weight.flatten()
        if self.bias is not None:
            out = out + self.bias.flatten()
        return out.reshape(x.shape).to(x.dtype)
