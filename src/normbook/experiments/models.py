"""Models of digits that more than one experiment trains."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

from normbook.nn import BatchNorm, LayerNorm, TransformerClassifier
from normbook.nn.residual import NormFactory, Placement

PIXELS = ROWS = 8


class DigitTransformer(nn.Module):
    """A Transformer that reads an image as 8 tokens, one a row of 8 pixels.

    The pixels and the learned position give each token half of its variance, which is 1 at
    initialization for standardized images.

    Parameters
    ----------
    d_model, num_heads, d_ff, depth, placement, norm
        As in :class:`normbook.nn.TransformerClassifier`.

    Examples
    --------
    >>> import torch
    >>> DigitTransformer(d_model=8, d_ff=16, depth=1)(torch.randn(2, 8, 8)).shape
    torch.Size([2, 10])
    """

    def __init__(
        self,
        d_model: int,
        d_ff: int,
        depth: int,
        num_heads: int = 4,
        placement: Placement | Sequence[Placement] = "pre",
        norm: NormFactory = LayerNorm,
    ) -> None:
        super().__init__()
        self.embedding = nn.Linear(PIXELS, d_model, bias=False)
        nn.init.normal_(self.embedding.weight, std=(0.5 / PIXELS) ** 0.5)
        self.position = nn.Parameter(torch.randn(ROWS, d_model) * 0.5**0.5)
        self.classifier = TransformerClassifier(
            d_model, num_heads, d_ff, num_classes=10, depth=depth, placement=placement, norm=norm
        )

    def forward(self, images: Tensor) -> Tensor:
        """Map images ``(N, 8, 8)`` to logits ``(N, 10)``."""
        logits: Tensor = self.classifier(self.embedding(images) + self.position)
        return logits


class BatchNormOverTime(BatchNorm):
    """BatchNorm of sequences ``(N, T, D)``: each feature over batch and time.

    Examples
    --------
    >>> import torch
    >>> y = BatchNormOverTime(4)(torch.randn(2, 8, 4))
    >>> bool(y.mean(dim=(0, 1)).abs().max() < 1e-6)
    True
    """

    def forward(self, x: Tensor) -> Tensor:
        """Map x ``(N, T, D)`` to y of the same shape."""
        return super().forward(x.transpose(1, 2)).transpose(1, 2)


def digit_cnn(norm: Callable[[tuple[int, int, int]], nn.Module]) -> nn.Sequential:
    """Return three convolutions, a norm after each; it is made from its input's (C, H, W).

    Examples
    --------
    >>> import torch
    >>> digit_cnn(LayerNorm)(torch.randn(2, 8, 8)).shape
    torch.Size([2, 10])
    """
    layers: dict[str, nn.Module] = {
        "channel": nn.Unflatten(1, (1, ROWS)),  # (N, 1, 8, 8)
        "conv1": nn.Conv2d(1, 16, 3, padding=1, bias=False),
        "norm1": norm((16, 8, 8)),
        "relu1": nn.ReLU(),
        "conv2": nn.Conv2d(16, 32, 3, padding=1, stride=2, bias=False),
        "norm2": norm((32, 4, 4)),
        "relu2": nn.ReLU(),
        "conv3": nn.Conv2d(32, 32, 3, padding=1, bias=False),
        "norm3": norm((32, 4, 4)),
        "relu3": nn.ReLU(),
        "pool": nn.AvgPool2d(4),
        "flatten": nn.Flatten(),  # (N, 32)
        "head": nn.Linear(32, 10),
    }
    return nn.Sequential(OrderedDict(layers))
