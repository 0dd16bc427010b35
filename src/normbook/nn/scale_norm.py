"""Scale normalization: one learned length for every vector."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from normbook.nn._checks import at_least_float32, check_eps, check_positive, trailing_axes
from normbook.nn._parameters import new_parameter


class ScaleNorm(nn.Module):
    r"""Give every vector of features the same, learned length.

    .. math::

        y = g \frac{x}{\sqrt{\sum_i x_i^2 + \varepsilon}}

    The scalar g starts at :math:`\sqrt D`, where ScaleNorm is RMSNorm without a weight, with an eps
    of eps / D. The paper divides by :math:`\lVert x \rVert`; eps keeps the zero vector at zero,
    inside the root as elsewhere in this book.

    Parameters
    ----------
    num_features : int
        D, the size of the last axis.
    eps : float
        Added to the sum of squares, inside the root; in the units of x squared. With 0, zeros give
        NaN.
    device : torch.device or str, optional
        Where the parameters are; PyTorch's default where it is None.
    dtype : torch.dtype, optional
        Of the parameters; PyTorch's default where it is None.

    Raises
    ------
    ValueError
        If num_features is below 1, eps is negative or not finite, or x has another last size.
    TypeError
        If a size is no integer, eps no number, or x is not floating-point.

    Examples
    --------
    >>> import torch
    >>> ScaleNorm(4)(torch.tensor([[3.0, 4.0, 0.0, 0.0]])).detach()  # g = 2
    tensor([[1.2000, 1.6000, 0.0000, 0.0000]])

    References
    ----------
    Nguyen & Salazar (2019), arXiv:1910.05895.
    """

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        *,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        check_positive(num_features=num_features)
        self.num_features = num_features
        self.eps = check_eps(eps)
        self.weight = new_parameter((), device, dtype)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set every parameter to its first value."""
        nn.init.constant_(self.weight, math.sqrt(self.num_features))

    def forward(self, x: Tensor) -> Tensor:
        """Map x ``(..., D)`` to y of the same shape and dtype."""
        z = at_least_float32(x)
        trailing_axes(z, (self.num_features,))
        square_length = z.square().sum(-1, keepdim=True)  # (..., 1)
        return (self.weight * z / torch.sqrt(square_length + self.eps)).to(x.dtype)

    def extra_repr(self) -> str:
        """Return what ``repr`` shows between the parentheses."""
        return f"{self.num_features}, eps={self.eps}"
