"""A tiny Transformer classifier, built of the parts of this book."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import torch
from torch import Tensor, nn

from normbook.nn._checks import at_least_float32, check_positive
from normbook.nn._parameters import reset_children
from normbook.nn.attention import MultiheadSelfAttention, check_padding_mask
from normbook.nn.layer_norm import LayerNorm
from normbook.nn.residual import CLOSED, NormFactory, Placement, Residual, make_norm


class TransformerBlock(nn.Module):
    """Self-attention, then a feed-forward network of two layers, each in a :class:`Residual`.

    Parameters
    ----------
    d_model : int
        D, the size of the last axis.
    num_heads : int
        Attention heads; divides d_model.
    d_ff : int
        Hidden units of the feed-forward network.
    placement, norm, depth, layer
        As in :class:`Residual`; "deepnorm" also draws the weights as its paper says.
    qk_norm : callable, optional
        As in :class:`MultiheadSelfAttention`.
    device : torch.device or str, optional
        Where the parameters are; PyTorch's default where it is None.
    dtype : torch.dtype, optional
        Of the parameters; PyTorch's default where it is None.

    Raises
    ------
    ValueError
        If a size is below 1, num_heads does not divide d_model, or placement is unknown.

    Examples
    --------
    >>> import torch
    >>> TransformerBlock(d_model=8, num_heads=2, d_ff=16)(torch.randn(2, 5, 8)).shape
    torch.Size([2, 5, 8])

    References
    ----------
    Vaswani et al. (2017), arXiv:1706.03762, section 3.
    """

    def __init__(
        self,
        d_model: int,
        num_heads: int,
        d_ff: int,
        placement: Placement = "pre",
        *,
        norm: NormFactory | None = LayerNorm,
        depth: int | None = None,
        layer: int | None = None,
        qk_norm: NormFactory | None = None,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        check_positive(d_ff=d_ff)
        attention = MultiheadSelfAttention(
            d_model, num_heads, qk_norm=qk_norm, device=device, dtype=dtype
        )
        feed_forward = nn.Sequential(
            nn.Linear(d_model, d_ff, device=device, dtype=dtype),
            nn.GELU(),
            nn.Linear(d_ff, d_model, device=device, dtype=dtype),
        )
        joined = partial(
            Residual,
            d_model=d_model,
            placement=placement,
            norm=norm,
            depth=depth,
            layer=layer,
            device=device,
            dtype=dtype,
        )
        self.attention = joined(attention)
        self.feed_forward = joined(feed_forward)
        self._draw_for_deepnorm()

    def reset_parameters(self) -> None:
        """Draw the weights anew, and set all other parameters to their first values.

        Raises
        ------
        TypeError
            If a norm of your own has parameters and no such method.
        """
        # In the order of the constructor's draws: both sublayers, then both again for DeepNorm.
        reset_children(self.attention)
        reset_children(self.feed_forward)
        self._draw_for_deepnorm()

    def _draw_for_deepnorm(self) -> None:
        for residual in (self.attention, self.feed_forward):
            residual.draw_for_deepnorm()

    def forward(self, x: Tensor, padding_mask: Tensor | None = None) -> Tensor:
        """Map x ``(N, T, D)`` to y of the same shape; the mask ``(N, T)`` is True at padding."""
        x = self.attention(x, padding_mask=padding_mask)
        y: Tensor = self.feed_forward(x)
        return y


class TransformerClassifier(nn.Module):
    """Blocks, a norm of the last one's output, the mean over time, a linear layer.

    The last norm is there where the placement of the last block leaves the residual stream as it
    is; "post", "deepnorm" and "keel" have normalized it already. There is no position embedding:
    add one to x where the order of the sequence matters.

    Parameters
    ----------
    d_model, num_heads, d_ff, norm, qk_norm
        As in :class:`TransformerBlock`.
    placement : str or sequence of str
        As in :class:`Residual`: one for all blocks, or one for each, as Mix-LN has it.
    depth : int
        Number of blocks.
    num_classes : int
        Number of logits.
    device : torch.device or str, optional
        Where the parameters are; PyTorch's default where it is None.
    dtype : torch.dtype, optional
        Of the parameters; PyTorch's default where it is None.

    Raises
    ------
    ValueError
        If a size is below 1, num_heads does not divide d_model, a placement is unknown, or there
        are not as many placements as blocks.

    Examples
    --------
    >>> import torch
    >>> TransformerClassifier()(torch.randn(2, 6, 32)).shape
    torch.Size([2, 5])
    """

    def __init__(
        self,
        d_model: int = 32,
        num_heads: int = 4,
        d_ff: int = 64,
        placement: Placement | Sequence[Placement] = "pre",
        *,
        norm: NormFactory | None = LayerNorm,
        depth: int = 1,
        num_classes: int = 5,
        qk_norm: NormFactory | None = None,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        check_positive(depth=depth, num_classes=num_classes)
        placements = _one_for_each_block(placement, depth)
        self.blocks = nn.ModuleList(
            TransformerBlock(
                d_model,
                num_heads,
                d_ff,
                each,
                norm=norm,
                depth=depth,
                layer=layer,
                qk_norm=qk_norm,
                device=device,
                dtype=dtype,
            )
            for layer, each in enumerate(placements, start=1)
        )
        last = None if placements[-1] in CLOSED else norm
        self.norm = make_norm(last, d_model, device, dtype)
        self.head = nn.Linear(d_model, num_classes, device=device, dtype=dtype)

    def reset_parameters(self) -> None:
        """Draw the weights anew, and set all other parameters to their first values.

        Raises
        ------
        TypeError
            If a norm of your own has parameters and no such method.
        """
        reset_children(self)

    def forward(self, x: Tensor, padding_mask: Tensor | None = None) -> Tensor:
        """Map x ``(N, T, D)`` to logits ``(N, num_classes)``; ``padding_mask`` as in the block.

        A sequence of padding alone has the mean 0.
        """
        for block in self.blocks:
            x = block(x, padding_mask=padding_mask)
        logits: Tensor = self.head(mean_over_time(self.norm(x), padding_mask))
        return logits


def _one_for_each_block(
    placement: Placement | Sequence[Placement], depth: int
) -> Sequence[Placement]:
    if isinstance(placement, str):
        return [placement] * depth
    if len(placement) != depth:
        raise ValueError(
            f"placement has {len(placement)} entries and depth is {depth}; expected one for each "
            "block, or a single one."
        )
    return placement


def mean_over_time(x: Tensor, padding_mask: Tensor | None = None) -> Tensor:
    """Return the mean ``(N, D)`` of x ``(N, T, D)`` over its positions that are not padding.

    Examples
    --------
    >>> import torch
    >>> x = torch.tensor([[[1.0], [3.0], [100.0]]])
    >>> mean_over_time(x, torch.tensor([[False, False, True]]))
    tensor([[2.]])
    """
    if padding_mask is None:
        return x.mean(dim=1)
    check_padding_mask(padding_mask, x)
    real = ~padding_mask[..., None]  # (N, T, 1)
    total = at_least_float32(x).where(real, 0).sum(dim=1)
    return (total / real.sum(dim=1).clamp(min=1)).to(x.dtype)
