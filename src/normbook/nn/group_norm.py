"""Group normalization: each sample by the statistics of groups of its channels."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from normbook.nn._checks import (
    along_channels,
    at_least_float32,
    check_channels,
    check_eps,
    check_positive,
)
from normbook.nn._parameters import new_parameter, reset_affine


class GroupNorm(nn.Module):
    r"""Normalize each group of channels of each sample, then scale and shift each channel.

    .. math::

        y = \gamma_c \frac{x - \mu_{ng}}{\sqrt{\sigma_{ng}^2 + \varepsilon}} + \beta_c

    where :math:`\mu_{ng}` and :math:`\sigma_{ng}^2` are taken over the C/G channels of group g and
    over all trailing axes. One group is layer normalization over (C, ...) with a weight and a bias
    a channel; C groups are instance normalization.

    Parameters
    ----------
    num_groups : int
        G; divides num_channels.
    num_channels : int
        C, the number of channels, on axis 1.
    eps : float
        Added to the variance, inside the root; in the units of x squared. With 0, values that are
        all equal give NaN, as in torch.
    affine : bool
        Whether to learn ``weight`` and ``bias``, each of shape ``(C,)``.
    device : torch.device or str, optional
        Where the parameters are; PyTorch's default where it is None.
    dtype : torch.dtype, optional
        Of the parameters; PyTorch's default where it is None.

    Raises
    ------
    ValueError
        If a size is below 1, num_groups does not divide num_channels, eps is negative or not
        finite, or x has another shape.
    TypeError
        If a size is no integer, eps no number, or x is not floating-point.

    Examples
    --------
    >>> import torch
    >>> GroupNorm(2, 4)(torch.tensor([[1.0, 3.0, 10.0, 30.0]])).detach()
    tensor([[-1.0000,  1.0000, -1.0000,  1.0000]])

    References
    ----------
    Wu & He (2018), arXiv:1803.08494, equation 7.
    """

    weight: nn.Parameter | None
    bias: nn.Parameter | None

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        *,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        check_positive(num_groups=num_groups, num_channels=num_channels)
        if num_channels % num_groups:
            raise ValueError(
                f"num_groups is {num_groups} and num_channels is {num_channels}; expected groups "
                "of equal size. Choose a num_groups that divides num_channels."
            )
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = check_eps(eps)
        self.affine = affine
        self.weight = new_parameter(num_channels, device, dtype) if affine else None
        self.bias = new_parameter(num_channels, device, dtype) if affine else None
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set every parameter to its first value."""
        reset_affine(self.weight, self.bias)

    def forward(self, x: Tensor) -> Tensor:
        """Map x ``(N, C, ...)`` to y of the same shape and dtype."""
        z = at_least_float32(x)
        check_channels(z, self.num_channels, min_ndim=2)
        grouped = torch.unflatten(z, 1, (self.num_groups, -1))  # (N, G, C/G, ...)
        axes = tuple(range(2, grouped.ndim))
        centered = grouped - grouped.mean(axes, keepdim=True)
        var = centered.square().mean(axes, keepdim=True)  # biased; (N, G, 1, ...)
        y = (centered / torch.sqrt(var + self.eps)).flatten(1, 2)  # (N, C, ...)
        if self.weight is not None:
            y = y * along_channels(self.weight, z.ndim)
        if self.bias is not None:
            y = y + along_channels(self.bias, z.ndim)
        return y.to(x.dtype)

    def extra_repr(self) -> str:
        """Return what ``repr`` shows between the parentheses."""
        return f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}"
