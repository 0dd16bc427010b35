"""Your weight is a tensor with `requires_grad=True`, but not a parameter. A module does not know of
it: it is not in `state_dict`, not moved by `to`, and no optimizer is given it. Wrap it in
`nn.Parameter`."""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.weight = torch.ones(normalized_shape, requires_grad=True)
        self.eps = eps

    def forward(self, x):
        dims = tuple(range(-self.weight.ndim, 0))
        wide = x.to(torch.float32)
        mean_square = wide.square().mean(dims, keepdim=True)  # (..., 1), one 1 an axis
        x_hat = wide / torch.sqrt(mean_square + self.eps)
        return self.weight * x_hat.to(x.dtype)
