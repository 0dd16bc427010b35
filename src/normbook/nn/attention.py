"""Multi-head self-attention, with an optional norm of queries and keys."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from normbook.nn._checks import check_floating_point, check_positive, check_tensor, trailing_axes
from normbook.nn._parameters import new_parameter, reset_children
from normbook.nn.residual import NormFactory, make_norm


class MultiheadSelfAttention(nn.Module):
    r"""Give every position a weighted mean of the values of all positions, in several heads.

    .. math::

        \mathrm{head} = \mathrm{softmax}\!\left(\frac{N_q(Q)\, N_k(K)^\top}{\sqrt{d}}\right) N_v(V),
        \qquad d = D / \text{heads}

    :math:`N_q` and :math:`N_k` are the QK-norm, over the d features of one head; without it they do
    nothing. With it a logit is bounded by the lengths that the norm gives, however the projections
    grow. :math:`N_v` does the same for the values; HybridNorm has all three.

    Parameters
    ----------
    d_model : int
        D, the size of the last axis.
    num_heads : int
        Number of heads; divides d_model.
    qk_norm : callable, optional
        Makes a norm from d, such as ``RMSNorm``; one for queries and one for keys, shared by all
        heads.
    v_norm : callable, optional
        Makes a norm of the values from d, as qk_norm does.
    device : torch.device or str, optional
        Where the parameters are; PyTorch's default where it is None.
    dtype : torch.dtype, optional
        Of the parameters; PyTorch's default where it is None.

    Raises
    ------
    ValueError
        If a size is below 1, num_heads does not divide d_model, or x or the mask has another shape.
    TypeError
        If a size is no integer, x is not floating-point, or the mask is not boolean.

    Examples
    --------
    >>> import torch
    >>> MultiheadSelfAttention(d_model=8, num_heads=2)(torch.randn(2, 5, 8)).shape
    torch.Size([2, 5, 8])

    References
    ----------
    Vaswani et al. (2017), arXiv:1706.03762, equation 1. QK-norm: Henry et al. (2020),
    arXiv:2010.04245, with a learned scale in place of :math:`1/\sqrt d`; as a LayerNorm, Dehghani
    et al. (2023), arXiv:2302.05442. Of values as well: Zhuo et al. (2025), arXiv:2503.04598.
    """

    def __init__(
        self,
        d_model: int,
        num_heads: int,
        *,
        qk_norm: NormFactory | None = None,
        v_norm: NormFactory | None = None,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        check_positive(d_model=d_model, num_heads=num_heads)
        if d_model % num_heads:
            raise ValueError(
                f"num_heads is {num_heads} and d_model is {d_model}; expected heads of equal size. "
                "Choose a num_heads that divides d_model."
            )
        self.d_model = d_model
        self.num_heads = num_heads
        d_head = d_model // num_heads
        # Names, shapes and the order of random draws are those of torch.nn.MultiheadAttention, so
        # that a state_dict moves between the two and a seed gives both the same weights.
        self.in_proj_weight = new_parameter((3 * d_model, d_model), device, dtype)
        self.in_proj_bias = new_parameter(3 * d_model, device, dtype)
        self.out_proj = nn.Linear(d_model, d_model, device=device, dtype=dtype)
        self._reset_projections()
        self.norm_q = make_norm(qk_norm, d_head, device, dtype)
        self.norm_k = make_norm(qk_norm, d_head, device, dtype)
        self.norm_v = make_norm(v_norm, d_head, device, dtype)

    def reset_parameters(self) -> None:
        """Draw the weights anew, and set all biases to 0 and the norms to their first values."""
        reset_children(self)
        self._reset_projections()

    def _reset_projections(self) -> None:
        nn.init.xavier_uniform_(self.in_proj_weight)
        nn.init.zeros_(self.in_proj_bias)
        nn.init.zeros_(self.out_proj.bias)

    def forward(self, x: Tensor, padding_mask: Tensor | None = None) -> Tensor:
        """Map x ``(N, T, D)`` to y of the same shape.

        ``padding_mask`` ``(N, T)`` is True where a position is padding, which no position attends
        to. The output at a padded position is to be ignored.
        """
        check_floating_point(x)
        if x.ndim != 3:
            raise ValueError(f"x has shape {tuple(x.shape)}; expected (N, T, {self.d_model}).")
        trailing_axes(x, (self.d_model,))
        qkv = F.linear(x, self.in_proj_weight, self.in_proj_bias)  # (N, T, 3 D)
        q, k, v = (
            torch.unflatten(part, -1, (self.num_heads, -1)).transpose(1, 2)  # (N, heads, T, d)
            for part in qkv.chunk(3, dim=-1)
        )
        q, k, v = self.norm_q(q), self.norm_k(k), self.norm_v(v)
        # Divided first: in float16 the product overflows long before the logits do.
        logits = (q / math.sqrt(q.shape[-1])) @ k.transpose(-1, -2)  # (N, heads, T, T)
        if padding_mask is not None:
            check_padding_mask(padding_mask, x)
            # The lowest finite number, not -inf: a row of padding alone then stays free of NaN.
            lowest = torch.finfo(logits.dtype).min
            logits = logits.masked_fill(padding_mask[:, None, None, :], lowest)
        heads = logits.softmax(dim=-1) @ v  # (N, heads, T, d)
        y: Tensor = self.out_proj(heads.transpose(1, 2).flatten(2))  # (N, T, D)
        return y

    def extra_repr(self) -> str:
        """Return what ``repr`` shows between the parentheses."""
        return f"{self.d_model}, num_heads={self.num_heads}"


def check_padding_mask(padding_mask: Tensor, x: Tensor) -> None:
    """Refuse a mask that is not boolean, or not of shape ``(N, T)`` for x ``(N, T, D)``."""
    check_tensor(padding_mask, "padding_mask")
    if padding_mask.dtype != torch.bool:
        raise TypeError(
            f"padding_mask has dtype {padding_mask.dtype}; expected torch.bool, True at padding. "
            "Compare first, such as tokens == pad."
        )
    if padding_mask.shape != x.shape[:2]:
        raise ValueError(
            f"padding_mask has shape {tuple(padding_mask.shape)}; expected {tuple(x.shape[:2])}, "
            "one entry a position of x."
        )
