"""Channel layer normalization: each position of an image by its own channels."""

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


class ChannelLayerNorm(nn.Module):
    r"""Normalize over the channels at each position of ``(N, C, ...)``, then scale and shift.

    .. math::

        y_{nchw} =
        \gamma_c \frac{x_{nchw} - \mu_{nhw}}{\sqrt{\sigma_{nhw}^2 + \varepsilon}} + \beta_c

    This is :class:`LayerNorm` over C for a tensor whose channels are on axis 1. It is not
    :class:`InstanceNorm`, which averages over height and width, nor ``GroupNorm(1, C)``, which
    averages over all three.

    Parameters
    ----------
    num_channels : int
        C, the number of channels, on axis 1; ``weight`` and ``bias`` have the shape ``(C,)``.
    eps : float
        Added to the variance, inside the root; in the units of x squared. With 0, values that are
        all equal give NaN, as in torch.
    device : torch.device or str, optional
        Where the parameters are; PyTorch's default where it is None.
    dtype : torch.dtype, optional
        Of the parameters; PyTorch's default where it is None.

    Raises
    ------
    ValueError
        If num_channels is below 1, eps is negative or not finite, or x has another shape.
    TypeError
        If a size is no integer, eps no number, or x is not floating-point.

    Examples
    --------
    >>> import torch
    >>> image = torch.tensor([[[[1.0, 2.0]], [[3.0, 6.0]]]])  # N, C, H, W = 1, 2, 1, 2
    >>> ChannelLayerNorm(2)(image).detach()[0, :, 0]
    tensor([[-1.0000, -1.0000],
            [ 1.0000,  1.0000]])

    References
    ----------
    Liu et al. (2022), ConvNeXt, arXiv:2201.03545.
    """

    def __init__(
        self,
        num_channels: int,
        eps: float = 1e-6,
        *,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        check_positive(num_channels=num_channels)
        self.num_channels = num_channels
        self.eps = check_eps(eps)
        self.weight = new_parameter(num_channels, device, dtype)
        self.bias = new_parameter(num_channels, device, dtype)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set every parameter to its first value."""
        reset_affine(self.weight, self.bias)

    def forward(self, x: Tensor) -> Tensor:
        """Map x ``(N, C, ...)`` to y of the same shape and dtype."""
        z = at_least_float32(x)
        check_channels(z, self.num_channels, min_ndim=2)
        centered = z - z.mean(1, keepdim=True)
        var = centered.square().mean(1, keepdim=True)  # biased; (N, 1, ...)
        x_hat = centered / torch.sqrt(var + self.eps)
        y = x_hat * along_channels(self.weight, z.ndim) + along_channels(self.bias, z.ndim)
        return y.to(x.dtype)

    def extra_repr(self) -> str:
        """Return what ``repr`` shows between the parentheses."""
        return f"{self.num_channels}, eps={self.eps}"
