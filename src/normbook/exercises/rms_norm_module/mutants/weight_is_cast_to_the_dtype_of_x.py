"""Your `forward` casts the weight to the dtype of x. A float32 weight beside a float16 x then loses
its digits, and 70,000 becomes infinite. You have to use it as it is: PyTorch takes the wider dtype
of the two."""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, normalized_shape, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(normalized_shape))
        self.eps = eps

    def forward(self, x):
        dims = tuple(range(-self.weight.ndim, 0))
        wide = x.to(torch.float32)
        mean_square = wide.square().mean(dims, keepdim=True)  # (..., 1), one 1 an axis
        x_hat = wide / torch.sqrt(mean_square + self.eps)
        return self.weight.to(x.dtype) * x_hat.to(x.dtype)
