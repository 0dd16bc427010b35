"""In float64 throughout, and cast back at the end."""

import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True):
        super().__init__()
        self.shape = torch.Size(torch.empty(normalized_shape, device="meta").shape)
        self.eps = eps
        for name, fill, wanted in (("weight", 1.0, True), ("bias", 0.0, bias)):
            there = elementwise_affine and wanted
            self.register_parameter(
                name, nn.Parameter(torch.full(self.shape, fill)) if there else None
            )

    def forward(self, x):
        dims = [-1 - i for i in range(len(self.shape))]
        var, mean = torch.var_mean(x.double(), dims, correction=0, keepdim=True)
        y = (x.double() - mean) * torch.rsqrt(var + self.eps)
        y = y if self.weight is None else y * self.weight.double()
        return (y if self.bias is None else y + self.bias.double()).to(x.dtype)
