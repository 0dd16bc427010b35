"""Layer normalization: each sample by the mean and variance of its own features."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from normbook.nn._checks import as_shape, at_least_float32, check_eps, trailing_axes
from normbook.nn._parameters import new_parameter, reset_affine


class LayerNorm(nn.Module):
    r"""Normalize the trailing axes of each sample, then scale and shift.

    .. math::

        \mu = \frac1D \sum_i x_i, \qquad
        \sigma^2 = \frac1D \sum_i (x_i - \mu)^2, \qquad
        y = \gamma \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} + \beta

    Parameters
    ----------
    normalized_shape : int or sequence of int
        Sizes of the trailing axes to normalize; D is their product.
    eps : float
        Added to the variance, inside the root; in the units of x squared. With 0, values that are
        all equal give NaN, as in torch.
    elementwise_affine : bool
        Whether to learn ``weight`` and ``bias``, each of shape ``normalized_shape``.
    bias : bool
        Whether to learn ``bias``; without ``elementwise_affine`` there is none.
    device : torch.device or str, optional
        Where the parameters are; PyTorch's default where it is None.
    dtype : torch.dtype, optional
        Of the parameters; PyTorch's default where it is None.

    Raises
    ------
    ValueError
        If a size is below 1, eps is negative or not finite, or x has other trailing sizes.
    TypeError
        If a size is no integer, eps no number, or x is not floating-point.

    Examples
    --------
    >>> import torch
    >>> LayerNorm(4)(torch.tensor([[1.0, 0.0, 0.0, 0.0]])).detach()
    tensor([[ 1.7320, -0.5773, -0.5773, -0.5773]])

    References
    ----------
    Ba, Kiros & Hinton (2016), arXiv:1607.06450.
    """

    weight: nn.Parameter | None
    bias: nn.Parameter | None

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        *,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        self.normalized_shape = as_shape(normalized_shape)
        self.eps = check_eps(eps)
        self.elementwise_affine = elementwise_affine
        shape = self.normalized_shape
        self.weight = new_parameter(shape, device, dtype) if elementwise_affine else None
        self.bias = new_parameter(shape, device, dtype) if elementwise_affine and bias else None
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set every parameter to its first value."""
        reset_affine(self.weight, self.bias)

    def forward(self, x: Tensor) -> Tensor:
        """Map x ``(..., *normalized_shape)`` to y of the same shape and dtype."""
        z = at_least_float32(x)
        axes = trailing_axes(z, self.normalized_shape)
        centered = z - z.mean(axes, keepdim=True)
        var = centered.square().mean(axes, keepdim=True)  # biased; (..., 1)
        # Not times rsqrt: its derivative cubes 1/sigma, which underflows float32 from sigma = 1e15.
        y = centered / torch.sqrt(var + self.eps)
        if self.weight is not None:
            y = y * self.weight
        if self.bias is not None:
            y = y + self.bias
        return y.to(x.dtype)

    def extra_repr(self) -> str:
        """Return what ``repr`` shows between the parentheses."""
        return (
            f"{self.normalized_shape}, eps={self.eps}, "
            f"elementwise_affine={self.elementwise_affine}, bias={self.bias is not None}"
        )
