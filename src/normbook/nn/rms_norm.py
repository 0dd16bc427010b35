"""RMS normalization: layer normalization that keeps the mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import torch
from torch import Tensor, nn

from normbook.nn._checks import as_shape, at_least_float32, check_eps, trailing_axes
from normbook.nn._parameters import new_parameter

Cast = Literal["llama", "olmo", "gemma"]


class RMSNorm(nn.Module):
    r"""Divide the trailing axes of each sample by their root mean square, then scale.

    .. math::

        y = \gamma \frac{x}{\sqrt{\frac1D \sum_i x_i^2 + \varepsilon}}

    The quotient is computed in float32 where x is float16 or bfloat16. ``cast`` says where it goes
    back to the dtype of x, and what ``weight`` stores:

    ==========  ============================  ==================================
    ``cast``    y                             ``weight``
    ==========  ============================  ==================================
    ``llama``   ``w * x_hat.to(dtype)``       the scale, 1 at the start
    ``olmo``    ``(w * x_hat).to(dtype)``     the scale, 1 at the start
    ``gemma``   ``((1+w)*x_hat).to(dtype)``   the scale minus 1, 0 at the start
    ==========  ============================  ==================================

    Where x and weight are both float32, or both float64, ``llama`` and ``olmo`` are the same
    function.

    Parameters
    ----------
    normalized_shape : int or sequence of int
        Sizes of the trailing axes to normalize; D is their product.
    eps : float
        Added to the mean square, inside the root; in the units of x squared. That of
        ``torch.nn.RMSNorm`` is None by default: ``torch.finfo(x.dtype).eps``, 1.2e-7 in float32.
        With 0, zeros give NaN, as in torch.
    elementwise_affine : bool
        Whether to learn ``weight``, of shape ``normalized_shape``.
    cast : {"llama", "olmo", "gemma"}
        The order of casts, as in the table.
    device : torch.device or str, optional
        Where the parameters are; PyTorch's default where it is None.
    dtype : torch.dtype, optional
        Of the parameters; PyTorch's default where it is None.

    Raises
    ------
    ValueError
        If a size is below 1, eps is negative or not finite, cast is unknown, or x has other
        trailing sizes.
    TypeError
        If a size is no integer, eps no number, or x is not floating-point.

    Examples
    --------
    >>> import torch
    >>> RMSNorm(4)(torch.tensor([[1.0, 1.0, 1.0, 5.0]])).detach()
    tensor([[0.3780, 0.3780, 0.3780, 1.8898]])

    References
    ----------
    Zhang & Sennrich (2019), arXiv:1910.07467, equation 4.
    """

    weight: nn.Parameter | None

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        eps: float = 1e-6,
        elementwise_affine: bool = True,
        *,
        cast: Cast = "llama",
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        if cast not in get_args(Cast):
            raise ValueError(f"cast is {cast!r}; expected one of {get_args(Cast)}.")
        self.normalized_shape = as_shape(normalized_shape)
        self.eps = check_eps(eps)
        self.elementwise_affine = elementwise_affine
        self.cast = cast
        shape = self.normalized_shape
        self.weight = new_parameter(shape, device, dtype) if elementwise_affine else None
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set every parameter to its first value."""
        if self.weight is not None:
            nn.init.constant_(self.weight, 0.0 if self.cast == "gemma" else 1.0)

    def forward(self, x: Tensor) -> Tensor:
        """Map x ``(..., *normalized_shape)`` to y of the same shape and dtype."""
        z = at_least_float32(x)
        axes = trailing_axes(z, self.normalized_shape)
        mean_square = z.square().mean(axes, keepdim=True)  # (..., 1)
        x_hat = z / torch.sqrt(mean_square + self.eps)
        if self.weight is None:
            return x_hat.to(x.dtype)
        if self.cast == "llama":
            return self.weight.to(x.dtype) * x_hat.to(x.dtype)
        # 1 + w is rounded in w's own dtype unless w is widened first: in bfloat16, 15.8125 + 1 =
        # 16.75.
        w = at_least_float32(self.weight)
        scale = 1 + w if self.cast == "gemma" else w
        return (scale * x_hat).to(x.dtype)

    def extra_repr(self) -> str:
        """Return what ``repr`` shows between the parentheses."""
        return (
            f"{self.normalized_shape}, eps={self.eps}, "
            f"elementwise_affine={self.elementwise_affine}, cast={self.cast!r}"
        )
