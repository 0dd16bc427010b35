"""Every entry on its own, as a scalar tensor; autograd follows."""

import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True):
        super().__init__()
        self.eps = eps
        self.weight = self.bias = None
        ones = torch.ones(normalized_shape)
        self.size = ones.numel()
        if elementwise_affine:
            self.weight = nn.Parameter(ones)
            if bias:
                self.bias = nn.Parameter(ones - 1)

    def one(self, sample):
        mean = sum(sample) / self.size
        var = sum((value - mean) ** 2 for value in sample) / self.size
        values = [(value - mean) / (var + self.eps) ** 0.5 for value in sample]
        if self.weight is not None:
            values = [w * v for w, v in zip(self.weight.flatten(), values, strict=True)]
        if self.bias is not None:
            values = [v + b for v, b in zip(values, self.bias.flatten(), strict=True)]
        return torch.stack(values)

    def forward(self, x):
        samples = [self.one(sample.unbind()) for sample in x.reshape(-1, self.size)]
        return torch.stack(samples).reshape(x.shape).to(x.dtype)
