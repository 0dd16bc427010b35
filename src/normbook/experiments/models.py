"""Models of digits and of text that more than one experiment trains."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import cast

import torch
from torch import Tensor, nn

from normbook.experiments.data import CONTEXT, SYMBOLS
from normbook.nn import (
    BatchNorm,
    LayerNorm,
    MultiheadSelfAttention,
    TransformerBlock,
    TransformerClassifier,
)
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


class TextTransformer(nn.Module):
    """A Transformer that reads ``CONTEXT`` characters and tells the next one.

    A learned row of each character and the learned position give each token half of its variance,
    which is 1 at initialization.

    Parameters
    ----------
    d_model, num_heads, d_ff, depth, placement, norm
        As in :class:`normbook.nn.TransformerClassifier`.

    Examples
    --------
    >>> import torch
    >>> TextTransformer(8, 16, depth=1)(torch.zeros(2, CONTEXT, dtype=torch.int64)).shape
    torch.Size([2, 36])
    """

    def __init__(
        self,
        d_model: int,
        d_ff: int,
        depth: int,
        num_heads: int = 4,
        placement: Placement = "pre",
        norm: NormFactory = LayerNorm,
    ) -> None:
        super().__init__()
        self.embedding = nn.Embedding(SYMBOLS, d_model)
        nn.init.normal_(self.embedding.weight, std=0.5**0.5)
        self.position = nn.Parameter(torch.randn(CONTEXT, d_model) * 0.5**0.5)
        self.classifier = TransformerClassifier(
            d_model,
            num_heads,
            d_ff,
            num_classes=SYMBOLS,
            depth=depth,
            placement=placement,
            norm=norm,
        )

    def forward(self, contexts: Tensor) -> Tensor:
        """Map contexts ``(N, CONTEXT)`` of int64 to logits ``(N, SYMBOLS)``."""
        logits: Tensor = self.classifier(self.embedding(contexts) + self.position)
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


def draw_xavier(blocks: nn.Module) -> None:
    """Draw all matrices of Transformer blocks by Xavier's rule, with a gain of 1."""
    for name, weight in blocks.named_parameters():
        if weight.ndim == 2:
            matrices = 3 if "in_proj" in name else 1  # queries, keys and values in one
            for matrix in weight.detach().chunk(matrices):
                nn.init.xavier_normal_(matrix)


class HeadScale(nn.Module):
    """Multiply each attention head by a learned number, at first 1.

    Examples
    --------
    >>> import torch
    >>> scale = HeadScale(2)
    >>> scale.weight.data = torch.tensor([1.0, 10.0])
    >>> scale(torch.ones(1, 4)).detach()
    tensor([[ 1.,  1., 10., 10.]])
    """

    def __init__(self, num_heads: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(num_heads))

    def forward(self, heads: Tensor) -> Tensor:
        """Map heads, one behind the other on the last axis, to heads of the same shape."""
        size = heads.shape[-1] // len(self.weight)
        return heads * self.weight.repeat_interleave(size)


def into_normformer(block: TransformerBlock) -> None:
    """Give a pre-norm block what NormFormer adds to it.

    A norm behind attention, a norm of the feed-forward network's hidden units behind their
    activation, and a factor for each head before the heads are mixed.

    References
    ----------
    Shleifer et al. (2021), arXiv:2110.09456, section 2, without its optional scale of the residual.
    """
    attention = cast(MultiheadSelfAttention, block.attention.sublayer)
    first, activation, second = cast(nn.Sequential, block.feed_forward.sublayer)
    mixed = nn.Sequential(HeadScale(attention.num_heads), attention.out_proj)
    attention.add_module("out_proj", mixed)
    block.attention.norm_out = LayerNorm(attention.d_model)
    hidden_norm = LayerNorm(cast(int, first.out_features))
    block.feed_forward.sublayer = nn.Sequential(first, activation, hidden_norm, second)
