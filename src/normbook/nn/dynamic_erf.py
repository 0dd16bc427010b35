"""Dynamic erf: a stand-in for normalization that takes no statistics."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from normbook.nn._checks import as_shape, at_least_float32, check_alpha0, trailing_axes
from normbook.nn._parameters import new_parameter, reset_affine


class DynamicErf(nn.Module):
    r"""Shift, squash and scale each feature by the error function.

    .. math::

        y = \gamma\, \mathrm{erf}(\alpha x + s) + \beta

    The scalars :math:`\alpha` and s are learned; no element depends on another.

    Parameters
    ----------
    normalized_shape : int or sequence of int
        Sizes of the trailing axes; ``weight`` and ``bias`` have this shape.
    alpha0 : float
        The first value of ``alpha``; in the units of 1/x. ``shift`` begins at 0.
    device : torch.device or str, optional
        Where the parameters are; PyTorch's default where it is None.
    dtype : torch.dtype, optional
        Of the parameters; PyTorch's default where it is None.

    Raises
    ------
    ValueError
        If a size is below 1, alpha0 is not finite, or x has other trailing sizes.
    TypeError
        If a size is no integer, alpha0 no number, or x is not floating-point.

    Examples
    --------
    >>> import torch
    >>> DynamicErf(3)(torch.tensor([[-100.0, 0.0, 1.0]])).detach()
    tensor([[-1.0000,  0.0000,  0.5205]])

    References
    ----------
    Chen et al. (2026), arXiv:2512.10938.
    """

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        alpha0: float = 0.5,
        *,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        self.normalized_shape = as_shape(normalized_shape)
        self.alpha0 = check_alpha0(alpha0)
        self.alpha = new_parameter((), device, dtype)
        self.shift = new_parameter((), device, dtype)
        self.weight = new_parameter(self.normalized_shape, device, dtype)
        self.bias = new_parameter(self.normalized_shape, device, dtype)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set every parameter to its first value."""
        nn.init.constant_(self.alpha, self.alpha0)
        nn.init.zeros_(self.shift)
        reset_affine(self.weight, self.bias)

    def forward(self, x: Tensor) -> Tensor:
        """Map x ``(..., *normalized_shape)`` to y of the same shape and dtype."""
        z = at_least_float32(x)
        trailing_axes(z, self.normalized_shape)
        return (self.weight * torch.erf(self.alpha * z + self.shift) + self.bias).to(x.dtype)

    def extra_repr(self) -> str:
        """Return what ``repr`` shows between the parentheses."""
        return f"{self.normalized_shape}, alpha0={self.alpha0}"
