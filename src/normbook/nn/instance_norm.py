"""Instance normalization: each channel of each sample by its own statistics."""

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


class InstanceNorm(nn.Module):
    r"""Normalize each channel of each sample over its trailing axes.

    .. math::

        y = \gamma_c \frac{x - \mu_{nc}}{\sqrt{\sigma_{nc}^2 + \varepsilon}} + \beta_c

    A channel with one trailing value is its own mean: where :math:`\varepsilon` is above 0 it gives
    :math:`\beta_c`.

    Parameters
    ----------
    num_features : int
        C, the number of channels, on axis 1.
    eps : float
        Added to the variance, inside the root; in the units of x squared. With 0, values that are
        all equal give NaN, as in torch.
    affine : bool
        Whether to learn ``weight`` and ``bias``, each of shape ``(C,)``; as in torch, not by
        default.
    device : torch.device or str, optional
        Where the parameters are; PyTorch's default where it is None.
    dtype : torch.dtype, optional
        Of the parameters; PyTorch's default where it is None.

    Raises
    ------
    ValueError
        If num_features is below 1, eps is negative or not finite, or x has another shape or no
        trailing axis.
    TypeError
        If a size is no integer, eps no number, or x is not floating-point.

    Examples
    --------
    >>> import torch
    >>> InstanceNorm(2)(torch.tensor([[[1.0, 3.0], [10.0, 30.0]]]))
    tensor([[[-1.0000,  1.0000],
             [-1.0000,  1.0000]]])

    References
    ----------
    Ulyanov, Vedaldi & Lempitsky (2016), arXiv:1607.08022; also Wu & He (2018), arXiv:1803.08494,
    equation 5.
    """

    weight: nn.Parameter | None
    bias: nn.Parameter | None

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        *,
        affine: bool = False,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        check_positive(num_features=num_features)
        self.num_features = num_features
        self.eps = check_eps(eps)
        self.affine = affine
        self.weight = new_parameter(num_features, device, dtype) if affine else None
        self.bias = new_parameter(num_features, device, dtype) if affine else None
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set every parameter to its first value."""
        reset_affine(self.weight, self.bias)

    def forward(self, x: Tensor) -> Tensor:
        """Map x ``(N, C, L, ...)`` to y of the same shape and dtype."""
        z = at_least_float32(x)
        check_channels(z, self.num_features, min_ndim=3)
        axes = tuple(range(2, z.ndim))
        centered = z - z.mean(axes, keepdim=True)
        var = centered.square().mean(axes, keepdim=True)  # biased; (N, C, 1, ...)
        y = centered / torch.sqrt(var + self.eps)
        if self.weight is not None:
            y = y * along_channels(self.weight, z.ndim)
        if self.bias is not None:
            y = y + along_channels(self.bias, z.ndim)
        return y.to(x.dtype)

    def extra_repr(self) -> str:
        """Return what ``repr`` shows between the parentheses."""
        return f"{self.num_features}, eps={self.eps}, affine={self.affine}"
