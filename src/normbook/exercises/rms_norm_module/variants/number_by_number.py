"""Every entry on its own, as a scalar tensor; autograd follows."""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(normalized_shape))
        self.eps = eps

    def one(self, sample):
        values = [value.float() for value in sample]
        square = 0
        for value in values:
            square = square + value**2
        rms = (square / len(values) + self.eps) ** 0.5
        return torch.stack(
            [
                w * (value / rms).to(sample[0].dtype)
                for w, value in zip(self.weight.flatten(), values, strict=True)
            ]
        )

    def forward(self, x):
        samples = x.reshape(-1, self.weight.numel())
        return torch.stack([self.one(sample.unbind()) for sample in samples]).reshape(x.shape)
