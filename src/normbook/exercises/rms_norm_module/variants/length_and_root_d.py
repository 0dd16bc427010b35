"""The geometry: each flattened sample by its length, √D times, with ε inside the length."""

import math

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(normalized_shape).fill_(1.0))
        self.d = self.weight.numel()
        self.eps = eps

    def forward(self, x):
        rows = x.float().reshape(-1, self.d)
        square = torch.einsum("ni,ni->n", rows, rows) + self.d * self.eps
        x_hat = torch.einsum("ni,n->ni", rows, math.sqrt(self.d) / square.sqrt())
        return x_hat.reshape(x.shape).to(x.dtype) * self.weight
