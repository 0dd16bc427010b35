"""Where a block normalizes: seven ways to join a sublayer, a norm and a residual connection."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

import torch
from torch import Tensor, nn

from normbook.nn._checks import check_positive
from normbook.nn._parameters import reset_children
from normbook.nn.conditional_layer_norm import ConditionalLayerNorm
from normbook.nn.layer_norm import LayerNorm

Placement = Literal["pre", "post", "sandwich", "olmo2", "deepnorm", "lns", "keel"]
CLOSED: tuple[Placement, ...] = ("post", "deepnorm", "keel")
"""The placements with a norm on the residual stream itself; in the others it grows."""

NormFactory = Callable[
    [int], nn.Module
]  # a norm's class, or any function of the number of features


def make_norm(
    norm: NormFactory | None,
    num_features: int,
    device: torch.device | str | None,
    dtype: torch.dtype | None,
) -> nn.Module:
    """Return a norm with its parameters on ``device`` in ``dtype``, or the identity for None."""
    if isinstance(norm, nn.Module) or not (norm is None or callable(norm)):
        raise TypeError(
            f"the norm is {norm!r}; expected what makes one. Pass the class, such as LayerNorm, or "
            "a function of the number of features."
        )
    made = nn.Identity() if norm is None else norm(num_features)
    # Moved after it was made, since a factory takes the number of features alone.
    return made.to(device=device, dtype=dtype)


def deepnorm_alpha(depth: int) -> float:
    r"""Return :math:`\alpha = (2M)^{1/4}`, DeepNorm's weight of the residual for M layers.

    Parameters
    ----------
    depth : int
        M, the layers of an encoder-only or a decoder-only stack, each of attention and
        feed-forward.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If depth is below 1.

    Examples
    --------
    >>> deepnorm_alpha(8)
    2.0

    References
    ----------
    Wang et al. (2022), arXiv:2203.00555, figure 2.
    """
    check_positive(depth=depth)
    return float((2 * depth) ** 0.25)


def deepnorm_beta(depth: int) -> float:
    r"""Return :math:`\beta = (8M)^{-1/4}`, DeepNorm's gain at initialization for M layers.

    It is the gain of Xavier initialization for the weights of the feed-forward sublayer and for the
    value and output projections of attention; queries and keys keep a gain of 1.

    Parameters
    ----------
    depth : int
        M, the layers of an encoder-only or a decoder-only stack, each of attention and
        feed-forward.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If depth is below 1.

    Examples
    --------
    >>> deepnorm_beta(2)
    0.5

    References
    ----------
    Wang et al. (2022), arXiv:2203.00555, figure 2.
    """
    check_positive(depth=depth)
    return float((8 * depth) ** -0.25)


class Residual(nn.Module):
    r"""Join a sublayer G, a norm and a residual connection.

    =============  ==================================  ===================================
    ``placement``  y                                   seen in
    =============  ==================================  ===================================
    ``pre``        :math:`x + G(N(x))`                 GPT-2, Llama
    ``post``       :math:`N(x + G(x))`                 the first Transformer, BERT
    ``sandwich``   :math:`x + N_2(G(N_1(x)))`          CogView, Gemma 2; also called Peri-LN
    ``olmo2``      :math:`x + N(G(x))`                 OLMo 2
    ``deepnorm``   :math:`N(\alpha x + G(x))`          DeepNet
    ``lns``        :math:`x + G(N(x) / \sqrt\ell)`     LayerNorm scaling
    ``keel``       :math:`N_2(\alpha x + G(N_1(x)))`   Keel
    =============  ==================================  ===================================

    Two more are made of these. Mix-LN is ``post`` in the first blocks and ``pre`` in the others.
    HybridNorm is ``post`` for attention, which normalizes its queries, keys and values, and a
    feed-forward network without a norm of its own.

    Parameters
    ----------
    sublayer : nn.Module
        G; keeps the shape of its first argument.
    d_model : int
        D, the size of the last axis of x.
    placement : {"pre", "post", "sandwich", "olmo2", "deepnorm", "lns", "keel"}
        As in the table.
    norm : callable, optional
        Makes a norm from d_model: ``LayerNorm``, ``RMSNorm``, ``ScaleNorm``, ``DynamicTanh`` or a
        function. None for no norm at all.
    depth : int, optional
        Layers of the whole stack, M, each of attention and feed-forward. DeepNorm takes its
        :math:`\alpha` from it, and Keel, where it is 2 M, the number of sublayers.
    layer : int, optional
        The layer's number in the stack, :math:`\ell`, from 1. LayerNorm scaling needs it.
    device : torch.device or str, optional
        Where the norms' parameters are; PyTorch's default where it is None. The sublayer stays
        where it is.
    dtype : torch.dtype, optional
        Of the norms' parameters; PyTorch's default where it is None. The sublayer keeps its own.

    Raises
    ------
    ValueError
        If d_model is below 1, or placement is unknown, "deepnorm" or "keel" without a depth, or
        "lns" without a layer.
    TypeError
        If d_model, depth or layer is no integer, or norm is a norm and not what makes one.

    Examples
    --------
    >>> import torch
    >>> block = Residual(torch.nn.Linear(8, 8), d_model=8, placement="sandwich")
    >>> block(torch.randn(2, 5, 8)).shape
    torch.Size([2, 5, 8])

    References
    ----------
    pre, post: Xiong et al. (2020), arXiv:2002.04745. sandwich: Ding et al. (2021),
    arXiv:2105.13290, and Kim et al. (2025), arXiv:2502.02732. olmo2: arXiv:2501.00656. deepnorm:
    Wang et al. (2022), arXiv:2203.00555. lns: Sun et al. (2025), arXiv:2502.05795. keel: Chen & Wei
    (2026), arXiv:2601.19895. Mix-LN: Li et al. (2025), arXiv:2412.13795. HybridNorm: Zhuo et al.
    (2025), arXiv:2503.04598.
    """

    def __init__(
        self,
        sublayer: nn.Module,
        d_model: int,
        placement: Placement = "pre",
        *,
        norm: NormFactory | None = LayerNorm,
        depth: int | None = None,
        layer: int | None = None,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        if placement not in get_args(Placement):
            raise ValueError(f"placement is {placement!r}; expected one of {get_args(Placement)}.")
        check_positive(d_model=d_model)
        self.placement = placement
        self.depth = depth
        self.alpha = _residual_weight(placement, depth)
        self.scale = _norm_weight(placement, layer)
        norm_in = norm if placement in ("pre", "sandwich", "lns", "keel") else None
        norm_out = norm if placement not in ("pre", "lns") else None
        self.norm_in = make_norm(norm_in, d_model, device, dtype)
        self.sublayer = sublayer
        self.norm_out = make_norm(norm_out, d_model, device, dtype)

    def reset_parameters(self) -> None:
        """Set all parameters to first values; with "deepnorm", draw those of the sublayer for it.

        The constructor leaves the sublayer as it is. Each module of it that has parameters needs a
        ``reset_parameters`` of its own, or a TypeError names it.
        """
        reset_children(self)
        self.draw_for_deepnorm()

    @torch.no_grad()
    def draw_for_deepnorm(self) -> None:
        """With "deepnorm", draw the sublayer's weights as its paper says; else do nothing.

        The matrices of attention and of linear layers are drawn by Xavier's normal distribution,
        with a gain of 1 for queries and keys and of :func:`deepnorm_beta` for all others. The maps
        of a :class:`ConditionalLayerNorm` stay as they are.
        """
        if self.placement != "deepnorm" or self.depth is None:
            return
        beta = deepnorm_beta(self.depth)
        parts = list(self.sublayer.modules())
        norms = [part for part in parts if isinstance(part, ConditionalLayerNorm)]
        maps = [linear for norm in norms for linear in (norm.weight_map, norm.bias_map)]
        for module in parts:
            if module in maps:
                continue
            if isinstance(module, nn.Linear):
                nn.init.xavier_normal_(module.weight, gain=beta)
            elif isinstance(joint := getattr(module, "in_proj_weight", None), Tensor):
                for weight, gain in zip(joint.chunk(3), (1.0, 1.0, beta), strict=True):
                    nn.init.xavier_normal_(weight, gain=gain)

    def forward(self, x: Tensor, **arguments: Tensor | None) -> Tensor:
        """Map x ``(..., D)`` to y of the same shape; keyword arguments go to the sublayer."""
        branch: Tensor = self.sublayer(self.scale * self.norm_in(x), **arguments)
        y: Tensor
        if self.placement in CLOSED:
            y = self.norm_out(self.alpha * x + branch)  # alpha is 1 for post
        else:
            y = x + self.norm_out(branch)  # norm_out is the identity for pre and lns
        return y

    def extra_repr(self) -> str:
        """Return what ``repr`` shows between the parentheses."""
        alpha = f", alpha={self.alpha:.4g}" if self.alpha != 1 else ""
        scale = f", scale={self.scale:.4g}" if self.placement == "lns" else ""
        return f"placement={self.placement!r}{alpha}{scale}"


def _residual_weight(placement: Placement, depth: int | None) -> float:
    """Return what x is multiplied by in the sum."""
    if placement not in ("deepnorm", "keel"):
        return 1.0
    if depth is None:
        raise ValueError(
            f"placement {placement!r} got no depth; expected the number of layers of the stack, "
            "which sets alpha. Pass depth=."
        )
    check_positive(depth=depth)
    return deepnorm_alpha(depth) if placement == "deepnorm" else 2.0 * depth


def _norm_weight(placement: Placement, layer: int | None) -> float:
    """Return what the norm in front of the sublayer is multiplied by."""
    if placement != "lns":
        return 1.0
    if layer is None:
        raise ValueError(
            "placement 'lns' got no layer; expected its number in the stack, from 1. Pass layer=."
        )
    check_positive(layer=layer)
    return float(layer**-0.5)
