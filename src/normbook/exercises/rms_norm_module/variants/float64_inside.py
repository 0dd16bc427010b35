"""The quotient in float64, through `rsqrt`; cast and scaled in Llama's order."""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        if isinstance(normalized_shape, int):
            normalized_shape = [normalized_shape]
        self.dims = [-1 - i for i in range(len(normalized_shape))]
        self.register_parameter("weight", nn.Parameter(torch.full(tuple(normalized_shape), 1.0)))
        self.eps = eps

    def forward(self, x):
        wide = x.double()
        x_hat = wide * torch.rsqrt((wide * wide).mean(self.dims, keepdim=True) + self.eps)
        return x_hat.type_as(x).mul(self.weight)
