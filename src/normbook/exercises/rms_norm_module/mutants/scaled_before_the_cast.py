"""You multiply by the weight in float32, and cast after. That is the order of OLMo 2. Llama casts
x̂ back first, so that it is rounded before it meets the weight; what is 0 in float16 stays 0. And
the product is not cast: of a float16 x and a float32 weight it is float32."""

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
        mean_square = wide.square().mean(dims, keepdim=True)
        x_hat = wide / torch.sqrt(mean_square + self.eps)
        return (self.weight * x_hat).to(x.dtype)
