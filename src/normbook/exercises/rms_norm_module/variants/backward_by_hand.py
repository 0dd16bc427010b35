"""A `torch.autograd.Function` with the backward pass derived on paper."""

import torch
from torch import nn


class Normalize(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, dims, eps):
        wide = x.float()
        rrms = (wide.square().mean(dims, keepdim=True) + eps).rsqrt()
        ctx.dims = dims
        ctx.save_for_backward(wide * rrms, rrms)
        return (wide * rrms).to(x.dtype)

    @staticmethod
    def backward(ctx, dy):
        x_hat, rrms = ctx.saved_tensors
        along = (dy * x_hat).mean(ctx.dims, keepdim=True)
        return (rrms * (dy - x_hat * along)).to(dy.dtype), None, None


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(normalized_shape))
        self.dims = tuple(range(-self.weight.dim(), 0))
        self.eps = eps

    def forward(self, x):
        return Normalize.apply(x, self.dims, self.eps) * self.weight
