"""Your weight starts at 0, and you multiply by 1 + weight. Gemma 1 to 3 store their weights that
way; here, as in Llama, `weight` is the scale itself and starts at 1. Mixing the two up spoils every
checkpoint."""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(normalized_shape))
        self.eps = eps

    def forward(self, x):
        dims = tuple(range(-self.weight.ndim, 0))
        wide = x.to(torch.float32)
        mean_square = wide.square().mean(dims, keepdim=True)
        x_hat = wide / torch.sqrt(mean_square + self.eps)
        return (1 + self.weight) * x_hat.to(x.dtype)
