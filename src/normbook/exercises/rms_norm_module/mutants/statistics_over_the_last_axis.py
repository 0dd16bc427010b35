"""Your mean square runs over the last axis only, even where `normalized_shape` names more. You have
to take it over all of its axes: for `(3, 2)` those are `(-2, -1)`."""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(normalized_shape))
        self.eps = eps

    def forward(self, x):
        dims = -1
        wide = x.to(torch.float32)
        mean_square = wide.square().mean(dims, keepdim=True)
        x_hat = wide / torch.sqrt(mean_square + self.eps)
        return self.weight * x_hat.to(x.dtype)
