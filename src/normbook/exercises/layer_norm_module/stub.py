import torch
from torch import nn


class LayerNorm(nn.Module):
    """Normalize the trailing axes of x, then scale and shift."""

    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True):
        raise NotImplementedError("Not written yet: replace this line.")

    def forward(self, x):
        raise NotImplementedError("Not written yet: replace this line.")
