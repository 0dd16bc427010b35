import torch
from torch import nn


class RMSNorm(nn.Module):
    """Divide x by its RMS over the trailing axes, then scale."""

    def __init__(self, normalized_shape, eps=1e-6):
        raise NotImplementedError("Not written yet: replace this line.")

    def forward(self, x):
        raise NotImplementedError("Not written yet: replace this line.")
