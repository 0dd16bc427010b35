"""You cast x̂ to the dtype of the weight, as T5's norm does. Llama casts it to the dtype of x, whatever
the weight's: beside a float32 weight a float16 x̂ is rounded to float16 all the same, and beside a
float16 weight a float32 x̂ keeps its digits."""

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
        return self.weight * x_hat.to(self.weight.dtype)
