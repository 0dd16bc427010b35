"""Your axes are counted from the front, from 1 on: that is right where x has one leading axis, and
no more or fewer. You have to count from the end: `normalized_shape` names the last axes."""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(normalized_shape))
        self.eps = eps

    def forward(self, x):
        dims = tuple(range(1, 1 + self.weight.ndim))
        wide = x.to(torch.float32)
        mean_square = wide.square().mean(dims, keepdim=True)  # (..., 1), one 1 an axis
        x_hat = wide / torch.sqrt(mean_square + self.eps)
        return self.weight * x_hat.to(x.dtype)
